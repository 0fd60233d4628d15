"""Check submissions to CL-SciSumm's task 1a and import them."""

from paperpool.scripts import running

with running(snakemake):
    raise NotImplementedError
