"""The papers of the query sheet: drawn by seed and id, in any order of the shards."""

from collections import Counter
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.io import tables
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.pools.queries import name_period
from paperpool.workflow.pools.query_sample import (
    find_absent_ids,
    id_source,
    name_short_periods,
    sample_papers,
    venue_source,
)

from .conftest import COLUMN, write_papers, write_twins

PERIODS = [(1994, 1999), (2000, 2004), (2015, 2019)]
NAMES = ["1994-1999", "2000-2004", "2015-2019"]
EMNLP = venue_source("EMNLP")


def paper(paper_id, year=1995, **values):
    texts = {"title": f"Title {paper_id}", "abstract": f"Abstract {paper_id}."}
    return {"paper_id": paper_id, "year": year, "venue": "EMNLP"} | texts | values


@pytest.fixture(scope="module")
def draw(tmp_path_factory):
    """Return a function: the ids of each period that are drawn from shards of papers."""

    def sample(*shards, source=EMNLP, n=100, twins=None, seed=13):
        folder = tmp_path_factory.mktemp("sample")
        papers = [write_papers(folder / f"{i}.parquet", rows) for i, rows in enumerate(shards)]
        of_twins = write_twins(folder / "twins", twins or {})
        drawn = sample_papers(papers, COLUMN, of_twins, source, PERIODS, n, seed)
        return {period: [one.paper_id for one in some] for period, some in drawn.items()}

    return sample


def test_only_papers_that_can_be_queries_are_drawn(draw):
    years = {"1": 1994, "2": 1999, "3": 2000, "4": 2005, "5": None}
    lacks = [{"in_csfcube": False}, {"title": None}, {"abstract": ""}, {"venue": "ACL"}]
    rows = [paper(i, year) for i, year in years.items()]
    rows += [paper(f"{n}", **one) for n, one in enumerate([*lacks, {"venue": None}], 6)]
    drawn = {period: sorted(some) for period, some in draw(rows).items()}
    assert drawn == {"1994-1999": ["1", "2"], "2000-2004": ["3"], "2015-2019": []}


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        (venue_source("emnlp"), {"2", "5"}),
        (venue_source("acl"), {"3", "5"}),
        (venue_source("ACL"), {"3", "5"}),
        (venue_source("ArXiv"), {"4"}),
        (venue_source("Révue É"), {"6"}),
        (id_source({"1", "3", "99"}), {"1", "3"}),
    ],
)
def test_the_papers_of_a_source(draw, source, ids):
    rows = [
        paper("1", venue=None),
        paper("2", venue="EMNLP"),
        paper("3", acl_id="P19-1001", venue=None),
        paper("4", arxiv_id="1901.1", venue="EMNLP 2019"),
        paper("5", acl_id="D19-1001", venue="Emnlp"),
        paper("6", venue="RÉVUE é"),
    ]
    assert set(draw(rows, source=source)["1994-1999"]) == ids


def test_texts_are_the_papers_own(tmp_path):
    papers = write_papers(tmp_path / "papers", [paper("1", title="=A", abstract="Bé.\n")])
    twins = write_twins(tmp_path / "twins", {})
    drawn = sample_papers([papers], COLUMN, twins, EMNLP, PERIODS, 5, 1)
    assert [tuple(one)[1:] for one in drawn["1994-1999"]] == [("1", 1995, "=A", "Bé.\n")]


def test_nothing_to_draw_is_an_error(draw):
    with pytest.raises(UserError, match="no paper to draw from the venue 'Nowhere'"):
        draw([paper("1")], source=venue_source("Nowhere"))
    with pytest.raises(UserError, match="no paper to draw from the file of ids"):
        draw([paper("1", 1980)], source=id_source({"1"}))


def test_short_periods_and_ids_that_are_no_papers_of_the_filter_are_named(tmp_path):
    sample = {"1994-1999": ["a", "b"], "2000-2004": [], "2015-2019": ["c"]}
    assert name_short_periods(sample, 2) == ["2000-2004 (0)", "2015-2019 (1)"]
    assert name_short_periods(sample, 0) == []
    papers = [
        write_papers(tmp_path / "a", [paper("1"), paper("2", in_csfcube=False)]),
        write_papers(tmp_path / "b", [paper("3")]),
    ]
    assert find_absent_ids(papers, COLUMN, {"1", "2", "3", "9"}) == ["2", "9"]


