"""The sources of a corpus: files by kind, each once, sorted."""

import pytest

from paperpool.workflow.corpus.sources import (
    KINDS,
    expand_globs,
    has_citations,
    list_sources,
    source_patterns,
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory, with a few files."""
    folder = tmp_path / "a"
    (folder / "deep").mkdir(parents=True)
    for name in ("m_1.gz", "m_0.gz", "x[1].gz", "deep/m_2.gz", "p_0.gz", "a_0.gz", "c_0.gz"):
        (folder / name).touch()
    monkeypatch.chdir(folder)
    return folder


def test_globs_and_files_are_found_once_and_sorted(folder):
    assert expand_globs(["m_*.gz", "m_1.gz"]) == ["m_0.gz", "m_1.gz"]
    assert expand_globs(["../a/m_*.gz"]) == ["../a/m_0.gz", "../a/m_1.gz"]
    assert expand_globs([f"{folder}/*.gz"])[0] == f"{folder}/a_0.gz"
    assert expand_globs(["**/m_*.gz"]) == ["deep/m_2.gz", "m_0.gz", "m_1.gz"]


def test_a_name_with_wildcards_means_itself_and_a_folder_nothing(folder):
    assert expand_globs(["x[1].gz"]) == ["x[1].gz"]
    assert expand_globs(["deep", "no-such.gz"]) == []


def test_sources_of_every_kind_are_gathered(folder):
    bulk = {"papers": ["p_*.gz"], "abstracts": ["a_0.gz", "a_*.gz"], "citations": ["c_0.gz"]}
    more = {**bulk, "abstracts": ["x[1].gz"]}
    released, works = {"csfcube_abstracts": ["x*.gz"]}, {"openalex": ["**/m_2.gz"]}
    assert list_sources(["m_1.gz", bulk, released, "m_*.gz", works, more]) == {
        "metadata": ["m_0.gz", "m_1.gz"],
        "csfcube_abstracts": ["x[1].gz"],
        "openalex": ["deep/m_2.gz"],
        "table": [],
        "cystic_fibrosis": [],
        "papers": ["p_0.gz"],
        "abstracts": ["a_0.gz", "x[1].gz"],
        "citations": ["c_0.gz"],
    }
    assert list_sources([]) == {kind: [] for kind in KINDS}


def test_the_patterns_of_one_source():
    assert source_patterns("m_*.gz") == {"metadata": ["m_*.gz"]}
    bulk = {"citations": ["c"], "papers": ["p", "q"], "abstracts": ["a"]}
    assert source_patterns(bulk) == bulk
    assert list(source_patterns(bulk)) == ["papers", "abstracts", "citations"]
    assert source_patterns({"csfcube_abstracts": ["r"]}) == {"csfcube_abstracts": ["r"]}
    assert source_patterns({"openalex": ["w", "v"]}) == {"openalex": ["w", "v"]}


def test_the_documents_of_a_beir_folder_may_be_packed(tmp_path):
    source = {"beir": str(tmp_path)}
    plain = {"table": [str(tmp_path / "corpus.jsonl")]}
    assert source_patterns(source) == plain  # which is not there
    (tmp_path / "corpus.jsonl.gz").touch()
    assert source_patterns(source) == {"table": [str(tmp_path / "corpus.jsonl.gz")]}
    (tmp_path / "corpus.jsonl").touch()
    assert source_patterns(source) == plain


def test_released_abstracts_alone_have_no_citations():
    released = {"csfcube_abstracts": ["r"]}
    bulk = {"citations": ["c"], "papers": ["p"], "abstracts": ["a"]}
    assert not has_citations(None) and not has_citations([released, released])
    assert has_citations([released, "m"]) and has_citations([bulk])
