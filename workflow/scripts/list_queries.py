"""List the queries of the pools: those that the user chose, or the collection's."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import read_scheme
from paperpool.workflow.pools.chosen_queries import read_chosen_queries
from paperpool.workflow.pools.queries import (
    check_queries,
    collection_queries,
    set_quotas,
    write_queries,
    write_query_counts,
)
from paperpool.workflow.running.scripts import running

with running(snakemake):
    facets = read_scheme(snakemake.input.scheme).facet_names
    if snakemake.input.chosen:
        where = str(snakemake.input.chosen)
        queries = read_chosen_queries(where, facets)
    else:
        where = str(Path(snakemake.input.collection[0]).parent)
        queries = collection_queries(read_collection(where))
    queries = set_quotas(queries, snakemake.params.quota, snakemake.params.quotas)
    queries = check_queries(queries, snakemake.input.papers, where)
    write_queries(queries, snakemake.output.queries)
    periods = snakemake.params.periods
    write_query_counts(queries, periods, facets, snakemake.output.query_types)
