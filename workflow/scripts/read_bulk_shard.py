"""Read one shard of a bulk dataset into a table and its quarantined rows."""

from paperpool.workflow.corpus.bulk_rows import ReadBulkShard, read_bulk_shard
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    read_bulk_shard(
        snakemake.input.file,
        snakemake.params.name,
        snakemake.wildcards.dataset,
        ReadBulkShard(
            rows=snakemake.output.rows,
            quarantine=snakemake.output.quarantine,
            summary=snakemake.output.summary,
        ),
        max_row_bytes=snakemake.params.max_row_bytes,
        on_bad_row=snakemake.params.on_bad_row,
    )
