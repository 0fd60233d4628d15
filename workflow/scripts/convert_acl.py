"""Turn CL-SciSumm's papers of the ACL Anthology into a corpus of S2ORC metadata."""

from pathlib import Path

from paperpool.public_corpora.acl import write_acl
from paperpool.workflow.running.scripts import running

with running(snakemake):
    write_acl(snakemake.input.archive, Path(snakemake.output.counts).parent)
