"""Refuse broken shards; find the abstracts of all that stand in the dataset more than once."""

from paperpool.corpus.broken_shards import refuse_broken
from paperpool.corpus.database import lend
from paperpool.corpus.duplicates import find_duplicates
from paperpool.scripts import running

with running(snakemake):
    if snakemake.params.on_bad_shard == "fail":
        refuse_broken(snakemake.input.summaries)
    find_duplicates(
        snakemake.input.abstracts,
        snakemake.params.shards,
        snakemake.output.duplicates,
        **lend(snakemake.resources, snakemake.threads),
    )
