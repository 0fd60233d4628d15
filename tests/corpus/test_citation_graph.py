"""The summary of the citation graph: a small one counted by hand."""

import json

from paperpool.io.tables import CITATIONS, PAPERS
from paperpool.workflow.corpus.citation_graph import summarise_graph

from ..made.corpus_stage import DUCKDB_LIMITS
from ..made.tables import write_rows


def test_a_small_graph(tmp_path):
    years = {"a": 2001, "b": 2003, "c": None, "d": 2000, "e": 2000, "f": 2002, "g": 2002}
    edges = ["ab", "ba", "bc", "de", "dd", "ab", "ax", "xa"]  # x is no paper of the corpus
    rows = [{"paper_id": i, "year": year} for i, year in years.items()]
    papers = write_rows(tmp_path / "papers.parquet", rows, PAPERS)
    citations = write_rows(tmp_path / "citations.parquet", edges, CITATIONS)
    made, limits = tmp_path / "graph.json", DUCKDB_LIMITS | {"temp_directory": tmp_path}
    summarise_graph([papers], [citations], made, limit=8, **limits)
    assert json.loads(made.read_text()) == {
        "citations": 8, "limit": 8, "papers": 7,
        "edges": 5, "dated": 4, "forward": 1, "own": 1,
        "components": 4, "largest_component": 3,
        "circles": 1, "in_circles": 2, "largest_circle": 2,
        "in_degrees": {"0": 2, "1": 5},
    }  # fmt: skip
    summarise_graph([papers], [citations], made, limit=7, **limits)
    assert json.loads(made.read_text()) == {"citations": 8, "limit": 7}
