"""Write one shard of each dataset of the demo corpus in Semantic Scholar's bulk format."""

from paperpool.demo.bulk_shard import DATASETS, write_bulk_shard
from paperpool.demo.plan import load_plan
from paperpool.scripts import running

with running(snakemake):
    plan = load_plan(snakemake.input.plan)
    for dataset in DATASETS:
        write_bulk_shard(
            plan,
            dataset,
            int(snakemake.wildcards.shard),
            snakemake.params.n_shards,
            snakemake.params.n_bulk,
            snakemake.output[dataset],
        )
