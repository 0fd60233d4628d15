"""The cystic fibrosis collection as a source: one group a folder, citations from both lists."""

import json

import pyarrow.parquet as pq
import pytest

from paperpool.workflow.config.source_checks import find_source_problems
from paperpool.workflow.corpus.groups import add_counts, make_parts
from paperpool.workflow.corpus.names import list_shards
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.corpus.sources import (
    CYSTIC_FIBROSIS,
    has_citations,
    list_sources,
    name_data,
)

from ..made.cystic_fibrosis import write_collection


@pytest.fixture
def read(tmp_path):
    """The tables that the one group of a folder is read to."""
    write_collection(tmp_path / "its")
    source = {"cystic_fibrosis": str(tmp_path / "its")}
    shards = list_shards(list_sources([source]))
    parts = make_parts(shards, {}, 0, (), (CYSTIC_FIBROSIS,))
    [part] = parts.values()
    assert part.shards == ["cf74.xml", "cf75.xml"] and part.kind == CYSTIC_FIBROSIS
    names = ("papers", "citations", "quarantine", "summary")
    output = ReadShard(**{name: tmp_path / name for name in names})
    read_shards(dict(zip(part.shards, part.files, strict=True)), output, kind=part.kind)
    return output


def test_papers_have_the_metadata_that_filters_ask_for(read):
    papers = pq.read_table(read.papers).to_pylist()
    assert [row["paper_id"] for row in papers] == ["cf1", "cf2", "cf3", "cf4"]
    first, _, third, chapter = papers
    assert first["title"] == "Mucus and calcium." and first["abstract"] == "The text of 1 > 0."
    assert (first["year"], first["fields"], first["venue"]) == (1974, ["Medicine"], "Thorax")
    assert (first["n_inbound"], third["n_outbound"], chapter["year"]) == (2, 2, 1975)


def test_a_citation_is_known_from_either_list(read):
    edges = pq.read_table(read.citations, columns=["citing_id", "cited_id"]).to_pylist()
    # 3 names 1 among its references; that it cites 2 stands in the list of 2 alone
    assert [tuple(edge.values()) for edge in edges] == [("cf3", "cf1"), ("cf3", "cf2")]


def test_references_without_a_paper_are_counted_by_reason(read):
    shards = json.loads(read.summary.read_text())["shards"]
    assert shards["cf74.xml"]["references"] == {
        "cites": {"year_without_papers": 1, "no_volume_or_page": 1},
        "cited_by": {"resolved": 2, "no_year": 1, "no_paper_there": 1},
    }
    assert add_counts(shards.values())["references"] == {
        "cites": {
            "year_without_papers": 1,
            "no_volume_or_page": 1,
            "resolved": 1,
            "another_paper_there": 1,
        },
        "cited_by": {"resolved": 2, "no_year": 1, "no_paper_there": 1},
    }


def test_a_record_without_its_number_is_quarantined_and_counted(read, tmp_path):
    file = tmp_path / "its/cf74.xml"
    start = file.read_text().removesuffix("</root>\n")
    file.write_text(f"{start}<RECORD>\n<TITLE>No number.</TITLE>\n</RECORD>\n</root>\n")
    read_shards({"cf74.xml": file}, read, kind=CYSTIC_FIBROSIS)
    counts = json.loads(read.summary.read_text())
    assert (counts["read"], counts["readable"]) == (3, 2)
    assert counts["quarantined"] == {"missing_key": 1}
    [row] = pq.read_table(read.quarantine).to_pylist()
    assert (row["shard"], row["line"]) == ("cf74.xml", start.count("\n") + 1)
    assert "No number." in row["text"]
    assert pq.read_table(read.papers)["paper_id"].to_pylist() == ["cf1", "cf2"]


def test_the_source_knows_its_citations_and_its_origin(tmp_path):
    source = {"cystic_fibrosis": str(tmp_path)}
    assert has_citations([source]) and name_data(source) == ["cystic_fibrosis"]
    [problem] = find_source_problems([source])
    assert problem.where == "data.s2orc.0.cystic_fibrosis"
    assert "paperpool fetch cystic_fibrosis" in problem.hint
