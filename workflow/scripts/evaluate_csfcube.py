"""Score every run of a CSFCube collection and write the tables of its evaluation."""

from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.csfcube.pool_bias import measure_pool_bias
from paperpool.evaluation.doubts import gather_checks
from paperpool.evaluation.judged_share import judged_shares
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.pool_bias import find_warnings, write_pool_bias
from paperpool.evaluation.published import (
    figures_beside,
    is_released_collection,
    published_name,
    read_figures,
)
from paperpool.evaluation.runs import read_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.files import read_json, write_json
from paperpool.scripts import running

with running(snakemake) as logger:
    baselines = snakemake.params.baselines
    rankers = {
        name: published_name(setting, "csfcube")
        for name, setting in snakemake.params.rankers.items()
    }
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    paths = iter(snakemake.input.runs)
    repeated = {
        name: [read_run(next(paths)) for _ in names]
        for name, names in snakemake.params.runs.items()
    }
    runs = {name: of_ranker[0] for name, of_ranker in repeated.items()}
    released = is_released_collection(snakemake.input.queries, pairs)
    figures = read_figures(snakemake.input.published) if released else []
    evaluation = evaluate_runs(
        collection,
        runs,
        figures_beside(figures, rankers),
        baselines,
        Resampling(**snakemake.params.resampling),
        {name: of_ranker[1:] for name, of_ranker in repeated.items()},
    )
    write_evaluation(
        evaluation,
        snakemake.output.metrics,
        snakemake.output.per_query,
        snakemake.output.significance,
    )
    shares = {name: judged_shares(run, collection) for name, run in runs.items()}
    files = zip(snakemake.params.checked, snakemake.input.checks, strict=True)
    checks = {name: read_json(path) for name, path in files}
    for name, found in checks.items():
        shares[name] = found["judged_at_20"]  # of the run before its checks
    bias = measure_pool_bias(collection, runs, shares, baselines[0])
    for name, warnings in find_warnings(bias).items():
        for warning in warnings:
            logger.warning("Ranker %r: %s", name, warning)
    write_pool_bias(bias, snakemake.output.pool_bias)
    for doubt in gather_checks(checks, runs, snakemake.params.refuses_doubts):
        logger.warning("%s", doubt)
    write_json(snakemake.output.checks, checks)
