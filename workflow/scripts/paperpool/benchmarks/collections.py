"""Other people's test collections: the collections of data.collections, by trec_eval's measures.

Split and measures are each collection's own; these are the default ones.
"""

from paperpool.benchmarks.benchmark import Benchmark, Headline, Measure

TREC_EVAL = "trec_eval"
"""The protocol: the values of trec_eval and its kin of a run's scores."""

_SOURCE = "MacAvaney et al., ir-measures (2022)"

BENCHMARK = Benchmark(
    name="collections",
    title="Collections",
    place=25,
    data_keys=("collections",),
    slices={"all": "All topics"},
    splits={"test": "Test split"},
    measures=tuple(Measure(name, name, _SOURCE) for name in ("AP", "nDCG@10", "R@100", "RR")),
    tested=("AP", "nDCG@10"),
    headline=Headline("collections", TREC_EVAL, "test", "all", "AP"),
    parts=("collections",),
    rankings="collections/{collection}/runs/{ranker}.parquet",
    form="paperpool.benchmarks.forms.collections",
)
