"""The benchmark's files, against the protocol written once more in sets and loops."""

import csv
from collections import Counter
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from . import plain
from .made_corpus import random_corpus
from .stages import Settings

TYPES = ("graph", "most_cited", "random")


def check_against_plain(ran, pinned=None):
    """Compare every file with the plain implementation; return what fell short there."""
    runs = {model: pq.read_table(path).to_pylist() for model, path in ran.runs.items()}
    benchmark, provenance, shortfalls, jaccard, chosen = plain.build_benchmark(
        ran.corpus, ran.drawn.field_queries(), runs, ran.settings.benchmark, pinned
    )
    built = ran.built
    table = built.models
    assert sorted(table.loc[table["chosen"], "ranker"]) == sorted(chosen)
    found = {(row.ranker, row.other): row.jaccard for row in built.jaccard.itertuples()}
    assert found == pytest.approx(jaccard, abs=1e-12)
    for split in ("val", "test"):
        assert built.official(split) == benchmark[split]
    columns = pq.read_table(built.folder / "provenance.parquet").to_pydict().values()
    assert sorted(zip(*columns, strict=True), key=repr) == sorted(provenance, key=repr)
    with (built.folder / "shortfalls.csv").open() as file:
        header, *rows = csv.reader(file)
    assert header == ["split", "field", "query_id", "type", "wanted", "found"]
    assert sorted(rows) == sorted([str(value) for value in row] for row in shortfalls)
    assert built.short == Counter(row[3] for row in shortfalls)
    return shortfalls


def test_every_file_is_that_of_the_plain_implementation(small):
    shortfalls = check_against_plain(small)
    assert len(small.built.official("test")) == 4
    assert all(len(queries) == 5 for queries in small.built.official("test").values())
    assert len(shortfalls) < 40


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_other_corpora_sparse_ones_too(run_all, tmp_path, seed):
    settings = replace(Settings(), seed=seed).with_benchmark(
        seed=seed, negatives=10, positives=5, model_top=12, most_cited_top=11
    )
    settings = replace(settings, queries=replace(settings.queries, min_cited=1))
    ran = run_all(random_corpus(seed, most_cited=10), tmp_path, settings)
    shortfalls = check_against_plain(ran)
    assert {kind for *_, kind, _, _ in shortfalls} >= {"graph", "most_cited", "true"}
