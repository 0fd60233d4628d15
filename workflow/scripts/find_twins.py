"""Find the kept papers that stand in the corpus under several ids."""

from paperpool.corpus.database import memory_limit
from paperpool.corpus.twins import find_twins
from paperpool.scripts import running

with running(snakemake):
    find_twins(
        snakemake.input.twin_keys,
        snakemake.output.twins,
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
