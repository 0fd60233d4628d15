"""Hand-made rows and shards, and the whole corpus stage over them."""

import pytest

from ..made.corpus_stage import run_bulk, run_corpus
from ..made.shards import write_shards


@pytest.fixture
def run_stage(tmp_path):
    """Run the corpus stage over shards given as {name: lines, or the file's bytes}."""

    def run(shards, **settings):
        paths = write_shards(tmp_path / "shards", shards)
        return run_corpus(paths, tmp_path / "out", **settings)

    return run


@pytest.fixture
def run_bulk_stage(tmp_path):
    """Run the corpus stage over bulk datasets, each given as {name: lines, or bytes}."""

    def run(papers, abstracts, citations, **settings):
        contents = {"papers": papers, "abstracts": abstracts, "citations": citations}
        paths = {
            dataset: write_shards(tmp_path / "shards" / dataset, shards)
            for dataset, shards in contents.items()
        }
        return run_bulk(paths, tmp_path / "out", **settings)

    return run
