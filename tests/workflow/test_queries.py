"""Queries of the pools: from the collection, from a filled sheet, and missing ones."""

import csv

import pyarrow.parquet as pq
import pytest

from .conftest import Workplace

DEMO = {"papers": 600, "shards": 2, "queries": 6}
SHEET = "results/queries/pools/query_sheet.csv"
LIST = "results/queries/pools/queries.csv"


@pytest.fixture(scope="module")
def workplace(root, tmp_path_factory):
    return Workplace(root, tmp_path_factory.mktemp("queries"))


@pytest.fixture(scope="module")
def call(workplace):
    """Return a function: call for a file of the run with some settings of the pools."""

    def run(target, pools=None, check=True, **settings):
        settings = {"run": "queries", "demo": DEMO, "pools": pools or {}} | settings
        return workplace.run(target, check=check, **settings)

    return run


def read(workplace, path):
    with (workplace.folder / path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_queries_of_the_collection(call, workplace):
    call(LIST)
    released = read(workplace, "results/queries/demo/csfcube/queries-release.csv")
    queries = read(workplace, LIST)
    assert len(queries) == 6 and {query["quota"] for query in queries} == {"12"}
    pairs = {(query["query_id"], facet) for query in queries for facet in query["facets"].split()}
    assert pairs == {(row["pid"], row["facet"]) for row in released}
    counts = read(workplace, "results/queries/pools/query_types.csv")
    assert sum(int(row["n"]) for row in counts if row["facet"] == "any") == 6


def test_a_sheet_is_drawn_filled_in_and_read(call, workplace):
    settings = {"venue": "acl", "per_period": 4}
    finished = call(SHEET, {"sample": settings})
    rows = read(workplace, SHEET)
    n_of = {row["period"]: 0 for row in rows}
    for row in rows:
        n_of[row["period"]] += 1
    assert rows and max(n_of.values()) <= 4
    assert (sum(n_of.values()) < 20) == ("Periods with fewer than 4 papers" in finished.output)
    again = (workplace.folder / SHEET).read_bytes()
    (workplace.folder / SHEET).unlink()
    call(SHEET, {"sample": settings})
    assert (workplace.folder / SHEET).read_bytes() == again

    for row in rows[:3]:
        row |= {"paper_type": "Theoretical", "rating": "4", "chosen": "result"}
    filled = workplace.folder / "filled.csv"
    with filled.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    first = rows[0]["paper_id"]
    call(LIST, {"queries": "filled.csv", "quotas": {int(first): 33}})
    queries = read(workplace, LIST)
    assert [query["query_id"] for query in queries] == sorted(row["paper_id"] for row in rows[:3])
    assert {query["facets"] for query in queries} == {"result"}
    assert {query["query_id"]: query["quota"] for query in queries}[first] == "33"
    assert sorted(query["quota"] for query in queries) == ["12", "12", "33"]


def test_chosen_papers_are_kept_though_the_filter_would_drop_them(call, workplace):
    call(LIST)
    corpus = workplace.folder / "results/queries/corpus"
    kept = set(pq.read_table(corpus / "papers")["paper_id"].to_pylist())
    rows = pq.read_table(sorted((corpus / "steps/read").glob("*.papers.parquet"))).to_pylist()
    dropped = [row["paper_id"] for row in rows if row["paper_id"] not in kept]
    with_text = {row["paper_id"] for row in rows if row["abstract"]}
    chosen = next(paper_id for paper_id in dropped if paper_id in with_text)
    bare = next(paper_id for paper_id in dropped if paper_id not in with_text)
    for paper_id in (bare, chosen):
        (workplace.folder / "one.csv").write_text(f"pid;facet\n{paper_id};method\n")
        finished = call(LIST, {"queries": "one.csv"}, check=paper_id == chosen)
        if paper_id == bare:
            assert f"Queries without an abstract in the corpus: {bare}." in finished.output
    assert [row["query_id"] for row in read(workplace, LIST)] == [chosen]
    papers = pq.read_table(corpus / "papers", filters=[("paper_id", "=", chosen)]).to_pylist()
    assert [(row["in_csfcube"], row["in_mdcr"]) for row in papers] == [(True, True)]


@pytest.mark.parametrize(
    ("target", "pools", "settings", "words"),
    [
        (SHEET, {}, {}, "Hint: Set pools.sample.venue"),
        (SHEET, {"sample": {"venue": "Nowhere"}}, {}, "no paper to draw from the venue 'Nowhere'"),
        (LIST, {"quotas": {"5": 1}}, {}, "Papers with a quota that are no queries: 5."),
        (LIST, {"queries": "ids.txt"}, {}, "Queries that are no papers of the corpus: x1, x2."),
        (
            LIST,
            {},
            {"corpus": {"filters": ["mdcr", "none"]}},
            "needs pools.filter, which is null where corpus.filters names mdcr, none.",
        ),
    ],
)
def test_what_a_user_can_mend_is_told(call, workplace, target, pools, settings, words):
    (workplace.folder / "ids.txt").write_text("x1\nx2\n")
    finished = call(target, pools, check=False, **settings)
    assert finished.returncode != 0 and words in finished.output
    assert "Traceback (most recent call last)" not in finished.output


def test_a_sheet_is_drawn_before_there_is_a_query(workplace):
    (workplace.folder / "metadata_0.jsonl").touch()
    settings = {"run": "own", "data": {"s2orc": ["metadata_0.jsonl"]}}
    settings["pools"] = {"sample": {"venue": "acl"}}
    sheet = "results/own/pools/query_sheet.csv"
    assert "sample_queries" in workplace.run(sheet, "-n", **settings).jobs()
    filters = ["--config", "corpus={filters: [mdcr, none]}"]
    failed = workplace.fail(sheet, "-n", *filters, **settings)
    assert "The query sheet needs pools.filter" in failed.output
    assert "Hint: Set pools.filter in an overlay." in failed.output
