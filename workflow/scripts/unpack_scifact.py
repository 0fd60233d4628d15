"""Unpack SciFact's corpus, queries and test judgments."""

from pathlib import Path

from paperpool.public_corpora.scifact import unpack_scifact
from paperpool.workflow.running.scripts import running

with running(snakemake):
    unpack_scifact(snakemake.input.archive, Path(snakemake.output.corpus).parent)
