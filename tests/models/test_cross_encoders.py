"""A cross-encoder on a tiny model made here: its logit, cache and refusals."""

import numpy as np
import pytest
import torch
from transformers import BertForSequenceClassification, BertTokenizerFast

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoder_settings import EncoderSettings

WORDS = "we study graphs of papers".split()
PAIRS = [("we study", "graphs of papers"), ("papers", "papers"), ("we study", "graphs of papers")]


def make_scorer(folder, cache, **settings):
    settings = {"precision": "float32", **settings}
    return PairScorer(EncoderSettings(str(folder), **settings), ArrayCache(cache), 1)


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS, labels=1)


def test_scores_are_the_logits_of_the_pair(model, tmp_path):
    scores = make_scorer(model, tmp_path).score(PAIRS)
    tokenizer = BertTokenizerFast.from_pretrained(model)
    classifier = BertForSequenceClassification.from_pretrained(model)
    with torch.no_grad():
        logits = [classifier(**tokenizer(*p, return_tensors="pt")).logits.item() for p in PAIRS]
    assert scores == pytest.approx(logits, abs=1e-6) and len(set(logits)) == 2
    assert make_scorer(model, tmp_path).score([]).shape == (0,)


def test_a_pair_is_scored_once_and_in_its_own_order(model, tmp_path):
    first = make_scorer(model, tmp_path).score(PAIRS)
    turned = make_scorer(model, tmp_path).score([(b, a) for a, b in PAIRS])
    assert not np.allclose(first[0], turned[0])
    again = make_scorer(model, tmp_path)
    assert np.array_equal(again.score(PAIRS), first) and again.computed == 0


def test_each_text_stands_after_its_prompt(model, tmp_path):
    asking = make_scorer(model, tmp_path, prompts={"query": "we ", "document": "of "})
    plain = make_scorer(model, tmp_path).score([(f"we {a}", f"of {b}") for a, b in PAIRS])
    assert np.allclose(asking.score(PAIRS), plain, atol=1e-6)
    assert not np.allclose(plain, make_scorer(model, tmp_path).score(PAIRS), rtol=1e-3, atol=0)


def test_a_classifier_of_two_classes_is_refused(tiny_bert, tmp_path):
    with pytest.raises(UserError, match="2 outputs"):
        make_scorer(tiny_bert(WORDS, labels=2), tmp_path).score(PAIRS)


def test_long_pairs_are_cut(model, tmp_path):
    long = "papers " * 100
    cut = make_scorer(model, tmp_path, max_tokens=8)
    assert cut.score([("we", long)]) == pytest.approx(cut.score([("we", long * 2)]), abs=1e-6)
