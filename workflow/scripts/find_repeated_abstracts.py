"""Find the abstracts of all shards that stand in the dataset more than once."""

from paperpool.corpus.database import lend
from paperpool.corpus.duplicates import find_duplicates
from paperpool.scripts import running

with running(snakemake):
    find_duplicates(
        snakemake.input.abstracts,
        snakemake.params.shards,
        snakemake.output.duplicates,
        **lend(snakemake.resources, snakemake.threads),
    )
