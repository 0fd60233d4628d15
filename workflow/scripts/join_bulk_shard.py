"""Join the papers of one bulk shard with their abstracts and citations."""

from paperpool.workflow.corpus.bulk_join import join_shard
from paperpool.workflow.corpus.bulk_rows import ReadBulkShard
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.corpus.shards import ReadShard
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    join_shard(
        ReadBulkShard(
            rows=snakemake.input.rows,
            quarantine=snakemake.input.quarantine,
            summary=snakemake.input.summary,
        ),
        snakemake.params.number,
        snakemake.input.abstracts,
        snakemake.input.citations,
        ReadShard(
            papers=snakemake.output.papers,
            citations=snakemake.output.citations,
            quarantine=snakemake.output.quarantine,
            summary=snakemake.output.summary,
        ),
        **lend(snakemake.resources, snakemake.threads),
    )
