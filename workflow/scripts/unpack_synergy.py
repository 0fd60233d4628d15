"""Write the works of a systematic review from its archive, a work on each line."""

from paperpool.public_corpora.synergy import write_works
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    n_works = write_works(snakemake.input.archive, snakemake.output.works)
    logger.info("%d works", n_works)
