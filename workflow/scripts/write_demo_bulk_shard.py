"""Write one shard of a dataset of the demo corpus in Semantic Scholar's bulk format."""

from paperpool.demo.bulk_shard import write_bulk_shard
from paperpool.demo.plan import load_plan
from paperpool.scripts import running

with running(snakemake):
    write_bulk_shard(
        load_plan(snakemake.input.plan),
        snakemake.wildcards.dataset,
        int(snakemake.wildcards.shard),
        snakemake.params.n_shards,
        snakemake.params.n_bulk,
        snakemake.output.shard,
    )
