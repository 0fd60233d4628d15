"""A made corpus, its queries and pools, and a benchmark built of made runs."""

from types import SimpleNamespace

import pytest

from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.text.analysis import analyze

from ..made.mdcr_corpus import random_corpus
from ..made.mdcr_plain import PlainCorpus
from ..made.mdcr_stages import Settings, build, draw, invent_runs


def run_all(corpus, folder, settings, n_shards=1, shuffled=None):
    """Run every stage over a corpus; the runs are invented."""
    written = corpus.write(folder / "corpus", n_shards, shuffled)
    drawn = draw(written, folder / "steps", settings)
    plain = PlainCorpus(corpus)
    runs = invent_runs(plain, drawn, folder / "runs")
    built = build(written, drawn, runs, folder / "mdcr", settings)
    return SimpleNamespace(
        made=corpus,
        corpus=plain,
        written=written,
        drawn=drawn,
        runs=runs,
        built=built,
        settings=settings,
    )


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """MDCR of a corpus of 500 papers."""
    return run_all(random_corpus(1), tmp_path_factory.mktemp("mdcr"), Settings())


@pytest.fixture(scope="session")
def built(small):
    """The benchmark that was built, as a collection; and the terms of its papers by id."""
    ends = {"": "json", "_data": "jsonl"}
    collection = read_mdcr(
        {
            f"{split}{name}": small.built.folder / f"{split}.{end}"
            for split in ("val", "test")
            for name, end in ends.items()
        }
    )
    return collection, {i: analyze(collection.document_text(i)) for i in collection.papers}
