"""SciSearch: re-rankers trained on CSFCube's grades, under the authors' protocol and an honest one.

Slices and measures are CSFCube's, the measures in the order of the paper's tables.
"""

from paperpool.benchmarks.benchmark import Benchmark, Headline
from paperpool.benchmarks.csfcube import BENCHMARK as CSFCUBE

_ORDER = ("r_precision", "p@20", "recall@20", "ndcg%100", "ndcg%20")

_MEASURES = {measure.name: measure for measure in CSFCUBE.measures}

BENCHMARK = Benchmark(
    name="scisearch",
    title="SciSearch",
    place=40,
    data_keys=("csfcube",),
    slices=CSFCUBE.slices,
    splits={"test": CSFCUBE.splits["test"]},
    measures=tuple(_MEASURES[name] for name in _ORDER),
    tested=("ndcg%20", "recall@20"),
    headline=Headline("scisearch", "honest", "test", "all", "ndcg%20"),
    parts=("scisearch",),
    published="scisearch.csv",
)
