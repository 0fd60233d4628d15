"""Add up the shards' counts, gather their quarantined rows, remove shards of earlier runs."""

from pathlib import Path

from paperpool.corpus.summary import summarise_corpus
from paperpool.files import remove_other_tables
from paperpool.scripts import running

with running(snakemake) as logger:
    for files in (snakemake.input.papers, snakemake.input.citations):
        for name in remove_other_tables(Path(files[0]).parent, files):
            logger.warning("Removed %s: its shard is not in the corpus any more.", name)
    summarise_corpus(
        dict(zip(snakemake.params.shards, snakemake.input.summaries, strict=True)),
        snakemake.input.quarantines,
        snakemake.output.summary,
        snakemake.output.quarantine,
    )
