"""Find the rows that repeat an earlier id; select the CSFCube corpus: seeds and what they cite."""

from paperpool.corpus.database import memory_limit
from paperpool.corpus.duplicates import find_duplicates
from paperpool.corpus.selection import select_csfcube
from paperpool.scripts import running

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    limits = {
        "memory_limit": memory_limit(snakemake.resources.mem_mb),
        "temp_directory": snakemake.resources.tmpdir,
        "threads": snakemake.threads,
    }
    find_duplicates(
        inputs.papers, params.shards, output.duplicates, on_bad_row=params.on_bad_row, **limits
    )
    for selected in output.selected:  # none where the filter is not applied
        select_csfcube(
            inputs.papers,
            inputs.citations,
            output.duplicates,
            params.shards,
            selected,
            released=params.released,
            field=params.field,
            **limits,
        )
