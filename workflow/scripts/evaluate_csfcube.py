"""Score every run of a CSFCube collection and write the three tables of its evaluation."""

from pathlib import Path

from paperpool.csfcube.collection import pair_name
from paperpool.csfcube.evaluation import Resampling, evaluate_runs, write_evaluation
from paperpool.csfcube.release import read_collection
from paperpool.published import read_published
from paperpool.runs import read_run
from paperpool.scripts import running

with running(snakemake):
    rankers = snakemake.params.rankers
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    evaluation = evaluate_runs(
        collection,
        {name: read_run(path) for name, path in zip(rankers, snakemake.input.runs, strict=True)},
        read_published(snakemake.input.published, snakemake.input.queries, pairs, rankers),
        snakemake.params.baseline,
        Resampling(**snakemake.params.resampling),
    )
    write_evaluation(
        evaluation,
        snakemake.output.metrics,
        snakemake.output.per_query,
        snakemake.output.significance,
    )
