"""Joining the bulk datasets: each abstract and citation finds its paper, or is counted."""

import pyarrow.parquet as pq
import pytest

from paperpool.io.files import read_json
from paperpool.workflow.corpus import bulk_join
from paperpool.workflow.corpus.bulk_join import ROUTED, join_shard, route_rows
from paperpool.workflow.corpus.bulk_rows import ReadBulkShard, read_bulk_shard
from paperpool.workflow.corpus.selection import ROWS
from paperpool.workflow.corpus.shards import EDGES, READABLE, ReadShard

from ..made.shards import make_abstract, make_citation, make_paper, write_shard
from ..made.tables import write_rows

PAPERS = [
    [make_paper(3), b"", make_paper("1")],
    [],
    [make_paper(2), b"[]", make_paper(1, title="Again", publicationtypes=["Review"])],
]


@pytest.fixture
def limits(tmp_path):
    return {"memory_limit": "200MB", "threads": 1, "temp_directory": tmp_path / "spill"}


@pytest.fixture
def read(tmp_path):
    """Return a function: the tables that are read from rows of a dataset."""

    def read(dataset, name, rows):
        start = tmp_path / dataset / name
        path = write_shard(start.with_suffix(".jsonl"), rows)
        files = ReadBulkShard(f"{start}.rows", f"{start}.quarantine", f"{start}.summary")
        read_bulk_shard(path, name, dataset, files)
        return files

    return read


@pytest.fixture
def papers(read):
    return [read("papers", f"p{number}", rows) for number, rows in enumerate(PAPERS)]


def rows_of(path):
    return [tuple(row.values()) for row in pq.read_table(path).to_pylist()]


def test_abstracts_go_to_the_places_of_their_papers(tmp_path, read, papers, limits):
    texts = [(2, "Two."), (9, "Nine."), ("1", "One."), (1, "One again."), (3, None)]
    rows = [make_abstract(one, abstract=text) for one, text in texts]
    of = read("abstracts", "a", rows)
    write_rows(tmp_path / "repeated", [("a", 4), ("b", 1)], ROWS)
    tables = [files.rows for files in papers]
    output = (tmp_path / "routed", tmp_path / "counts")
    of_shard = {"shard": "a", "repeated": tmp_path / "repeated"}
    route_rows("abstracts", of.rows, tables, *output, **of_shard, **limits)
    routed = pq.read_table(tmp_path / "routed")
    assert routed.schema == ROUTED["abstracts"]
    assert rows_of(tmp_path / "routed") == [
        (0, 1, None),
        (0, 3, "One."),
        (2, 1, "Two."),
        (2, 3, "One."),  # the paper's id stands twice, too: its later row is quarantined later on
    ]
    assert read_json(tmp_path / "counts") == {"joined": 3, "repeated": 1, "without_paper": 1}


def test_citations_go_to_the_places_of_the_citing_papers(tmp_path, read, papers, limits):
    ends = [(3, 7), (3, "10"), (9, 3), (3, 3), (2, None), (None, 2), (None, None), ("2", 7), (3, 7)]
    of = read("citations", "c", [make_citation(*pair) for pair in ends])
    tables = [files.rows for files in papers]
    output = (tmp_path / "routed", tmp_path / "counts")
    route_rows("citations", of.rows, tables, *output, **limits)
    assert pq.read_table(tmp_path / "routed").schema == ROUTED["citations"]
    expected = [*[(0, 1, "10"), (0, 1, "3"), (0, 1, "7"), (0, 1, "7")], (2, 1, "7")]
    assert rows_of(tmp_path / "routed") == expected
    assert read_json(tmp_path / "counts") == {"joined": 5, "unresolved": 3, "without_paper": 1}


def write_routed(path, dataset, rows):
    return write_rows(path, rows, ROUTED[dataset])