YEARS = st.lists(st.sampled_from([1990, 1994, 1999, 2002, 2017]), max_size=40)
GROUPS = st.dictionaries(st.integers(1, 39), st.integers(0, 3), max_size=15)


@settings(max_examples=60)
@given(YEARS, GROUPS, st.integers(1, 6), st.integers(0, 2**32 - 1), st.integers())
def test_a_sample_is_what_it_has_to_be(draw, years, groups, n, seed, order):
    rows = [paper(str(i), year) for i, year in enumerate(years)] + [paper("last", 2002)]
    twins = {str(i): f"{first}" for i, first in groups.items() if i > 3}
    sample = draw(rows, n=n, twins=twins, seed=seed)
    year_of = {row["paper_id"]: row["year"] for row in rows}

    assert list(sample) == NAMES
    for period, some in sample.items():
        assert all(name_period(year_of[one], PERIODS) == period for one in some)
        assert len(some) <= n
    drawn = [one for some in sample.values() for one in some]
    drawn_groups = Counter(twins.get(one, one) for one in drawn)
    assert all(count == 1 for count in drawn_groups.values())
    for one, year in year_of.items():  # a paper is left out for a reason
        period = name_period(year, PERIODS)
        assert (
            one in drawn
            or period not in sample
            or len(sample[period]) == n
            or twins.get(one, one) in drawn_groups
        )

    shuffled = Random(order).sample(rows, len(rows))
    cut = len(rows) // 3
    assert draw(shuffled[:cut], shuffled[cut:], n=n, twins=twins, seed=seed) == sample


def test_without_twins_more_papers_go_on_where_fewer_end(draw):
    rows = [paper(str(i), 1994 + i % 26) for i in range(500)]
    few, many = draw(rows, n=5), draw(rows, n=20)
    assert [len(some) for some in many.values()] == [20, 20, 20]
    assert {period: some[:5] for period, some in many.items()} == few
    assert draw(rows, n=5, seed=14) != few


def test_every_paper_is_drawn_about_as_often(draw):
    rows = [paper(str(i), 1995) for i in range(10)]
    counts = Counter(one for seed in range(300) for one in draw(rows, n=3, seed=seed)["1994-1999"])
    assert len(counts) == 10 and all(60 <= count <= 120 for count in counts.values())


@pytest.fixture(scope="module")
def arxiv(real_data, tmp_path_factory):
    """The first shard of real arXiv papers; computer science stands for the filter csfcube."""
    folder = tmp_path_factory.mktemp("arxiv")
    shard = real_data("s2orc-arxiv") / "metadata" / "metadata_0.jsonl.gz"
    files = ReadShard(*(folder / name for name in ("papers", "citations", "bad", "summary")))
    read_shards({"metadata_0": shard}, files)
    papers = pq.read_table(files.papers).drop_columns("line")
    in_csfcube = pa.array(["Computer Science" in some for some in papers["fields"].to_pylist()])
    tables.write_table(folder / "filtered", papers.append_column("in_csfcube", in_csfcube))
    return folder / "filtered"


def test_real_papers_of_a_venue_and_of_ids(arxiv, tmp_path):
    twins = write_twins(tmp_path / "twins", {})
    settings = (PERIODS, 20, 13)
    sample = sample_papers([arxiv], COLUMN, twins, venue_source("ARXIV:cs.cl"), *settings)
    rows = {row["paper_id"]: row for row in pq.read_table(arxiv).to_pylist()}
    assert len(sample["2015-2019"]) == 20
    for some in sample.values():
        for one in some:
            row = rows[one.paper_id]
            assert row["venue"] == "arXiv:cs.CL" and row["in_csfcube"]
            assert tuple(one)[2:] == (row["year"], row["title"], row["abstract"])
    short = {p for p, some in sample.items() if len(some) < 20}
    for first, last in PERIODS:
        total = sum(
            row["venue"] == "arXiv:cs.CL" and row["in_csfcube"] and first <= row["year"] <= last
            for row in rows.values()
        )
        assert (total < 20) == (f"{first}-{last}" in short)
    ids = [one.paper_id for some in sample.values() for one in some]
    assert sample_papers([arxiv], COLUMN, twins, id_source(ids), *settings) == sample
    assert find_absent_ids([arxiv], COLUMN, ids) == []
