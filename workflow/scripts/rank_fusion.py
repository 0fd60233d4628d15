"""Fuse the runs of several rankers into one."""

from paperpool.csfcube.official_runs import store_run
from paperpool.evaluation.runs import read_run
from paperpool.rankers.fusion import fuse_runs
from paperpool.scripts import running

with running(snakemake):
    runs = [read_run(path) for path in snakemake.input.runs]
    run = fuse_runs(runs, snakemake.params.method)
    store_run(run, snakemake.output.run, snakemake.output.ranked)
