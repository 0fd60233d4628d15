"""Citations looked up in a sorted file, against plain loops over all of them."""

import random

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io.tables import CITATIONS
from paperpool.workflow.corpus import neighbours
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.corpus.neighbours import CITED, CITING, Neighbours, sort_citations

from ..made.tables import write_rows

LONG = "木" * 5_000
"""An id that is too long for Parquet's statistics, and the last one."""


def make_edges():
    """Return citations of papers with few and many others, of themselves, and repeated ones."""
    rng = random.Random(3)
    ids = [f"W{rng.randrange(10**9)}" for _ in range(60)] + ["7", "70", "é", "木"]
    edges = [(rng.choice(ids), rng.choice(ids)) for _ in range(400)]
    edges += [("W5", cited) for cited in ids]  # more than a row group has
    edges += [("W6", "W6"), ("W7", "W6"), ("W7", "W6")]
    return edges


@pytest.fixture
def sort(tmp_path, monkeypatch):
    """Return a function: the path of a file of some edges sorted by an end, 16 a row group."""
    monkeypatch.setattr(neighbours, "GROUP_ROWS", 16)

    def write(edges, end, name="sorted", threads=1, **given):
        shards = []
        for number in range(3):
            shards.append(tmp_path / f"{number}.parquet")
            write_rows(shards[-1], edges[number::3], CITATIONS)
        with connect("200MB", tmp_path / "tmp", threads) as database:
            database.add_files("citations", shards)
            assert sort_citations(database, end, tmp_path / name, **given) == len(edges)
        return tmp_path / name

    return write


def look_up(path, end, ids):
    """Return the citations of ``ids`` as pairs, in the order in which they are found."""
    found = []
    for batch in Neighbours(path, end).read(ids):
        assert batch.schema.equals(CITATIONS) and batch.num_rows
        found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    return found


@pytest.mark.parametrize("end", [CITING, CITED])
def test_each_citation_of_the_wanted_papers_is_found_once(sort, end):
    edges = make_edges()
    path = sort(edges, end)
    assert pq.read_metadata(path).num_row_groups == -(-len(edges) // 16) > 20
    place = [CITING, CITED].index(end)
    known = sorted({edge[place] for edge in edges})
    rng = random.Random(5)
    drawn = [rng.sample(known, n) for n in (2, 3, 8, 30)]
    for ids in [[], ["0"], ["木木"], ["W5"], ["W6", "W6", "W7"], ["0", "W59"], *drawn, known]:
        expected = [edge for edge in edges if edge[place] in ids]
        assert look_up(path, end, ids) == sorted(
            expected, key=lambda edge: (edge[place], edge[1 - place])
        )


def test_each_paper_by_itself(sort):
    edges = make_edges()
    path = sort(edges, CITING)
    for paper in {citing for citing, _ in edges}:
        assert look_up(path, CITING, [paper]) == sorted(edge for edge in edges if edge[0] == paper)


@pytest.mark.parametrize("end", [CITING, CITED])
def test_ranges_and_threads_change_no_byte(sort, end):
    edges = make_edges()
    whole = sort(edges, end)
    for name, given in (("ranges", {"at_once": 100}), ("threads", {"threads": 3})):
        assert sort(edges, end, name, **given).read_bytes() == whole.read_bytes()


def test_row_groups_of_other_papers_are_not_read(sort):
    path = sort(make_edges(), CITING)
    first = pq.read_metadata(path).row_group(1).column(0)
    begin = first.dictionary_page_offset
    assert begin > 0
    with path.open("r+b") as file:
        file.seek(begin)
        file.write(b"\xff" * 40)
    last = max(citing for citing, _ in make_edges())
    assert look_up(path, CITING, [last])
    with pytest.raises(UserError, match="cannot be read"):
        look_up(path, CITING, [first.statistics.max])


def test_ids_that_have_no_statistics(sort):
    edges = [*make_edges(), *((LONG, cited) for cited in "abc")]
    path = sort(edges, CITING)
    metadata = pq.read_metadata(path)
    last = metadata.row_group(metadata.num_row_groups - 1)
    assert not last.column(0).statistics.has_min_max
    assert look_up(path, CITING, [LONG]) == [(LONG, cited) for cited in "abc"]
    beside = last.num_rows - 3  # of ids of a usual length in the same row group
    assert beside and look_up(path, CITING, ["木"])[-beside:] == sorted(edges)[-3 - beside : -3]


def test_a_corpus_without_citations(sort):
    assert look_up(sort([], CITED), CITED, ["a"]) == []


def test_a_file_that_is_sorted_otherwise_or_broken_off_is_an_error(sort, tmp_path):
    path = sort(make_edges(), CITING)
    with pytest.raises(UserError, match=f"not sorted by {CITED}"):
        Neighbours(path, CITED)

    broken = tmp_path / "broken.parquet"
    broken.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UserError, match="cannot be read") as raised:
        Neighbours(broken, CITING)
    [problem] = raised.value.problems
    assert problem.where == str(broken)
