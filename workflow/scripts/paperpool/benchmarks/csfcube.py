"""CSFCube: faceted query by example over computer science papers."""

from dataclasses import replace

from paperpool.benchmarks.benchmark import (
    OFFICIAL,
    Benchmark,
    DataFolder,
    Headline,
    Measure,
    Release,
)
from paperpool.benchmarks.csfcube_folder import FOLDER
from paperpool.collections.csfcube_release import name_files
from paperpool.collections.named import find_folder
from paperpool.collections.schemes import default_scheme

_TABLE = "CSFCube, Table 3"

_POOLS = Benchmark(
    name="csfcube",
    title="CSFCube",
    place=10,
    data_keys=("csfcube",),
    slices=default_scheme().slice_titles,
    splits={"test": "Test split", "dev": "Dev split"},
    measures=(
        Measure("r_precision", "RP", _TABLE),
        Measure("p@20", "P@20", _TABLE),
        Measure("recall@20", "R@20", _TABLE),
        Measure("ndcg%20", "NDCG%20", _TABLE),
        Measure("ndcg%100", "NDCG%100", "CSFCube, Table 4"),
        Measure("map", "MAP", "Aspire"),
    ),
    tested=("ndcg%20", "map"),
    headline=Headline("csfcube", OFFICIAL, "test", "all", "ndcg%20"),
    parts=("csfcube",),
    published="csfcube.csv",
    published_queries="csfcube_queries.txt",
    pages={"errors": "errors of two rankers"},
    folder=FOLDER,
    rankings="csfcube/runs/{ranker}.parquet",
    form="paperpool.benchmarks.forms.csfcube",
    release=Release(
        "csfcube",
        (),
        "Get it with `snakemake fetch_csfcube` (no --configfile), or correct the path.",
        find_folder,
        name_files,
    ),
    is_judged=True,
)

TABLES = {
    "Table 3": ("r_precision", "p@20", "recall@20", "ndcg%20"),
    "Table 4": ("ndcg%100", "map"),
}
"""The measures of each table: Table 4 repeats those of Table 3, and adds these.

MAP is in neither; papers after CSFCube's report it.
"""

CORPUS = replace(
    _POOLS,
    title="CSFCube's whole corpus",
    slices={"all": "All query papers"},
    splits={"test": "Whole corpus"},
    measures=(
        Measure("recall@50", "R@50"),
        Measure("recall@100", "R@100"),
        Measure("map", "MAP"),
        Measure("ndcg@10", "nDCG@10"),
    ),
    tested=("recall@50", "map"),
    headline=Headline("csfcube", "corpus", "test", "all", "recall@50"),
    folder=DataFolder(FOLDER.name, FOLDER.holds),
    rankings="csfcube/corpus/{ranker}.parquet",
)
"""The same papers, all of them ranked for each query paper: a protocol with its own measures.

No published score stands beside it: what papers counted was not found out (docs/notes.md).
"""

CORPUS_PROTOCOLS = ("corpus", "corpus-corrected")
"""With a query paper that was judged for itself, and without."""

BENCHMARK = replace(_POOLS, protocols={"csfcube-corpus": CORPUS})
