"""Small collections to export, and readers that stand for other tools' own."""

import csv
import json
from pathlib import Path

import pytest

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.mdcr_benchmark import Pool as MdcrPool
from paperpool.collections.mdcr_benchmark import Text, iterate_pools
from paperpool.collections.schemes import default_scheme
from paperpool.resources import RESOURCES
from paperpool.workflow.export.datasheet import find_sources

from ..made.folds import fold_papers

FACETS = default_scheme().facet_names

LABELS = ("background", "objective", "method", "result")
ODD = 'a < b & "c" ]]> \t tab \n line \x0b \u2028 end | bar'
"""What a text may hold that some format gives a meaning."""


@pytest.fixture
def collection():
    """Four query papers with every facet and 25 judged candidates each, the query q4 among them.

    The paper u stands in every pool and was never judged.
    """
    queries = ["q1", "q2", "q3", "q4"]
    candidates = (*(f"c{i}" for i in range(24)), "q4")
    papers = {
        name: Paper(name, f"On {name} {ODD}", tuple(f"The {x} of {name}." for x in LABELS), LABELS)
        for name in dict.fromkeys([*queries, *candidates, "u"])
    }
    judgments = {
        (query, facet): Judgments(candidates, tuple((i * j + k * k) % 4 for k in range(25)), {})
        for i, query in enumerate(queries)
        for j, facet in enumerate(FACETS)
    }
    pools = {q: Pool((*candidates, "u"), tuple(("cited",) for _ in range(26))) for q in queries}
    folds = fold_papers(queries[:2], queries[2:])
    asked = [Query(query, facet) for query in queries for facet in FACETS]
    return Collection(papers, pools, judgments, folds, asked)


@pytest.fixture
def benchmark():
    """Two splits of two fields; the paper 7 is asked for in both, and n1 stands in two types."""

    def pool(n):
        return MdcrPool(
            {
                "bm25": [f"n{i}" for i in range(n, n + 10)],
                "random": ["n1", *(f"r{i}" for i in range(n, n + 9))],
                "true": [f"p{i}" for i in range(n, n + 5)],
            }
        )

    return {
        "val": {"Art": {"1": pool(0)}, "Political Science": {"2": pool(3)}},
        "test": {
            "Art": {"7": pool(1), "3": pool(5)},
            "Political Science": {"7": pool(9), "4": pool(1)},
        },
    }


@pytest.fixture
def texts(benchmark):
    """The text of every paper of the benchmark."""
    ids = {
        i
        for of_split in benchmark.values()
        for _, query, pool in iterate_pools(of_split)
        for i in (query, *pool.candidates())
    }
    return {i: Text(f"Title {i} {ODD}", "" if i == "p1" else f"Abstract {i}.") for i in ids}


@pytest.fixture
def load_beir():
    """Return a function that reads a split of a folder in the way of BEIR's own loader."""

    def load(folder, split):
        folder = Path(folder)
        corpus, queries, qrels = {}, {}, {}
        with (folder / "corpus.jsonl").open(encoding="utf8") as lines:
            for line in map(json.loads, lines):
                corpus[line["_id"]] = {"title": line["title"], "text": line["text"]}
        with (folder / "queries.jsonl").open(encoding="utf8") as lines:
            for line in map(json.loads, lines):
                queries[line["_id"]] = line["text"]
        with (folder / "qrels" / f"{split}.tsv").open(encoding="utf-8") as file:
            rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
            next(rows)
            for query, document, score in rows:
                qrels.setdefault(query, {})[document] = int(score)
        return corpus, {query: queries[query] for query in qrels}, qrels

    return load


@pytest.fixture
def sources():
    """Return a function: the sources of some names in the table of licences."""
    return lambda *names: find_sources(RESOURCES / "licences.csv", names)


@pytest.fixture
def places():
    """Return a function: the (slice, split) and query of each row of a splits.tsv."""

    def read(folder):
        with (Path(folder) / "splits.tsv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        found = {}
        for row in rows:
            found.setdefault((row["slice"], row["split"]), []).append(row["query-id"])
        return found

    return read
