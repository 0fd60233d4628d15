"""Write the demo corpus: shards of S2ORC metadata, the last ones in the bulk format instead."""

from paperpool.extras.demo.corpus_plan import load_plan
from paperpool.extras.demo.shards import DATASETS, write_bulk_shard, write_shard
from paperpool.workflow.running.scripts import running

with running(snakemake):
    output = snakemake.output
    params = snakemake.params

    plan = load_plan(snakemake.input.plan)
    for shard, path in enumerate(output.metadata):
        write_shard(plan, shard, params.n_shards, path)
    for dataset in DATASETS:
        for shard, path in enumerate(output[dataset], params.n_shards - params.n_bulk):
            write_bulk_shard(plan, dataset, shard, params.n_shards, params.n_bulk, path)
