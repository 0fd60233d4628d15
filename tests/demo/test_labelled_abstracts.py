"""Labelled abstracts of the demo: in CSAbstruct's form, papers of the corpus, no paper twice."""

from collections import Counter

from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo.labelled_abstracts import (
    N_ABSTRACTS,
    count_abstracts,
    write_labelled_abstracts,
)
from paperpool.extras.demo.papers import compose_papers
from paperpool.workflow.facets.csabstruct import read_split

LABELS = default_scheme().labels


def read(folder):
    return {split: read_split(folder / f"{split}.jsonl") for split in N_ABSTRACTS}


def test_the_splits_are_read_back_and_share_nothing(tmp_path, plan):
    write_labelled_abstracts(plan, (), tmp_path)
    splits = read(tmp_path)
    assert {split: len(abstracts) for split, abstracts in splits.items()} == N_ABSTRACTS
    texts = [abstract.sentences for abstracts in splits.values() for abstract in abstracts]
    assert len(set(texts)) == len(texts)
    labels = Counter(label for abstract in splits["train"] for label in abstract.labels)
    assert set(labels) == set(LABELS)
    composed = {p.text.sentences: p.text.labels for p in compose_papers(plan, range(len(plan)))}
    for abstract in splits["test"]:
        assert composed[abstract.sentences] == abstract.labels
        assert set(abstract.confidences) == {1.0}


def test_papers_to_label_later_are_taken_only_when_others_are_short(tmp_path, plan):
    # a pattern filled alike can be the abstract of two papers: those are left out of the count
    composed = list(compose_papers(plan, range(len(plan))))
    owners = Counter(paper.text.sentences for paper in composed)
    papers = {p.text.sentences: p.paper_id for p in composed if owners[p.text.sentences] == 1}

    def drawn(later, name):
        write_labelled_abstracts(plan, later, tmp_path / name)
        abstracts = [a for split in read(tmp_path / name).values() for a in split]
        assert len(abstracts) == sum(N_ABSTRACTS.values())
        return {papers[a.sentences] for a in abstracts if a.sentences in papers}

    first = drawn((), "any")
    assert len(first) > 90 and not first & drawn(first, "others")
    assert drawn({paper.paper_id for paper in composed}, "all") == first


def test_a_small_corpus_has_fewer_of_them():
    assert count_abstracts(3000) == count_abstracts(1024) == N_ABSTRACTS
    assert count_abstracts(512) == {"train": 32, "dev": 8, "test": 8}
    assert count_abstracts(20) == {"train": 1, "dev": 1, "test": 1}
