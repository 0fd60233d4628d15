"""Read shards of whole papers into tables of their papers, citations and quarantined rows."""

from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    read_shards(
        dict(zip(snakemake.params.file_names, snakemake.input.files, strict=True)),
        ReadShard(
            papers=snakemake.output.papers,
            citations=snakemake.output.citations,
            quarantine=snakemake.output.quarantine,
            summary=snakemake.output.summary,
        ),
        kind=snakemake.params.kind,
        fields=snakemake.params.fields,
        columns=snakemake.params.columns,
        max_row_bytes=snakemake.params.max_row_bytes,
        on_bad_row=snakemake.params.on_bad_row,
    )
