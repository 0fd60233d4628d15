"""A tiny model of random weights, and abstracts with a word for each label."""

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.facets.csabstruct import LabelledAbstract
from paperpool.workflow.facets.measuring import score_labels
from paperpool.workflow.facets.training import TrainingSettings, train_labeller

from ..made.schemes import LABELS

OWN_WORDS = dict(zip(LABELS, "known aim build shows thanks".split(), strict=True))
SPECIAL = "[PAD] [UNK] [CLS] [SEP] [MASK] .".split()
PLACES = {
    "vocab_size": len(SPECIAL) + len(OWN_WORDS),
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 64,
    "initializer_range": 0.3,  # so that a few steps are enough to learn from
}


def save_tokenizer(folder):
    (folder / "vocab.txt").write_text("\n".join([*SPECIAL, *OWN_WORDS.values()]))
    BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)


@pytest.fixture(scope="session")
def encoder(tmp_path_factory):
    """The folder of a two-layer BERT."""
    folder = tmp_path_factory.mktemp("tiny-bert")
    save_tokenizer(folder)
    torch.manual_seed(0)
    BertModel(BertConfig(**PLACES)).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def settings(encoder):
    """Settings for learning the abstracts with the tiny model in two seconds."""
    return TrainingSettings(
        encoder=str(encoder),
        epochs=30,
        learning_rate=0.01,
        layer_decay=0.9,
        averaged=1,
        batch_size=8,
        max_tokens=64,
        precision="float32",
        seed=13,
        torch_threads=1,
    )


@pytest.fixture(scope="session")
def abstracts():
    """Abstracts of three to eight sentences, each with the word of its label."""
    generator = np.random.default_rng(1)
    made = []
    for _ in range(100):
        labels = tuple(map(str, generator.choice(LABELS, generator.integers(3, 9))))
        sentences = tuple(f"{OWN_WORDS[label]}." for label in labels)
        made.append(LabelledAbstract(sentences, labels, (1.0,) * len(labels)))
    return made


def score(labeller, abstracts):
    """Return the measures of a labeller on abstracts."""
    found = labeller.label([abstract.sentences for abstract in abstracts])
    labels = [LABELS[number] for rows in found for number in rows.argmax(1)]
    return score_labels([label for a in abstracts for label in a.labels], labels, default_scheme())


@pytest.fixture(scope="session")
def trained(abstracts, settings, tmp_path_factory):
    """A labeller trained on the first 80 abstracts, and the folder that it was saved to."""
    labeller = train_labeller(abstracts[:80], settings)
    folder = tmp_path_factory.mktemp("saved") / "labeller"
    labeller.save(folder)
    return labeller, folder
