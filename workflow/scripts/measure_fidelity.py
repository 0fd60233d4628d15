"""Measure how many candidates of the collection's own pools each source finds again."""

from pathlib import Path

from paperpool.csfcube.release import read_collection
from paperpool.pools.fidelity import measure_fidelity
from paperpool.pools.queries import read_queries
from paperpool.pools.source_runs import read_ranked_ids
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    # a query whose text a source cannot read finds nothing, which counts
    queries = [query.query_id for query in read_queries(snakemake.input.queries)]
    ranked = {
        source: read_ranked_ids(run, queries)
        for source, run in zip(snakemake.params.ranked, snakemake.input.runs, strict=True)
    }
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    write_csv(snakemake.output.fidelity, measure_fidelity(collection, ranked))
