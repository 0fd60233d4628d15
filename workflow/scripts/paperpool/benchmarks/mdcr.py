"""MDCR: citation recommendation in large pools, and in a benchmark of chosen negatives."""

from paperpool.benchmarks.benchmark import OFFICIAL, Benchmark, Headline, Measure, Release
from paperpool.benchmarks.mdcr_folder import FOLDER
from paperpool.benchmarks.mdcr_strategies import POSITIVES, STRATEGIES
from paperpool.collections.mdcr_benchmark import RELEASE

_TYPES = {
    f"type:{strategy.name}": strategy.slice
    for strategy in (POSITIVES, *STRATEGIES)
    if strategy.name
}
"""The titles of the slices of types whose names are known; models are types by their names."""

BENCHMARK = Benchmark(
    name="mdcr",
    title="MDCR",
    place=20,
    data_keys=("s2orc", "mdcr"),
    # besides, as the data have them: fields, sizes of pools, and models as types
    slices={"all": "All fields", **_TYPES},
    splits={"test": "Test split", "val": "Validation split"},
    measures=(
        Measure("map", "MAP", "MDCR, Table 1"),
        Measure("ndcg", "NDCG", "MDCR, Table 1"),
        Measure("recall_5", "R@5", "MDCR, Table 3"),
        Measure("recall_30", "R@30", "MDCR, Table 1"),
    ),
    tested=("map",),
    headline=Headline("mdcr", OFFICIAL, "test", "all", "map"),
    parts=("mdcr-dataset", "mdcr-field", "mdcr"),
    published="mdcr.csv",
    folder=FOLDER,
    rankings="mdcr/scores/{ranker}.json",
    form="paperpool.benchmarks.forms.mdcr",
    release=Release(
        "mdcr", RELEASE, "Get them from github.com/zoranmedic/mdcr, or correct the path."
    ),
    only_here=frozenset({"citations"}),
)
