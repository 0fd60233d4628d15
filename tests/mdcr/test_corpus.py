"""MDCR's view of the corpus: its papers, and those that are never negatives."""

from paperpool.workflow.corpus.database import connect
from paperpool.workflow.mdcr.corpus import load_corpus

from ..made import mdcr_plain as plain
from ..made.mdcr_corpus import MadeCorpus, make_paper
from ..made.mdcr_stages import loaded


def test_papers_without_a_year_or_the_filters_leave_are_not_prefiltered(tmp_path):
    papers = [
        make_paper("kept", 2018, None),
        make_paper("no year", None, ["Art"]),
        make_paper("dropped", 2018, ["Art"], in_mdcr=False),
    ]
    corpus = MadeCorpus({paper["paper_id"]: paper for paper in papers}, [("kept", "x")])
    with connect("200MB", tmp_path / "tmp", 1) as database:
        load_corpus(database, corpus.write(tmp_path / "corpus", 2).files.papers, 0)
        assert database.fetch("SELECT paper_id FROM prefiltered")["paper_id"].to_pylist() == [
            "kept"
        ]
        assert len(database.fetch("FROM corpus")) == 3
        [draw] = database.fetch("SELECT draw('a text') AS key")["key"].to_pylist()
        assert draw == plain.key(0, "a text")


def test_a_query_whom_it_cites_and_every_twin_of_these_are_never_negatives(small, tmp_path):
    with loaded(small.written, small.drawn, tmp_path / "tmp") as database:
        rows = database.fetch("SELECT query_id, candidate_id FROM never").to_pylist()
    pairs = [(row["query_id"], row["candidate_id"]) for row in rows]
    queries = {row["query_id"] for row in small.drawn.rows("queries")}
    expected = {(query, i) for query in queries for i in small.corpus.never(query)}
    assert set(pairs) == expected and len(pairs) == len(expected)
