"""Find the papers that one shard's abstracts belong to."""

from paperpool.corpus.bulk_join import route_abstracts
from paperpool.corpus.database import lend
from paperpool.scripts import running

with running(snakemake):
    route_abstracts(
        snakemake.input.rows,
        snakemake.params.shard,
        snakemake.input.papers,
        snakemake.input.repeated,
        snakemake.output.routed,
        snakemake.output.summary,
        **lend(snakemake.resources, snakemake.threads),
    )
