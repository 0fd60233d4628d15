"""The benchmark of a real citation graph, looked up in the rows that it was made of."""

import gzip
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.corpus.keys import abstract_key, title_key
from paperpool.workflow.mdcr.building import BenchmarkSettings
from paperpool.workflow.mdcr.corpus import load_corpus
from paperpool.workflow.mdcr.pools import PoolSettings
from paperpool.workflow.mdcr.queries import QuerySettings, sample_queries

from ..made.mdcr_corpus import MadeCorpus, make_paper
from ..made.mdcr_plain import PlainCorpus
from ..made.mdcr_stages import Settings, build, check_against_plain, draw, invent_runs

CS = ("Computer Science",)
N_QUERIES = 86
"""Papers with an abstract that cite at least five others that have one."""

SETTINGS = Settings(
    QuerySettings((1900, 2100), CS, 60, 26, 20, 20, 5),
    PoolSettings(CS, 2100, (800,), 500, 1),
    BenchmarkSettings(CS, 2100, (), 200, 200, 5, 10),
    seed=0,
)


def find_same_papers(rows):
    """Return the first of its group for each paper that has the title or abstract of another."""
    first, by_key = {}, {}

    def find(i):
        while first.get(i, i) != i:
            i = first[i]
        return i

    for i, row in rows.items():
        for key in (("t", title_key(row["title"])), ("a", abstract_key(row["abstract"]))):
            if key[1] is not None:
                one, other = find(by_key.setdefault(key, i)), find(i)
                first[max(one, other)] = min(one, other)
    return {i: find(i) for i in rows if find(i) != i}


@pytest.fixture(scope="module")
def rows(real_data):
    """The rows of the ACL papers by id."""
    rows = {}
    for file in sorted((real_data("s2orc-acl") / "metadata").iterdir()):
        with gzip.open(file, "rt") as lines:
            rows |= {row["paper_id"]: row for row in map(json.loads, lines)}
    return rows


@pytest.fixture(scope="module")
def made(rows):
    """The rows as a corpus, without a least number of citations."""
    papers = {
        i: make_paper(
            i,
            row["year"],
            row["mag_field_of_study"],
            title=row["title"],
            abstract=row["abstract"],
            n_inbound=len(row["inbound_citations"]),
            in_mdcr=bool((row["title"] or "").strip())
            and len((row["abstract"] or "").strip()) >= 30,
        )
        for i, row in rows.items()
    }
    edges = {(i, c) for i, row in rows.items() for c in row["outbound_citations"] if c != i}
    return MadeCorpus(papers, sorted(edges), find_same_papers(rows))


@pytest.fixture(scope="module")
def real(made, tmp_path_factory):
    """The benchmark of all possible queries."""
    folder = tmp_path_factory.mktemp("real")
    corpus, written = PlainCorpus(made), made.write(folder / "corpus")
    drawn = draw(written, folder / "steps", SETTINGS)
    runs = invent_runs(corpus, drawn, folder / "runs", depth=200)
    built = build(written, drawn, runs, folder / "mdcr", SETTINGS)
    return SimpleNamespace(corpus=corpus, drawn=drawn, runs=runs, built=built, settings=SETTINGS)


def negatives_of(real):
    """Yield the query, type and id of each negative."""
    for split in ("val", "test"):
        for query, types in real.built.official(split)["Computer Science"].items():
            for kind, ids in types.items():
                yield from ((query, kind, i) for i in ids if kind != "true")


def test_there_are_86_possible_queries_and_no_more(made, real, tmp_path):
    queries = {row["query_id"] for row in real.drawn.field_queries()}
    assert len(queries) == N_QUERIES == 60 + 26
    written = made.write(tmp_path / "corpus")
    with connect("200MB", tmp_path / "tmp", 1) as database:
        load_corpus(database, written.files.papers, 0)
        database.add_files("citations", written.files.citations)
        with pytest.raises(UserError) as raised:
            more = replace(SETTINGS.queries, queries=61)
            files = written.twins, tmp_path / "queries", tmp_path / "cited"
            sample_queries(database, more, [], *files)
    [problem] = raised.value.problems
    assert problem.what == "Computer Science has 86 possible queries, and 87 are wanted."


def test_every_negative_in_the_rows_themselves(rows, real):
    n_negatives = 0
    listed = {}
    for query, _, i in negatives_of(real):
        own, other = rows[query], rows[i]
        assert i != query and i not in own["outbound_citations"]
        assert other["year"] <= own["year"]
        assert len(other["abstract"].strip()) >= 30 and other["title"].strip()
        for cited in (query, *own["outbound_citations"]):
            if cited in rows:
                assert other["abstract"].lower() != (rows[cited]["abstract"] or "").lower()
        listed.setdefault(query, []).append(i)
        n_negatives += 1
    assert all(len(ids) == len(set(ids)) for ids in listed.values()) and len(listed) == N_QUERIES
    assert n_negatives > N_QUERIES * 45


def test_graph_neighbours_in_the_rows_themselves(rows, real):
    """And all queries but six have ten."""
    short = []
    for row in real.drawn.field_queries():
        query, own = row["query_id"], set(rows[row["query_id"]]["outbound_citations"])
        found = [row for row in real.built.rows("graph") if row["query_id"] == query]
        for one in found:
            via = rows[one["via_id"]]
            neighbours = {*via["outbound_citations"], *via["inbound_citations"]}
            assert one["via_id"] in own and one["candidate_id"] in neighbours
            shared = len(own & neighbours) / min(len(own), len(neighbours))
            assert one["overlap"] == pytest.approx(shared)
        overlaps = [one["overlap"] for one in found]
        assert overlaps == sorted(overlaps, reverse=True)
        if len(found) < 10:
            short.append((query, len(found)))
    assert len(short) == 6
    fell_short = (real.built.folder / "shortfalls.csv").read_text()
    for query, n in short:
        assert f",{query},graph,10,{n}\n" in fell_short


def test_the_benchmark_is_that_of_the_plain_implementation(real):
    check_against_plain(real)
