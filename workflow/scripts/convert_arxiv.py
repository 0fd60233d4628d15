"""Turn arXiv's metadata by category into a corpus of S2ORC metadata."""

from pathlib import Path

from paperpool.public_corpora.arxiv import write_arxiv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    write_arxiv(snakemake.input.tables, Path(snakemake.output.counts).parent)
