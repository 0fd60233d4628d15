"""Select the papers of the CSFCube corpus: seeds and the papers that they cite."""

from paperpool.corpus.database import memory_limit
from paperpool.corpus.selection import select_csfcube
from paperpool.scripts import running

with running(snakemake):
    select_csfcube(
        snakemake.input.papers,
        snakemake.input.citations,
        snakemake.input.duplicates,
        snakemake.params.shards,
        snakemake.output.selected,
        field=snakemake.params.field,
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
