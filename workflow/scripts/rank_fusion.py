"""Fuse the runs of several rankers into one."""

from paperpool.rankers.fusion import fuse_runs
from paperpool.runs import read_run, write_run
from paperpool.scripts import running

with running(snakemake):
    runs = [read_run(path) for path in snakemake.input.runs]
    write_run(fuse_runs(runs, snakemake.params.method), snakemake.output.run)
