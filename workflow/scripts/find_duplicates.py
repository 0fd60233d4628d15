"""Find the rows of all shards that repeat the id of an earlier row."""

from paperpool.corpus.database import memory_limit
from paperpool.corpus.duplicates import find_duplicates
from paperpool.scripts import running

with running(snakemake):
    find_duplicates(
        snakemake.input.papers,
        snakemake.params.shards,
        snakemake.output.duplicates,
        on_bad_row=snakemake.params.on_bad_row,
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
