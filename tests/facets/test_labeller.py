"""Labellers: saved and loaded, of three kinds, in batches of any size, never truncated silently."""

import dataclasses

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification, BertForTokenClassification

from paperpool.errors import UserError
from paperpool.models import memory
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.labeller_files import LABELLER_FILES

from ..made.schemes import LABELS
from .conftest import PLACES, save_tokenizer

PLAIN = LabellerSettings(max_tokens=64, precision="float32")


@pytest.fixture(scope="module")
def texts(abstracts):
    return [abstract.sentences for abstract in abstracts[:20]]


def close(one, two, tolerance=1e-5):
    return all(np.allclose(a, b, atol=tolerance) for a, b in zip(one, two, strict=True))


def test_a_saved_labeller_gives_the_same_probabilities(trained, texts):
    labeller, folder = trained
    assert sorted(file.name for file in folder.iterdir()) == sorted(LABELLER_FILES)
    again = load_labeller(str(folder), PLAIN, 1, LABELS)
    one, two = labeller.label(texts), again.label(texts)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert [rows.shape for rows in one] == [(len(sentences), 5) for sentences in texts]
    assert np.allclose(np.concatenate(one).sum(1), 1)


def test_saving_twice_gives_the_same_bytes(trained, tmp_path):
    _, folder = trained
    load_labeller(str(folder), PLAIN, 1, LABELS).save(tmp_path)
    for name in LABELLER_FILES:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name
        assert str(folder.parent).encode() not in (folder / name).read_bytes()


def test_batches_and_order_change_nothing(trained, texts):
    _, folder = trained
    whole = load_labeller(str(folder), PLAIN, 1, LABELS).label(texts)
    one = load_labeller(str(folder), dataclasses.replace(PLAIN, batch_size=1), 1, LABELS)
    assert close(whole, one.label(texts))
    assert close(whole, one.label(texts[::-1])[::-1])


def test_a_sentence_is_seen_among_the_others_of_its_abstract(trained, texts):
    labeller, _ = trained
    alone = labeller.label([texts[0][:1]])[0]
    assert not np.allclose(alone[0], labeller.label(texts[:1])[0][0], atol=1e-4)
    none, some = trained[0].label([[], texts[0]])
    assert none.shape == (0, 5) and some.shape == (len(texts[0]), 5)
    assert trained[0].label([]) == []


def test_long_abstracts_are_windows_and_long_sentences_are_cut(trained):
    _, folder = trained
    labeller = load_labeller(str(folder), dataclasses.replace(PLAIN, max_tokens=16), 1, LABELS)
    sentences = ["known. aim.", "build build.", "thanks."] * 7
    [found] = labeller.label([sentences])
    assert found.shape == (21, 5) and np.allclose(found.sum(1), 1)
    assert labeller.n_cut == 0
    _, folder = trained
    labeller = load_labeller(str(folder), dataclasses.replace(PLAIN, max_tokens=10), 1, LABELS)
    long, cut = " ".join(["aim"] * 9), " ".join(["aim"] * 8)
    one, two = labeller.label([[long, "thanks."], [cut, "thanks."]])
    assert labeller.n_cut == 1 and np.allclose(one, two, atol=1e-6)


def save_model(folder, names, kind=BertForSequenceClassification):
    save_tokenizer(folder)
    torch.manual_seed(3)
    model = kind(BertConfig(**PLACES, id2label=dict(enumerate(names)))).eval()
    model.save_pretrained(folder)
    return model


def test_a_model_for_sequences_labels_each_sentence_alone(tmp_path):
    names = [f"{label.upper()}_label" for label in reversed(LABELS)]
    model = save_model(tmp_path, names)
    labeller = load_labeller(str(tmp_path), PLAIN, 1, LABELS)
    both, alone = labeller.label([["build known", "thanks"], ["thanks"]])
    assert np.allclose(both[1], alone[0], atol=1e-6)
    tokens = labeller.sequences.windows([["thanks"]])[0][1].tokens
    with torch.no_grad():
        logits = model(torch.tensor([tokens])).logits[0]
    assert np.allclose(alone[0], logits.softmax(0).numpy()[::-1], atol=1e-5)


def test_a_model_for_tokens_labels_each_sentence_at_its_sep(tmp_path):
    model = save_model(tmp_path, LABELS, BertForTokenClassification)
    [found] = load_labeller(str(tmp_path), PLAIN, 1, LABELS).label([["build known", "thanks"]])
    cls, sep = 2, 3  # places in SPECIAL
    build, known, thanks = 8, 6, 10
    with torch.no_grad():
        logits = model(torch.tensor([[cls, build, known, sep, thanks, sep]])).logits[0]
    assert np.allclose(found, logits[[3, 5]].softmax(-1).numpy(), atol=1e-5)


def test_other_models_are_refused(tmp_path, encoder):
    save_model(tmp_path, ["background", "objective", "method", "result", "aim"])
    with pytest.raises(UserError, match="labels are background, objective, method, result, aim"):
        load_labeller(str(tmp_path), PLAIN, 1, LABELS)
    with pytest.raises(UserError, match="its architecture is BertModel"):
        load_labeller(str(encoder), PLAIN, 1, LABELS)


def test_a_model_that_needs_unpickling_is_refused(tmp_path):
    save_tokenizer(tmp_path)
    config = BertConfig(**PLACES, id2label=dict(enumerate(LABELS)))
    model = BertForSequenceClassification(config)
    config.architectures = ["BertForSequenceClassification"]
    config.save_pretrained(tmp_path)

    class Harm:
        def __reduce__(self):
            return (print, ("harm",))

    torch.save({**model.state_dict(), "harm": Harm()}, tmp_path / "pytorch_model.bin")
    with pytest.raises(Exception, match=r"(?i)weights_only|unsafe|unpickl"):
        load_labeller(str(tmp_path), PLAIN, 1, LABELS)


def test_freed_memory_goes_back_every_fourth_batch(trained, texts, monkeypatch):
    times = []
    monkeypatch.setattr(memory, "give_back", lambda: times.append("back"))
    one = load_labeller(str(trained[1]), dataclasses.replace(PLAIN, batch_size=1), 1, LABELS)
    one.label(texts[:9])
    assert times == ["back"] * 3
