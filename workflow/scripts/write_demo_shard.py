"""Write one shard of the demo corpus as S2ORC metadata."""

from paperpool.demo.plan import load_plan
from paperpool.demo.s2orc_shard import write_shard
from paperpool.scripts import running

with running(snakemake):
    write_shard(
        load_plan(snakemake.input.plan),
        int(snakemake.wildcards.shard),
        snakemake.params.n_shards,
        snakemake.output.shard,
    )
