"""Draw the candidate pool of every query from the rankings of all sources."""

from pathlib import Path

import pandas as pd

from paperpool.collections.csfcube_release import read_collection
from paperpool.corpus.exclusions import read_same_papers
from paperpool.errors import UserError
from paperpool.files import read_json
from paperpool.parquet_files import count_rows
from paperpool.pools.candidates import list_fates
from paperpool.pools.draw import draw_pools
from paperpool.pools.fidelity import measure_fidelity
from paperpool.pools.overlap import measure_overlap
from paperpool.pools.pool_tables import (
    count_sources,
    list_turns,
    summarise_sizes,
    write_official_pools,
    write_pools,
)
from paperpool.pools.queries import read_queries
from paperpool.pools.small_pools import explain_small_pools, find_small_pools
from paperpool.pools.source_runs import read_ranked_ids
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake) as logger:
    ranked = {
        source: read_ranked_ids(run)
        for source, run in zip(snakemake.params.ranked, snakemake.input.runs, strict=True)
    }
    quotas = {query.query_id: query.quota for query in read_queries(snakemake.input.queries)}
    pools = draw_pools(
        quotas,
        read_ranked_ids(snakemake.input.cited),
        ranked,
        read_same_papers(snakemake.input.twins),
        snakemake.params.seed,
    )
    name = snakemake.params.filter
    counts, n_papers = (
        read_json(snakemake.input.summary)["filters"][name],
        count_rows(snakemake.input.tokens),
    )
    fates = list_fates(counts, n_papers)
    logger.info("the filter %s and then the pools leave of the papers: %s", name, fates)
    if small := find_small_pools(pools, counts):
        problem = explain_small_pools(pools, small, name, counts, n_papers)
        if snakemake.params.on_small == "fail":
            raise UserError(problem)
        logger.warning("%s", problem)
    turns = list_turns(pools)
    for turn in turns[turns.dry].itertuples():
        logger.warning(
            "query %s: %s ran dry, %d of %d papers missing",
            *(turn.query_id, turn.source, turn.shortfall, turn.quota),
        )
    write_csv(snakemake.output.candidates, pd.DataFrame(fates.items(), columns=["fate", "n"]))
    write_pools(pools, snakemake.output.pools)
    write_official_pools(pools, snakemake.output.official)
    write_csv(snakemake.output.turns, turns)
    write_csv(snakemake.output.sources, count_sources(pools))
    write_csv(snakemake.output.sizes, summarise_sizes(pools))
    write_csv(snakemake.output.overlap, measure_overlap(ranked))
    if snakemake.input.compared:
        # a query whose text a source cannot read finds nothing, which counts
        found = {
            source: {query: ids.get(query, []) for query in quotas}
            for source, ids in ranked.items()
        }
        collection = read_collection(Path(snakemake.input.compared[0]).parent)
        write_csv(snakemake.output.fidelity, measure_fidelity(collection, found))
