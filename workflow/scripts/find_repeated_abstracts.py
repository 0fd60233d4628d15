"""Find the abstracts of all shards that stand in the dataset more than once."""

from paperpool.corpus.database import memory_limit
from paperpool.corpus.duplicates import find_duplicates
from paperpool.scripts import running

with running(snakemake):
    find_duplicates(
        snakemake.input.abstracts,
        snakemake.params.shards,
        snakemake.output.duplicates,
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
