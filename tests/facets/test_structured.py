"""Sentences of structured abstracts, their labels by headings, and what is counted of these."""

import gzip

import pandas as pd
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.text.headings import normalize_heading
from paperpool.text.sentences import split_sentences
from paperpool.workflow.corpus.markup import clean_text
from paperpool.workflow.corpus.openalex_works import parse_work
from paperpool.workflow.facets.csabstruct import SPLITS, read_split
from paperpool.workflow.facets.structured import AbstractSplitter, HeadingTally

from ..made.schemes import LABELS

STRUCTURED = (
    "Trees are old. Methods: We drew. We measured. Tree Rings: They are wide. Results: It grew."
)


@pytest.fixture(scope="module")
def splitter():
    return AbstractSplitter(default_scheme().headings)


def test_the_table_has_headings_as_they_are_looked_up():
    headings = default_scheme().headings
    assert set(headings.values()) == set(LABELS)
    assert all(normalize_heading(heading) == heading for heading in headings)


def test_headings_label_the_sentences_below_them(splitter):
    paper = splitter.split("1", STRUCTURED)
    assert paper.sentences == [
        "Trees are old.",
        "We drew.",
        "We measured.",
        "Tree Rings: They are wide.",
        "It grew.",
    ]
    assert paper.gold_labels == [None, "method", "method", None, "result"]


def test_other_abstracts_are_split_as_without_a_table(splitter):
    text = "Trees are old. Results: It grew."
    for paper in (splitter.split("1", text), AbstractSplitter({}).split("1", STRUCTURED)):
        assert paper.gold_labels == [None] * len(paper.sentences)
    assert splitter.split("1", text).sentences == split_sentences(text)
    assert AbstractSplitter({}).split("1", STRUCTURED).sentences == split_sentences(STRUCTURED)


def test_headings_are_counted(splitter, tmp_path, caplog):
    caplog.set_level("INFO", logger="paperpool")
    tally = HeadingTally()
    one = splitter.split("1", STRUCTURED)
    tally.add(one, ["other", "method", "result", "result", "result"])
    tally.add(splitter.split("2", "Methods: =We drew. Results: It grew."), ["method", "other"])
    tally.add(splitter.split("3", "No heading here."), ["other"])
    tally.write(tmp_path / "headings.csv")
    table = pd.read_csv(tmp_path / "headings.csv", keep_default_na=False)
    assert table.drop(columns="example").to_numpy().tolist() == [
        ["methods", "yes", "method", 2, 3, "2", 1],
        ["results", "yes", "result", 2, 2, "1", 1],
        ["tree rings", "no", "", 1, 1, "", 1],
    ]
    assert table.example[2] == "Tree Rings: They are wide."
    tally.log()
    assert "2 abstracts are structured: 5 of their sentences have the label" in caplog.text
    assert "the same label to 3 of these (60.0%)" in caplog.text
    assert "1 headings are not in the table" in caplog.text and "tree rings" in caplog.text


def test_real_abstracts_of_medicine_are_structured(splitter, real_data):
    """Two reviews of medicine: a fifth of the abstracts, above all Methods and Results."""
    papers = {}
    for path in sorted(real_data("openalex-sample").glob("works-2023*.jsonl.gz")):
        with gzip.open(path) as lines:
            for line in lines:
                row = parse_work(line.strip())
                if row.abstract:
                    split = splitter.split(row.paper_id, clean_text(row.abstract))
                    papers[row.paper_id] = split
    structured = [paper for paper in papers.values() if paper.sections]
    assert 0.15 < len(structured) / len(papers) < 0.25
    gold = [label for paper in structured for label in paper.gold_labels]
    assert set(gold) == {*LABELS, None}
    assert gold.count(None) < 0.05 * len(gold)
    for paper in structured:
        # no sentence keeps a heading that is known
        firsts = [sentence.partition(":")[0] for sentence in paper.sentences]
        assert not {"Methods", "METHODS", "Results", "RESULTS"} & set(firsts)


def test_real_abstracts_of_computer_science_are_hardly_ever(splitter, real_data):
    """Those of CSAbstruct that are, are of medicine or management."""
    abstracts = []
    for split in SPLITS:
        abstracts += read_split(real_data("csabstruct") / f"{split}.jsonl")
    found = []
    alike = []
    for abstract in abstracts:
        paper = splitter.split("", " ".join(abstract.sentences))
        if paper.sections:
            found.append(paper)
            alike.append(paper.gold_labels[-1] == abstract.labels[-1])
    assert 0 < len(found) < 0.01 * len(abstracts)
    # people labelled these sentences, too
    assert sum(alike) > 0.6 * len(alike)
