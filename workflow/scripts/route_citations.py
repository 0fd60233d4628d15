"""Find the papers that one shard's citations belong to."""

from paperpool.corpus.bulk_join import route_citations
from paperpool.corpus.database import memory_limit
from paperpool.scripts import running

with running(snakemake):
    route_citations(
        snakemake.input.rows,
        snakemake.input.papers,
        snakemake.output.routed,
        snakemake.output.summary,
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
