"""Score every run of somebody's collection and write the tables of its evaluation."""

from pathlib import Path

from paperpool.collections.readers.registry import find_readers
from paperpool.collections.stored import read_stored
from paperpool.evaluation.doubts import gather_checks
from paperpool.evaluation.judged_share import judged_shares
from paperpool.evaluation.open_collections import evaluate_open, measure_open_bias
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.pool_bias import find_warnings, write_pool_bias
from paperpool.evaluation.tables import write_evaluation
from paperpool.files import read_json, write_json
from paperpool.rankers.formats import FORMATS
from paperpool.scripts import running

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    collection = read_stored(Path(inputs.collection[0]).parent)
    read_run = FORMATS["collection"].read_run
    runs = {
        name: read_run(name, {"runs": [path]}, collection)
        for name, path in zip(params.rankers, inputs.runs, strict=True)
    }
    evaluation = evaluate_open(
        snakemake.wildcards.collection,
        collection,
        runs,
        params.measures,
        params.baselines,
        Resampling(**params.resampling),
        find_readers()[params.format].own_measures,
    )
    write_evaluation(evaluation, output.metrics, output.per_query, output.significance)
    shares = {name: judged_shares(run, collection) for name, run in runs.items()}
    checks = dict(zip(params.checked, map(read_json, inputs.checks), strict=True))
    for name, found in checks.items():
        shares[name] = found["judged_at_20"]  # of the run before its checks
    baseline = next(iter(params.baselines), None)
    bias = measure_open_bias(collection, runs, shares, baseline)
    for name, warnings in find_warnings(bias, *collection.folds["all"]).items():
        for warning in warnings:
            logger.warning("Ranker %r: %s", name, warning)
    write_pool_bias(bias, output.pool_bias)
    for doubt in gather_checks(checks, runs, params.refuses_doubts):
        logger.warning("%s", doubt)
    write_json(output.checks, checks)
