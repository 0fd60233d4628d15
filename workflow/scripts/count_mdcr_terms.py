"""Count the terms of every paper of MDCR's large pools."""

from paperpool.search.term_counts import write_term_counts
from paperpool.workflow.mdcr.large_pools import read_texts
from paperpool.workflow.running.scripts import running

with running(snakemake):
    write_term_counts(read_texts(snakemake.input.papers), *snakemake.output)
