"""Tables of own papers in a configuration: their columns, and the filters that they allow."""

import pytest

from paperpool.workflow.config.loading import fill_defaults, list_notes, merge
from paperpool.workflow.config.source_checks import (
    choose_filters,
    find_filter_problems,
    find_source_problems,
)

from ..made.own_tables import write_csv, write_json_lines

CITED = {"year": "y", "cited_by": "n"}
ARXIV = {"fields": "f", "arxiv_id": "x"}


@pytest.fixture
def configure(base, tmp_path):
    """Return a configuration whose corpus is a table with these columns named."""

    def configure(columns, further=(), **corpus):
        table = {"table": str(tmp_path / "papers.csv"), **columns}
        overlay = {"run": "x", "data": {"s2orc": [table, *further]}, "corpus": corpus}
        return merge(base, overlay)

    return configure


@pytest.mark.parametrize(
    ("columns", "corpus", "filters"),
    [
        ({}, {}, ["none"]),
        (CITED, {}, ["mdcr"]),
        (ARXIV, {}, ["csfcube"]),
        (CITED | ARXIV, {}, ["csfcube", "mdcr"]),
        ({"year": "y", "citations": "c"}, {"mdcr": {"citations": "outbound"}}, ["mdcr"]),
        ({}, {"csfcube": {"field": None, "arxiv_only": False}}, ["csfcube"]),
        ({}, {"filters": ["mdcr"]}, ["mdcr"]),
    ],
)
def test_filters_that_nobody_named_are_those_that_the_tables_allow(
    configure, columns, corpus, filters
):
    config = configure(columns, **corpus)
    assert choose_filters(config) == filters
    assert choose_filters(configure(columns, ["m.gz"], **corpus)) == filters
    filled = fill_defaults(config)
    assert filled["corpus"]["filters"] == filters
    is_told = "filters" not in corpus and filters != ["csfcube", "mdcr"]
    assert any("corpus.filters is [" in note for note in list_notes(config)) == is_told


def test_without_a_table_the_filters_are_as_ever(base):
    assert fill_defaults(base)["corpus"]["filters"] == ["csfcube", "mdcr"]
    assert list_notes(base) == []


def test_a_filter_that_the_tables_cannot_serve_is_named(problems, tmp_path):
    path = write_csv(tmp_path / "papers.csv")
    table = {"table": str(path)}
    overlay = {"run": "x", "data": {"s2orc": [table]}, "corpus": {"filters": ["mdcr", "none"]}}
    [found] = problems(overlay)
    assert found.where == "corpus.filters"
    assert found.what.endswith("needs columns that the table does not name: year, cited_by.")


def test_only_the_columns_that_a_table_does_not_name_are_told(configure, tmp_path):
    config = configure({"year": "y"}, filters=["mdcr"])
    [found] = find_filter_problems(["mdcr"], config)
    assert found.what == "The filter mdcr needs columns that the table does not name: cited_by."
    other = {"table": str(tmp_path / "papers.csv"), "cited_by": "n"}
    config = configure({"year": "y"}, [other], filters=["mdcr"])
    [found] = find_filter_problems(["mdcr"], config)
    assert found.what.endswith("needs columns that some tables do not name: year, cited_by.")
    config = configure({"year": "y", "cited_by": "n"}, mdcr={"citations": "both"}, filters=["mdcr"])
    [found] = find_filter_problems(["mdcr"], config)
    assert found.what.endswith("does not name: citations.")
    [note] = list_notes(configure({"year": "y"}))
    assert "names no columns for csfcube (fields, arxiv_id) and mdcr (cited_by)." in note


@pytest.mark.parametrize(
    ("conditions", "missing"),
    [
        ({"language": ["en"], "years": [2010, None]}, "language, year"),
        ({"language": ["en", None], "years": [2010, None]}, "year"),
        ({"language": ["en", None], "source": ["arxiv"]}, None),
    ],
)
def test_an_own_filter_needs_the_columns_that_a_paper_may_not_lack(base, conditions, missing):
    own = {"name": "own", **conditions}
    data = {"s2orc": [{"table": "papers.csv"}]}
    config = merge(base, {"run": "x", "data": data, "corpus": {"filters": [own]}})
    found = [problem.what for problem in find_filter_problems([own], config)]
    if missing is None:
        assert found == []
    else:
        named = f"needs columns that the table does not name: {missing}."
        assert found == [f"The filter own {named}"]


def test_pools_without_citations_are_told_of(configure):
    config = merge(configure({}), {"pools": {"queries": "q.csv"}})
    assert any("source cited of the pools gives nothing" in note for note in list_notes(config))
    config = merge(configure({"citations": "c"}), {"pools": {"queries": "q.csv"}})
    assert not any("source cited" in note for note in list_notes(config))


def test_the_columns_of_tables_are_looked_for(tmp_path):
    path = write_csv(tmp_path / "papers.csv")
    [problem] = find_source_problems([{"table": str(path), "year": "yaer"}])
    assert problem.where == "data.s2orc.0.year" and "no column 'yaer'" in problem.what
    assert "Its columns: id, title, abstract (CSV, separated by commas, UTF-8)" in problem.hint
    [problem] = find_source_problems([{"table": "no/papers.csv"}])
    assert problem.where == "data.s2orc.0.table" and problem.what.startswith("No file matches")


def test_a_file_that_is_no_table_is_told_before_a_job_starts(tmp_path):
    (tmp_path / "papers.parquet").write_bytes(b"PAR1" + b"\0" * 50)
    [problem] = find_source_problems([{"table": str(tmp_path / "papers.parquet")}])
    assert problem.where == "data.s2orc.0.table" and problem.hint == "Get the file again."
    assert "papers.parquet cannot be read: its Parquet data is damaged" in problem.what
    (tmp_path / "papers.csv").write_text("<!DOCTYPE html>\n<html>")
    [problem] = find_source_problems([{"table": str(tmp_path / "papers.csv")}])
    assert "It is no table, but an HTML page" in problem.what


def test_the_documents_of_a_beir_folder_are_a_table(tmp_path):
    path = write_json_lines(tmp_path / "corpus.jsonl")
    [first, *_] = find_source_problems([{"beir": str(tmp_path)}])
    assert first.where == "data.s2orc.0.beir" and "no column '_id'" in first.what
    path.write_text('{"_id": "1", "title": "", "text": "a"}\n')
    assert [*find_source_problems([{"beir": str(tmp_path)}])] == []
    [problem] = find_source_problems([{"beir": str(tmp_path / "no")}])
    assert problem.where == "data.s2orc.0.beir"
