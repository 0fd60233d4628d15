"""Large pools: their sizes, their papers, and impossible draws."""

from dataclasses import replace

import pytest

from paperpool.errors import UserError
from paperpool.io.tables import MDCR_CITED, MDCR_QUERIES
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.mdcr.corpus import load_corpus
from paperpool.workflow.mdcr.pools import PoolSettings, draw_pools

from ..made import mdcr_plain as plain
from ..made.mdcr_corpus import MadeCorpus, make_paper
from ..made.mdcr_stages import Drawn, draw
from ..made.tables import write_rows


def of_queries(drawn):
    rows = drawn.rows("queries")
    return {(row["level"], row["split"], row["field"], row["query_id"]) for row in rows}


def test_every_pool_is_that_of_the_plain_implementation(small):
    expected = plain.draw_pools(
        small.corpus, small.settings.pools, of_queries(small.drawn), small.settings.seed
    )
    pools = small.drawn.pool_ids()
    assert {key: set(ids) for key, ids in pools.items()} == expected
    assert all(len(ids) == len(set(ids)) for ids in pools.values())


def test_papers_are_all_of_the_pools_and_queries_by_id(small):
    rows = small.drawn.rows("papers")
    ids = [row["paper_id"] for row in rows]
    expected = {i for pool in small.drawn.pool_ids().values() for i in pool}
    assert ids == sorted(expected | {key[3] for key in of_queries(small.drawn)})
    for row in rows:
        paper = small.corpus.papers[row["paper_id"]]
        assert row == {key: paper[key] for key in ("paper_id", "title", "abstract", "year")}


FEW = {"queries": 2, "validation_queries": 1, "dataset_queries": 4, "dataset_validation_queries": 4}


@pytest.mark.parametrize(
    ("queries", "sizes"), [({}, {"field_size": 400}), (FEW, {"sizes": (50, 150), "field_size": 30})]
)
def test_pools_of_other_sizes_too(small, tmp_path, queries, sizes):
    """Fields with too few papers have one pool; small pools leave papers that are in none."""
    pools = replace(small.settings.pools, **sizes)
    queries = replace(small.settings.queries, **queries)
    drawn = draw(small.written, tmp_path, replace(small.settings, pools=pools, queries=queries))
    expected = plain.draw_pools(small.corpus, pools, of_queries(drawn), small.settings.seed)
    assert {key: set(ids) for key, ids in drawn.pool_ids().items()} == expected


TINY = {
    "queries": [("field", "Art", "q")],
    "cited": [("q", "a", True), ("q", "b", True), ("q", "outside", False)],
}


def draw_tiny(folder, settings, citations=(), queries=TINY["queries"], cited=TINY["cited"]):
    """Draw the pools of Art, with the query and the papers a to f; return their ids."""
    years = {"q": 2018, "a": 2010, "b": 2019, "c": 2018, "d": 2018, "e": 2019, "f": 2000}
    corpus = MadeCorpus(
        {i: make_paper(i, year, ["Art"]) for i, year in years.items()},
        [("q", "a"), ("q", "b"), ("q", "outside"), *citations],
    )
    rows = [
        (level, split, field, query, 2018)
        for level, field, query in queries
        for split in ("test", "val")
    ]
    drawn = Drawn(**{n: folder / n for n in ("queries", "cited", "pools", "papers")})
    write_rows(drawn.queries, rows, MDCR_QUERIES)
    write_rows(drawn.cited, cited, MDCR_CITED)
    with connect("200MB", folder / "tmp", 1) as database:
        written = corpus.write(folder / "corpus")
        load_corpus(database, written.files.papers, 0)
        database.add_files("citations", written.files.citations)
        draw_pools(
            database,
            settings,
            [written.labelled],
            drawn.queries,
            drawn.cited,
            drawn.pools,
            drawn.papers,
        )
    return {key[1:]: ids for key, ids in drawn.pool_ids().items() if key[0] == "field"}


ART = PoolSettings(("Art",), 2018, (2,), 3, 3)


@pytest.mark.parametrize(("size", "samplings"), [(3, {1, 2, 3}), (4, {1}), (5, {1})])
def test_a_field_whose_papers_just_fill_its_pool_has_one(tmp_path, size, samplings):
    pools = draw_tiny(tmp_path, replace(ART, field_size=size), [("c", "d"), ("c", "f")])
    assert {key[2] for key in pools if key[0] == "test"} == samplings
    assert {len(ids) for ids in pools.values()} == {min(size, 4)}


def test_pools_that_are_too_small_or_too_large_are_all_named(tmp_path):
    settings = replace(ART, sizes=(2, 4, 5, 6), field_size=1)
    queries = [("dataset", None, "q"), *TINY["queries"]]
    cited = [*TINY["cited"], ("q", "c", True)]
    with pytest.raises(UserError) as raised:
        draw_tiny(tmp_path, settings, [("q", "c")], queries, cited)
    assert [(p.what, p.where, p.hint) for p in raised.value.problems] == [
        (
            "A pool of 6 papers is wanted, and there are 5.",
            "mdcr.pool_sizes; the papers up to 2018 that the filter mdcr keeps",
            "Lower the size.",
        ),
        *(
            (
                f"A pool of {size} papers cannot hold the 3 papers that its {split} queries cite.",
                f"mdcr.{key}, {of}",
                f"Raise mdcr.{key}, or lower the number of queries.",
            )
            for key, of, size in (("pool_sizes", "dataset level", 2), ("field_pool", "Art", 1))
            for split in ("test", "val")
        ),
    ]
    assert not (tmp_path / "pools").exists()
