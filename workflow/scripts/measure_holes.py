"""Score rankings of the whole corpus on a judged collection, and tell the holes."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.holes.measuring import list_unjudged, measure_holes
from paperpool.io.tables import write_csv
from paperpool.workflow.corpus.twins import read_same_papers
from paperpool.workflow.pools.top_candidates import read_ranked_ids
from paperpool.workflow.running.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    rankings = {}
    for source, path in zip(snakemake.params.rankers, snakemake.input.runs, strict=True):
        found = read_ranked_ids(path)
        rankings[source] = {pair: found.get(pair[0], []) for pair in collection.pairs()}
    same = read_same_papers(snakemake.input.twins)
    resampling = Resampling(**snakemake.params.resampling)
    write_csv(snakemake.output.holes, measure_holes(collection, rankings, same, resampling))
    write_csv(snakemake.output.unjudged, list_unjudged(collection, rankings, same))