def test_papers_are_joined_with_their_own_part(tmp_path, papers, limits):
    abstracts = [
        write_routed(tmp_path / "a0", "abstracts", [(0, 1, "Not of this shard."), (2, 1, "Two.")]),
        write_routed(tmp_path / "a1", "abstracts", []),
    ]
    citations = [
        write_routed(tmp_path / "c0", "citations", [(0, 1, "5"), (2, 1, "7"), (2, 1, "7")]),
        write_routed(tmp_path / "c1", "citations", [(2, 1, "10"), (2, 1, "2"), (3, 1, "5")]),
    ]
    output = ReadShard(*(tmp_path / "out" / name for name in ("p", "c", "q", "s")))
    join_shard(papers[2], 2, abstracts, citations, output, **limits)

    joined = pq.read_table(output.papers)
    assert joined.schema == READABLE
    first, second = joined.to_pylist()
    assert first == {
        "paper_id": "2",
        "title": "Title number 2",
        "abstract": "Two.",
        "year": 2019,
        "fields": ["Computer Science"],
        "arxiv_id": "1901.2",
        "acl_id": None,
        "doi": None,
        "venue": "A venue",
        "n_outbound": 4,
        "n_inbound": 3,
        "sentences": None,
        "labels": None,
        "marks": None,
        "mag_id": 52,
        "language": None,
        "types": None,
        "topics": None,
        "sources": None,
        "line": 1,
    }
    left_out = ("title", "abstract", "n_outbound", "types", "line")
    assert [second[name] for name in left_out] == ["Again", None, 0, ["Review"], 3]
    assert pq.read_schema(output.citations) == EDGES
    assert rows_of(output.citations) == [("2", "10", 1), ("2", "7", 1)]
    assert rows_of(output.quarantine) == [("p2", 2, "not_an_object", None, "[]")]
    expected = {"read": 3, "readable": 2, "quarantined": {"not_an_object": 1}}
    assert read_json(output.summary) == expected


def test_a_shard_without_papers(tmp_path, papers, limits):
    abstracts = write_routed(tmp_path / "a", "abstracts", [(0, 1, "One.")])
    citations = write_routed(tmp_path / "c", "citations", [(2, 1, "7")])
    output = ReadShard(*(tmp_path / "out" / name for name in ("p", "c", "q", "s")))
    join_shard(papers[1], 1, [abstracts], [citations], output, **limits)
    assert pq.read_table(output.papers).equals(READABLE.empty_table())
    assert pq.read_table(output.citations).equals(EDGES.empty_table())


@pytest.mark.parametrize("threads", [2, 4])
def test_any_number_of_threads_gives_the_same_bytes(tmp_path, read, limits, monkeypatch, threads):
    monkeypatch.setattr(bulk_join, "BATCH_ROWS", 5000)
    n = 20_000
    papers = [
        read("papers", f"p{part}", [make_paper(i) for i in range(part, n, 2)]) for part in (0, 1)
    ]
    abstracts = read("abstracts", "a", [make_abstract(7 * i % n) for i in range(n)])
    citations = read("citations", "c", [make_citation(3 * i % n, i % 11) for i in range(n)])
    write_rows(tmp_path / "repeated", [], ROWS)
    tables = [files.rows for files in papers]
    for folder, of_run in ((tmp_path / "one", 1), (tmp_path / "more", threads)):
        run = {**limits, "threads": of_run}
        of_abstracts, of_citations = folder / "a", folder / "c"
        of_shard = {"shard": "a", "repeated": tmp_path / "repeated"} | run
        route_rows("abstracts", abstracts.rows, tables, of_abstracts, folder / "an", **of_shard)
        route_rows("citations", citations.rows, tables, of_citations, folder / "cn", **run)
        output = ReadShard(*(folder / name for name in ("p", "e", "q", "s")))
        join_shard(papers[1], 1, [of_abstracts], [of_citations], output, **run)
    assert pq.read_metadata(tmp_path / "one" / "p").num_row_groups == 2
    for one in (tmp_path / "one").iterdir():
        assert one.read_bytes() == (tmp_path / "more" / one.name).read_bytes(), one.name
