"""A head that labelled sentences of a field extend, and its measure on held-out papers."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.workflow.facets.extending import (
    HELD_OUT_COLUMNS,
    FieldAbstract,
    HeadExtension,
    read_split_papers,
)
from paperpool.workflow.facets.head import load_head_to_extend
from paperpool.workflow.facets.head_training import train_head
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.structured import AbstractSplitter

from ..made.schemes import LABELS

PLAIN = LabellerSettings(64, "float32")
PICO = ("intervention", "outcome", "population")


@pytest.fixture(scope="module")
def base(abstracts, encoder):
    """A head that knows the words of labels."""
    return train_head(abstracts[:60], LABELS, str(encoder), 64, "float32", 1)


@pytest.fixture(scope="module")
def swapped(abstracts):
    """Abstracts of a field in which background sentences are called results; some have no label."""
    made = []
    for number, abstract in enumerate(abstracts[60:90]):
        labels = []
        for place, label in enumerate(abstract.labels):
            wanted = "result" if label == "background" else label
            labels.append(None if (number + place) % 7 == 0 else wanted)
        made.append(FieldAbstract(str(number), abstract.sentences, tuple(labels)))
    return made


def accuracy(table):
    """Return the accuracy of each labeller of a table."""
    rows = table[table.metric == "accuracy"]
    return dict(zip(rows.labeller, rows.value, strict=True))


def test_a_field_of_its_own_is_learned_and_measured_on_held_out_papers(base, swapped, caplog):
    table = HeadExtension(base, swapped, LABELS).measure(seed=13)
    assert list(table.columns) == HELD_OUT_COLUMNS
    scores = accuracy(table)
    assert scores["extended"] > 0.9 > scores["base"]
    labelled = sum(label is not None for a in swapped for label in a.labels)
    assert set(table.n_sentences) == {labelled} and set(table.n_papers) == {30}
    assert list(table.metric[:6]) == ["accuracy", *(f"f1_{label}" for label in LABELS)]
    assert f"{100 * scores['extended']:.1f}% of {labelled} labels right (30 papers)" in caplog.text
    assert f"it had {100 * scores['base']:.1f}% without facets.train_on" in caplog.text
    assert "No sentence of facets.train_on has the label background." in caplog.text


def test_labels_at_random_are_not_learned(base, swapped):
    """Held-out papers are not trained on: shuffled labels give chance."""
    generator = np.random.default_rng(3)
    shuffled = []
    for abstract in swapped:
        labels = tuple(map(str, generator.choice(LABELS, len(abstract.sentences))))
        shuffled.append(FieldAbstract(abstract.paper_id, abstract.sentences, labels))
    n = sum(len(abstract.labels) for abstract in shuffled)
    found = accuracy(HeadExtension(base, shuffled, LABELS).measure(seed=13))["extended"]
    assert abs(found - 0.2) < 4 * np.sqrt(0.2 * 0.8 / n)


def test_equal_arguments_give_equal_bytes(base, swapped, tmp_path):
    for name in ("a", "b"):
        extension = HeadExtension(base, swapped, LABELS)
        extension.measure(seed=13)
        extension.train().save(tmp_path / name)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()
    one, two, other = (HeadExtension(base, swapped, LABELS).measure(seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one, two)
    assert not one.equals(other)


def test_an_extended_head_is_loaded_as_any_other(base, swapped, tmp_path):
    HeadExtension(base, swapped, LABELS).train().save(tmp_path)
    head = load_labeller(str(tmp_path), PLAIN, 1, LABELS)
    assert head.labels == LABELS
    [rows] = head.label([["known.", "build.", "shows."]])
    assert [head.labels[number] for number in rows.argmax(1)] == ["result", "method", "result"]


def test_other_labels_train_a_new_head_over_the_same_encoder(base, abstracts, tmp_path, caplog):
    names = {"method": "intervention", "result": "outcome", "background": "population"}
    renamed = []
    for number, abstract in enumerate(abstracts[60:90]):
        labels = tuple(names.get(label) for label in abstract.labels)
        renamed.append(FieldAbstract(str(number), abstract.sentences, labels))
    extension = HeadExtension(base, renamed, PICO)
    assert accuracy(extension.measure(seed=13)).keys() == {"extended"}
    assert "without facets.train_on" not in caplog.text
    extension.train().save(tmp_path)
    head = load_head_to_extend(str(tmp_path), PLAIN, 1)
    assert head.labels == PICO
    [rows] = head.label([["known.", "build.", "shows."]])
    assert [head.labels[number] for number in rows.argmax(1)] == [
        "population",
        "intervention",
        "outcome",
    ]
    with pytest.raises(UserError, match="needs these 5 labels: background"):
        load_labeller(str(tmp_path), PLAIN, 1, LABELS)


def test_a_single_paper_cannot_be_held_out(base, swapped):
    with pytest.raises(UserError, match="of a single paper"):
        HeadExtension(base, swapped[:1], LABELS)
    assert len(accuracy(HeadExtension(base, swapped[:2], LABELS).measure(seed=1))) == 2


def test_a_network_is_not_extended(trained):
    with pytest.raises(UserError, match="extends a head"):
        load_head_to_extend(str(trained[1]), PLAIN, 1)


def test_sentences_are_looked_up_in_the_corpus(tmp_path):
    columns = {
        "paper_id": ["a", "b", "c"],
        "abstract": ["Methods: We drew. Results: It grew.", "One. Two.", None],
    }
    pq.write_table(pa.table(columns), tmp_path / "shard.parquet")
    splitter = AbstractSplitter({"methods": "method", "results": "result"})
    found = read_split_papers([tmp_path / "shard.parquet"], {"a", "c", "d"}, splitter)
    assert found == {"a": ["We drew.", "It grew."]}
