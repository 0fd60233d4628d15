"""List the papers that pools are drawn from, whose vectors are made."""

from paperpool.workflow.pools.candidates import write_candidates
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    n = write_candidates(snakemake.input.papers, snakemake.params.column, snakemake.output.papers)
    logger.info("%d papers", n)
