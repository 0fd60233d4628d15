"""The benchmark's files, against the protocol written once more in sets and loops."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from paperpool.benchmarks.mdcr_strategies import official_types
from paperpool.io.tables import MDCR_GRAPH
from paperpool.workflow.mdcr.building import build_benchmark, draw_numbers

from ..made.mdcr_corpus import random_corpus
from ..made.mdcr_stages import Settings, build, check_against_plain, files_in, loaded
from ..made.tables import write_rows
from .conftest import run_all


def test_every_file_is_that_of_the_plain_implementation(small):
    shortfalls = check_against_plain(small)
    assert len(small.built.official("test")) == 4
    assert all(len(queries) == 5 for queries in small.built.official("test").values())
    assert len(shortfalls) < 40


@pytest.mark.parametrize("seed", [2, 3])
def test_other_corpora_sparse_ones_too(tmp_path, seed):
    settings = replace(Settings(), seed=seed).with_benchmark(
        negatives=10, positives=5, model_top=12, most_cited_top=11
    )
    settings = replace(settings, queries=replace(settings.queries, min_cited=1))
    ran = run_all(random_corpus(seed, most_cited=10), tmp_path, settings)
    shortfalls = check_against_plain(ran)
    assert {kind for *_, kind, _, _ in shortfalls} >= {"graph", "most_cited", "true"}


def test_pinned_models_give_the_candidates(small, tmp_path):
    pinned = ["alike", "akin", "short"]
    assert set(small.built.models.query("chosen")["ranker"]) != set(pinned)
    parts = small.written, small.drawn, small.runs, tmp_path / "mdcr", small.settings
    built = build(*parts, pinned)
    shortfalls = check_against_plain(SimpleNamespace(**vars(small) | {"built": built}), pinned)
    assert {"short", "true"} & {kind for *_, kind, _, _ in shortfalls} == {"short"}


def test_texts_are_those_of_each_split_alone_by_id(small):
    for split in ("val", "test"):
        ids = set()
        for queries in small.built.official(split).values():
            for query, types in queries.items():
                ids |= {query}.union(*types.values())
        papers = small.corpus.papers
        assert small.built.texts(split) == [
            {key: papers[i][key] for key in ("paper_id", "title", "abstract")} for i in sorted(ids)
        ]


def test_files_name_the_types_in_the_official_order(small):
    chosen = small.built.models.query("chosen")["ranker"].tolist()
    for queries in small.built.official("test").values():
        for types in queries.values():
            assert list(types) == official_types(chosen)


@pytest.mark.parametrize(("n_shards", "shuffled", "threads"), [(1, 3, 1), (3, 4, 2)])
def test_neither_shards_nor_rows_nor_threads_change_a_byte(
    small, tmp_path, n_shards, shuffled, threads
):
    settings = replace(small.settings, threads=threads)
    again = run_all(small.made, tmp_path, settings, n_shards, shuffled)
    for name in ("queries", "cited", "pools", "papers"):
        assert getattr(again.drawn, name).read_bytes() == getattr(small.drawn, name).read_bytes()
    assert again.built.contents() == small.built.contents()


@pytest.mark.parametrize("n_papers", [1, 30, 199, 200, 201, 10**7])
def test_numbers_are_different_and_within_the_papers(n_papers):
    numbers = draw_numbers(0, "q", n_papers, 4)
    assert len(set(numbers)) == len(numbers) == min(n_papers, 200)
    assert min(numbers) >= 0 and max(numbers) < n_papers
    assert numbers == draw_numbers(0, "q", n_papers, 4)
    if n_papers > 1:
        assert numbers != draw_numbers(1, "q", n_papers, 4) != draw_numbers(1, "r", n_papers, 4)


def test_a_candidate_that_breaks_the_protocol_is_never_written(small, tmp_path):
    rows = small.built.rows("graph")
    query = rows[0]["query_id"]
    never = small.corpus.never(query)
    newer = next(i for i in small.corpus.kept if small.corpus.year(i) > 2018 and i not in never)
    forged = [row | {"candidate_id": newer} if row is rows[0] else row for row in rows]
    graph = write_rows(tmp_path / "graph.parquet", forged, MDCR_GRAPH)
    models = small.built.models.query("chosen")["ranker"].tolist()
    settings = replace(small.settings.benchmark, models=models)
    with (
        loaded(small.written, small.drawn, tmp_path / "tmp", small.settings.seed) as database,
        pytest.raises(AssertionError, match=f"1 candidates .*{query}.*newer"),
    ):
        build_benchmark(database, settings, small.runs, graph, files_in(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.parquet", "tmp"]
