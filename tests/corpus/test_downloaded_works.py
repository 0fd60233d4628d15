"""Works that were downloaded from OpenAlex's API by a filter are a corpus, abstracts included."""

import gzip
import json

import pytest

from paperpool.fetch.openalex_api import API, KEY
from paperpool.fetch.openalex_download import download_works
from paperpool.fetch.openalex_files import FILES, find_folder
from paperpool.workflow.corpus.inverted_index import rebuild_abstract

from ..made import openalex_server
from ..made.corpus_stage import run_corpus
from ..made.works import write_part


@pytest.fixture
def download(tmp_path, monkeypatch):
    """Return a function: the files of works that an API of this test's own has."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(KEY, openalex_server.KEY)

    def download(works):
        with openalex_server.serving(openalex_server.Api(works)) as api:
            monkeypatch.setenv(API, api.url)
            download_works(openalex_server.FILTER, waits=())
        return sorted(find_folder(openalex_server.FILTER).glob(FILES))

    return download


def run_stage(paths, folder):
    """Run the smallest corpus stage: every readable row of works is kept."""
    names = [path.name for path in paths]
    return run_corpus(paths, folder, openalex=names, filters={"none": {}})


def test_real_works_become_papers_with_their_abstracts(download, real_data, tmp_path):
    """155 of 200 have an abstract, and no key that was left out is missed."""
    sample = real_data("openalex-sample") / "works-2026-05-search.jsonl.gz"
    works = [json.loads(line) for line in gzip.decompress(sample.read_bytes()).splitlines()]
    stage = run_stage(download(works), tmp_path / "out")
    abstracts = [rebuild_abstract(work["abstract_inverted_index"])[0] for work in works]
    found = [paper["abstract"] for paper in stage.papers]
    assert sum(abstract is not None for abstract in found) == 155
    for abstract, expected in zip(found, abstracts, strict=True):
        if expected is None or not {"<", "&"} & set(expected):  # no tags, no entities
            assert abstract == expected
    assert stage.ids == [work["id"].rpartition("/")[2] for work in works]
    assert stage.bad == []
    whole = run_stage([write_part(tmp_path / "whole/works.gz", works)], tmp_path / "expected")
    assert (stage.papers, stage.citations) == (whole.papers, whole.citations)
