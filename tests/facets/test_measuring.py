"""The labeller's figures: on the splits of CSAbstruct and on the labels of a collection."""

import json
import math
from hashlib import sha256

import numpy as np
import pytest
from sklearn.metrics import f1_score

from paperpool.collections.collection import Collection, Judgments, Paper
from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.io.tables import SENTENCES, write_rows
from paperpool.workflow.facets.measuring import (
    COLUMNS,
    measure_on_collection,
    measure_on_csabstruct,
    score_labels,
)

from ..made.schemes import LABELS


class Parrot:
    """A labeller whose labels are the sentences."""

    labels = LABELS

    def label(self, abstracts):
        return [np.array([[name == s for name in LABELS] for s in a], float) for a in abstracts]


def write_split(path, *abstracts):
    """Write abstracts, each given as its labels and as what the parrot says of it."""
    rows = ({"sentences": s, "labels": g, "confs": [1.0] * len(g)} for g, s in abstracts)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_a_printed_figure_stands_beside_ours_on_its_own_split_alone(tmp_path):
    given = ["method", "method", "result", "other"]
    split, other, published = (tmp_path / name for name in ("test", "other", "published.csv"))
    write_split(split, (given, ["method", "result", "result", "other"]))
    write_split(other, (given, ["method", "method", "result", "other"]))
    train = tmp_path / "train"
    write_split(train, (["other"], ["another abstract"]))
    checksum = sha256(split.read_bytes()).hexdigest()
    published.write_text(
        f"sha256,split,metric,value,source\n{checksum},test,micro_f1,0.831,Cohan\n"
    )
    table = measure_on_csabstruct(Parrot(), "test", split, train, published)
    assert list(table) == COLUMNS
    assert set(table.data) == {"csabstruct"} and set(table.n_sentences) == {4}
    values = table.set_index("metric")
    assert values.value["micro_f1"] == 3 / 4 and values.value["f1_method"] == 2 / 3
    assert values.published.dropna().to_dict() == {"micro_f1": 0.831}
    again = measure_on_csabstruct(Parrot(), "test", other, train, published)
    assert again.published.isna().all() and again.set_index("metric").value["micro_f1"] == 1


def test_abstracts_that_training_has_seen_are_left_out_of_rows_of_their_own(tmp_path):
    """A leak is planted: the abstract that is labelled rightly is in train, in other sentences."""
    split, train, published = (tmp_path / name for name in ("test", "train", "published.csv"))
    published.write_text("sha256,split,metric,value,source\n")
    right = ["method", "result"]
    write_split(split, (right, right), (["other", "other"], ["method", "other"]))
    write_split(train, (["background"], ["Method  RESULT"]))
    table = measure_on_csabstruct(Parrot(), "test", split, train, published)
    micro = table[table.metric == "micro_f1"].set_index("split")
    assert micro.value.to_dict() == {"test": 3 / 4, "test_unseen": 1 / 2}
    assert micro.n_sentences.to_dict() == {"test": 4, "test_unseen": 2}
    write_split(train, (["other"], ["elsewhere"]))
    again = measure_on_csabstruct(Parrot(), "test", split, train, published)
    assert set(again.split) == {"test"}


def test_the_real_train_split_has_abstracts_of_the_test_split(real_data, tmp_path):
    folder = real_data("csabstruct")
    (tmp_path / "published.csv").write_text("sha256,split,metric,value,source\n")
    sizes = {}
    for split in ("dev", "test"):
        path, train = folder / f"{split}.jsonl", folder / "train.jsonl"
        table = measure_on_csabstruct(Parrot(), split, path, train, tmp_path / "published.csv")
        sizes |= table.set_index("split").n_sentences.to_dict()
    assert sizes["dev"] == 2026 and sizes["test"] == 1349 and sizes["test_unseen"] < 1349


def test_the_real_test_split_has_its_printed_figure(root, real_data):
    path = real_data("csabstruct") / "test.jsonl"
    published = root / "workflow/scripts/paperpool/resources/published/csabstruct.csv"
    assert sha256(path.read_bytes()).hexdigest() in published.read_text()


@pytest.fixture
def papers():
    return {
        "1": Paper("1", "T", ("a", "b"), ("method", "result")),
        "2": Paper("2", "T", ("c",), ("other",)),
    }


def sentences(path, rows):
    write_rows(path, [(p, i, "text", facet, 0.5) for p, i, facet in rows], SENTENCES)
    return [path]


def test_queries_are_measured_apart(papers, tmp_path):
    rows = [("1", 0, "method"), ("1", 1, "method"), ("2", 0, "other"), ("3", 0, "other")]
    collection = Collection(papers, {}, {("1", "method"): Judgments((), (), {})}, {})
    table = measure_on_collection(collection, sentences(tmp_path / "s.parquet", rows))
    micro = table[table.metric == "micro_f1"].set_index("split")
    assert micro.value.to_dict() == {"all": 2 / 3, "queries": 1 / 2, "candidates": 1}
    assert micro.n_sentences.to_dict() == {"all": 3, "queries": 2, "candidates": 1}
    paths = sentences(tmp_path / "s.parquet", [("1", 0, "method"), ("2", 0, "other")])
    with pytest.raises(UserError, match="other sentences than the collection's: 1"):
        measure_on_collection(collection, paths)


def test_figures_by_hand():
    given = ["background", "background", "method", "result", "objective"]
    found = ["background", "method", "method", "method", "background"]
    assert score_labels(given, found, default_scheme()) == pytest.approx(
        {
            "micro_f1": 2 / 5,
            "merged_f1": 3 / 5,
            "macro_f1": (2 / 4 + 2 / 4 + 0 + 0) / 4,
            "f1_background": 2 / 4,
            "f1_objective": 0,
            "f1_method": 2 / 4,
            "f1_result": 0,
            "f1_other": math.nan,
        },
        nan_ok=True,
    )


def test_figures_equal_those_of_scikit_learn():
    generator = np.random.default_rng(3)
    given, found = generator.choice(LABELS, (2, 500), p=[0.4, 0.1, 0.3, 0.15, 0.05]).tolist()
    scores = score_labels(given, found, default_scheme())
    assert scores["micro_f1"] == pytest.approx(f1_score(given, found, average="micro"))
    assert scores["macro_f1"] == pytest.approx(f1_score(given, found, average="macro"))
    each = f1_score(given, found, average=None, labels=list(LABELS))
    assert [scores[f"f1_{label}"] for label in LABELS] == pytest.approx(each.tolist())


def test_no_sentence_has_no_figure():
    assert all(math.isnan(value) for value in score_labels([], [], default_scheme()).values())
