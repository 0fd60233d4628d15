"""Refuse broken shards; find the rows that repeat an earlier id; select CSFCube's papers."""

from paperpool.workflow.corpus.broken_shards import refuse_broken
from paperpool.workflow.corpus.database import memory_limit
from paperpool.workflow.corpus.empty_corpus import refuse_empty_corpus
from paperpool.workflow.corpus.selection import find_duplicates, select_csfcube
from paperpool.workflow.corpus.summary import refuse_missing_rows
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    if params.on_bad_shard == "fail":
        refuse_broken(inputs.summaries)
    refuse_empty_corpus(inputs.papers, inputs.summaries, list(params.file_names))
    summaries = dict(zip(params.read_shards, inputs.summaries, strict=True))
    refuse_missing_rows(params.declared, summaries, params.row_tolerance)
    limits = {
        "memory_limit": memory_limit(snakemake.resources.mem_mb),
        "temp_directory": snakemake.resources.tmpdir,
        "threads": snakemake.threads,
    }
    find_duplicates(
        inputs.papers, params.file_names, output.duplicates, on_bad_row=params.on_bad_row, **limits
    )
    if output.selected:  # none where the filter is not applied
        select_csfcube(
            inputs.papers,
            inputs.citations,
            output.duplicates,
            list(params.file_names),
            output.selected,
            released=params.released,
            field=params.field,
            arxiv_only=params.arxiv_only,
            **limits,
        )
