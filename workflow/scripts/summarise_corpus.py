"""Add up the shards' counts and gather their quarantined rows."""

from paperpool.corpus.summary import summarise_corpus
from paperpool.scripts import running

with running(snakemake):
    summarise_corpus(
        dict(zip(snakemake.params.shards, snakemake.input.summaries, strict=True)),
        snakemake.input.quarantines,
        snakemake.output.summary,
        snakemake.output.quarantine,
    )
