"""The tables of a small judged collection, as the annotation section reads them."""

from paperpool.collections.collection import Collection, Judgments, Pool, Query
from paperpool.collections.csfcube_folds import cross_halves
from paperpool.collections.schemes import default_scheme, find_scheme
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.agreement import (
    count_facet_pairs,
    measure_agreement,
    measure_overruled,
)
from paperpool.workflow.annotation.collection_statistics import describe_collection
from paperpool.workflow.annotation.pool_sources import count_source_grades
from paperpool.workflow.annotation.reusability import measure_reusability

IDS = ("c0", "c1", "c2", "c3")
SOURCES = (("cited",), ("<b>abs", "specter"), ("specter",), ("<b>abs",))
EVIL = "<script>type</script>\x00"


def make_collection(two_facets=True):
    """Two papers; by default q1 was judged for two facets."""
    judged = {
        ("q1", "method"): Judgments(IDS, (0, 1, 2, 3), {"a": (0, 1, 2, 2), "b": (0, 1, 3, 1)}),
        ("q1", "result"): Judgments(IDS, (3, 1, 0, 0), {"a": (3, 1, 0, 0), "b": (3, 1, -1, 0)}),
        ("q2", "method"): Judgments(IDS, (0, 0, 2, 1), {"a": (0, 0, 2, 1), "b": (0, 1, 2, 1)}),
    }
    if not two_facets:
        del judged["q1", "result"]
    pairs = list(judged)
    of_slice = {
        name: [pair for pair in pairs if name in ("all", pair[1])]
        for name in default_scheme().slices
    }
    folds = cross_halves({name: (chosen[:1], chosen[1:]) for name, chosen in of_slice.items()})
    pools = {query: Pool(IDS, SOURCES) for query in ("q1", "q2")}
    queries = [Query(*pair, 2001, "", EVIL) for pair in pairs]
    return Collection({}, pools, judged, folds, queries)


def write_tables(folder, collection, published):
    agreement, statistics = (
        (
            {("method", "pre", "rho"): 0.31, ("method", "pre", "agreement"): 0.696},
            {
                ("pool_size", "mean"): 124.9,
                ("query_candidate_pairs", "total"): 6244.0,
                ("overruled", "low"): 0.02,
                ("overruled", "high"): 0.03,
                ("cited_rated_0_or_1", "method"): 0.88,
            },
        )
        if published
        else ({}, {})
    )
    orders = {"bm25": (3, 2, 1, 0), "specter & co": (2, 0, 3, 1)}
    runs = {
        name: {pair: [(IDS[i], -float(i)) for i in order] for pair in collection.judgments}
        for name, order in orders.items()
    }
    tables = {
        "agreement": measure_agreement(collection.judgments, collection.scheme, agreement),
        "overruled": measure_overruled(collection.judgments, collection.scheme, statistics),
        "collection": describe_collection(collection, statistics),
        "facet_pairs": count_facet_pairs(collection),
        "source_grades": count_source_grades(collection),
        "reusability": measure_reusability(collection, runs),
    }
    for name, table in tables.items():
        write_csv(folder / f"{name}.csv", table)
    files = {name: folder / f"{name}.csv" for name in tables}
    return files | {"scheme": find_scheme(None)}
