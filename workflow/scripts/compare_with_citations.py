"""Compare MDCR built on the papers of a judged collection with what people judged."""

from pathlib import Path

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.collections.stored import read_stored
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.mdcr_beside import (
    compare_orders,
    count_judged,
    pair_scores,
)
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    params = snakemake.params
    resampling = Resampling(**params.resampling)

    judged = dict(zip(params.collections, inputs.judged, strict=True))
    compared = pair_scores(inputs.cited, judged, params.asking)
    orders, rankers = compare_orders(compared, params.trained_on, resampling)
    write_csv(snakemake.output.orders, orders)
    write_csv(snakemake.output.rankers, rankers)

    asking = read_stored(Path(inputs.asking[0]).parent)
    benchmark = read_benchmark(inputs.benchmark)
    write_csv(
        snakemake.output.candidates, count_judged(benchmark, asking, params.prefix, resampling)
    )
