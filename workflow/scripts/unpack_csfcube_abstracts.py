"""Unpack CSFCube's released abstracts to a file with a paper on each line."""

from paperpool.public_corpora.unpacking import unpack_abstracts
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    n_papers = unpack_abstracts(snakemake.input.archive, snakemake.output.papers)
    logger.info("%d papers.", n_papers)
