"""A corpus of medicine: headings label sentences, and a sheet of labelled ones extends the head."""

import csv

import pandas as pd
import pyarrow.parquet as pq

from paperpool.io.csv_rows import write_rows
from paperpool.workflow.facets.labeller_files import labels_of_head

from ..made.works import index_text, make_work, write_part

FACETS = "results/field/facets"
STRUCTURED = (
    "Objective: To see whether walking helps. Methods: We asked forty patients to walk. "
    "Results: Pain fell by half. Conclusion: Walking helps."
)
PLAIN = "Pain is common. We asked {} patients to rest. Pain fell by a third. Resting helps."
LABELS = ("background", "method", "result", "result")
MEDICINE = [{"display_name": "Medicine", "level": 0, "score": 0.9}]
SETTINGS = {
    "run": "field",
    "data": {"s2orc": [{"openalex": ["works/*.parquet"]}]},
    "corpus": {"filters": ["none"]},
    "pools": {"queries": "queries.txt"},
    "sections": ["facets"],
}


def write_corpus(folder):
    """Write a part of works, every second one with a structured abstract; return the others."""
    works = []
    plain = {}
    for number in range(1, 13):
        text = STRUCTURED
        if number % 2:
            text = PLAIN.format(number + 10)
            plain[f"W{number}"] = text
        abstract = index_text(text)
        works.append(make_work(number, abstract_inverted_index=abstract, concepts=MEDICINE))
    write_part(folder / "works/part.parquet", works)
    (folder / "queries.txt").write_text("W1\n")
    return plain


def read_sentences(folder):
    """Return (text, facet) of the sentences of each paper."""
    found = {}
    for row in pq.read_table(folder / FACETS / "sentences.parquet").to_pylist():
        found.setdefault(row["paper_id"], []).append((row["text"], row["facet"]))
    return found


def test_headings_and_a_sheet_label_a_corpus_of_medicine(workplace, tmp_path):
    plain = write_corpus(tmp_path)
    finished = workplace.run("facets", **SETTINGS)
    assert "learned from abstracts of Computer Science" in finished.output
    assert finished.jobs()["label_facets"] == 1 and "extend_labeller" not in finished.jobs()
    sentences = read_sentences(tmp_path)
    assert sentences["W2"] == [
        ("To see whether walking helps.", "objective"),
        ("We asked forty patients to walk.", "method"),
        ("Pain fell by half.", "result"),
        ("Walking helps.", "result"),
    ]
    with (tmp_path / FACETS / "sentences_headings.csv").open(newline="") as file:
        counted = {row["heading"]: row["abstracts"] for row in csv.DictReader(file)}
    assert counted == dict.fromkeys(["objective", "methods", "results", "conclusion"], "6")

    rows = []
    for paper_id in sorted(plain):
        rows += [
            (paper_id, text, label)
            for (text, _), label in zip(sentences[paper_id], LABELS, strict=True)
        ]
    write_rows(tmp_path / "mine.csv", ("paper_id", "sentence", "label"), rows)
    extended = SETTINGS | {"facets": {"train_on": ["mine.csv"]}}
    finished = workplace.run("facets", **extended)
    assert "On held-out papers of facets.train_on the labeller has" in finished.output
    assert "learned from abstracts of" not in finished.output
    held_out = pd.read_csv(tmp_path / FACETS / "held_out.csv")
    accuracy = held_out[held_out.metric == "accuracy"].set_index("labeller").value
    assert accuracy["extended"] == 1 and set(held_out.n_papers) == {6}
    assert len(labels_of_head(tmp_path / FACETS / "extended_labeller")) == 5
    for paper_id in plain:
        assert tuple(facet for _, facet in read_sentences(tmp_path)[paper_id]) == LABELS

    write_rows(tmp_path / "wrong.csv", ("paper_id", "sentence", "label"), [("W99", "A.", "x")])
    failed = workplace.fail("facets", **SETTINGS | {"facets": {"train_on": ["wrong.csv"]}})
    assert "There is no label 'x'." in failed.output and "wrong.csv, line 2" in failed.output
