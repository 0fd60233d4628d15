"""Draw MDCR's queries of both levels and splits, then their large pools; sort the citations."""

from paperpool.workflow.corpus.database import connect, memory_limit
from paperpool.workflow.corpus.neighbours import CITED, CITING, sort_citations
from paperpool.workflow.corpus.papers import read_ids
from paperpool.workflow.mdcr.corpus import load_corpus
from paperpool.workflow.mdcr.pools import PoolSettings, draw_pools
from paperpool.workflow.mdcr.queries import QuerySettings, sample_queries
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    limits = (
        memory_limit(snakemake.resources.mem_mb),
        snakemake.resources.tmpdir,
        snakemake.threads,
    )
    with connect(*limits) as database:
        load_corpus(database, inputs.papers, params.seed)
        database.add_files("citations", inputs.citations)
        excluded = sorted(read_ids(inputs.exclude))
        settings = QuerySettings(**params.queries)
        n = sample_queries(database, settings, excluded, inputs.twins, output.queries, output.cited)
    logger.info("%d queries of both levels and splits.", n)

    with connect(*limits) as database:
        load_corpus(database, inputs.papers, params.seed)
        database.add_files("citations", inputs.citations)
        drawn = draw_pools(
            database,
            PoolSettings(**params.pools),
            inputs.unfiltered,
            output.queries,
            output.cited,
            output.pools,
            output.papers,
        )
    logger.info("%d places in pools, held by %d papers.", *drawn)

    with connect(*limits) as database:
        database.add_files("citations", inputs.citations)
        sort_citations(database, CITING, output.cites)
        n = sort_citations(database, CITED, output.cited_by)
    logger.info("%d citations, sorted by either end.", n)
