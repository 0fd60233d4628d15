"""Find the papers that one shard's abstracts belong to."""

from paperpool.workflow.corpus.bulk_join import route_rows
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    route_rows(
        "abstracts",
        snakemake.input.rows,
        snakemake.input.papers,
        snakemake.output.routed,
        snakemake.output.summary,
        shard=snakemake.params.name,
        repeated=snakemake.input.repeated,
        **lend(snakemake.resources, snakemake.threads),
    )
