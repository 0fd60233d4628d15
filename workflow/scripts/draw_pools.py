"""Draw the candidate pool of every query from the rankings of all sources."""

from pathlib import Path

import pandas as pd

from paperpool.collections.csfcube_release import read_collection
from paperpool.io.files import read_json
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import write_csv
from paperpool.workflow.corpus.twins import read_same_papers
from paperpool.workflow.pools.candidates import list_fates
from paperpool.workflow.pools.draw import draw_pools
from paperpool.workflow.pools.pool_tables import (
    check_sizes,
    measure_fidelity,
    measure_overlap,
    tabulate_pools,
    write_official_pools,
    write_pools,
)
from paperpool.workflow.pools.queries import read_queries
from paperpool.workflow.pools.top_candidates import read_ranked_ids
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    ranked = dict(zip(params.ranked_sources, map(read_ranked_ids, inputs.runs), strict=True))
    quotas = {query.query_id: query.quota for query in read_queries(inputs.queries)}
    cited = read_ranked_ids(inputs.cited)
    same = read_same_papers(inputs.twins)
    pools = draw_pools(quotas, cited, ranked, same, params.seed)

    name = params.filter
    n_papers = count_rows(inputs.tokens)
    counts = read_json(inputs.summary)["filters"][name]
    fates = list_fates(counts, n_papers)
    logger.info("the filter %s and then the pools leave of the papers: %s", name, fates)
    check_sizes(pools, name, counts, n_papers, refuses=params.on_small == "fail")
    tables = tabulate_pools(pools)
    tables["candidates"] = pd.DataFrame(fates.items(), columns=["fate", "n"])
    tables["overlap"] = measure_overlap(ranked)
    if inputs.compared:
        collection = read_collection(Path(inputs.compared[0]).parent)
        tables["fidelity"] = measure_fidelity(collection, ranked, quotas)
    for table, rows in tables.items():
        write_csv(output[table], rows)
    write_pools(pools, output.pools)
    write_official_pools(pools, output.official)
