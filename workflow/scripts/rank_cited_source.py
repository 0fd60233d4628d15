"""List the papers of the corpus that each query cites."""

from paperpool.corpus.database import memory_limit
from paperpool.pools.cited_source import rank_cited
from paperpool.pools.exclusions import find_excluded, read_same_papers
from paperpool.pools.queries import read_queries
from paperpool.pools.source_runs import write_rankings
from paperpool.scripts import running

with running(snakemake):
    queries = [query.query_id for query in read_queries(snakemake.input.queries)]
    rankings = rank_cited(
        snakemake.input.papers,
        snakemake.params.column,
        snakemake.input.citations,
        find_excluded(queries, read_same_papers(snakemake.input.twins)),
        memory_limit=memory_limit(snakemake.resources.mem_mb),
        temp_directory=snakemake.resources.tmpdir,
        threads=snakemake.threads,
    )
    write_rankings(rankings, snakemake.output.run)
