"""Matching by the tokens of an encoder, on a tiny model made here."""

from dataclasses import replace

import numpy as np
import pytest
from transformers import BertModel, BertTokenizerFast

from paperpool.models.cache import ArrayCache
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.workflow.scisumm.match.contextual import (
    SingleTextEncoder,
    score_contextual,
    score_embeddings,
)
from paperpool.workflow.scisumm.match.settings import Matching

from ...made.scisumm_naive import make_paper

WORDS = "we parse trees . ##s tree good news koehn 2004".split()
PAPER = make_paper(
    ["We parse trees (Koehn, 2004).", "zyzzyva", ""],
    ["Good trees.", "", "we", "Good trees.", "news news tree"],
)


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS)


def make_encoder(folder, cache):
    settings = EncoderSettings(str(folder), precision="float32")
    return SingleTextEncoder(settings, ArrayCache(cache), 1)


def encode_by_hand(model, text):
    """Return the pieces of a text and their vectors of unit length, without special tokens."""
    import torch

    tokenizer, bert = BertTokenizerFast.from_pretrained(model), BertModel.from_pretrained(model)
    tokens = tokenizer(text, return_tensors="pt")
    around = [tokenizer.cls_token_id, tokenizer.sep_token_id]
    assert tokens["input_ids"][0][[0, -1]].tolist() == around
    with torch.no_grad():
        states = bert(**tokens).last_hidden_state[0].numpy()[1:-1]
    ids = tokens["input_ids"][0].numpy()[1:-1]
    return ids, states / np.linalg.norm(states, axis=1, keepdims=True)


def test_a_text_is_encoded_alone_and_special_tokens_are_left_out(model, tmp_path):
    encoder = make_encoder(model, tmp_path)
    texts = [("we parse trees.",), ("",)]
    for (text,), tokens in zip(texts, encoder.encode(texts), strict=True):
        ids, vectors = encode_by_hand(model, text)
        assert tokens.ids.tolist() == ids.tolist() and tokens.vectors.dtype == np.float16
        np.testing.assert_allclose(tokens.vectors, vectors, atol=2e-3)


def test_pieces_are_counted_in_the_training_texts_without_markers(model, tmp_path):
    encoder = make_encoder(model, tmp_path)
    pieces = encoder.count_pieces(iter(["We parse trees.", "trees (Koehn, 2004)", ""]))
    names = BertTokenizerFast.from_pretrained(model).convert_ids_to_tokens(range(len(pieces)))
    counts = {name: n for name, n in zip(names, pieces.tolist(), strict=True) if n}
    assert counts == {"we": 1, "parse": 1, "trees": 2, ".": 1}


@pytest.mark.parametrize("weights", ["inverse-frequency", "uniform"])
@pytest.mark.parametrize("truncate", [2, 100])
def test_scores_are_those_of_a_loop_over_tokens(model, tmp_path, weights, truncate):
    encoder = make_encoder(model, tmp_path)
    pieces = np.arange(len(WORDS) + 5) % 7  # some never occur
    matching = Matching(power=3, weights=weights, truncate=truncate)
    got = score_contextual([PAPER], encoder, pieces, matching)["P"]
    for i, citance in enumerate(["We parse trees.", "zyzzyva", ""]):
        for j, sentence in enumerate(PAPER.texts):
            ids, asked = (x[:truncate] for x in encode_by_hand(model, citance))
            _, offered = (x[:truncate] for x in encode_by_hand(model, sentence))
            expected = 0.0
            for number, vector in zip(ids, asked, strict=True):
                share = pieces[number] / pieces.sum()
                weight = 1e-4 / (1e-4 + share) if weights != "uniform" else 1.0
                best = max((vector @ other for other in offered), default=0.0)
                expected += weight * best**3
            assert got[i, j] == pytest.approx(expected, rel=2e-2, abs=1e-6)
    assert (got[:, 0] == got[:, 3]).all() and not got[:, 1].any() and not got[2].any()


def test_kept_markers_are_matched(model, tmp_path):
    encoder, pieces = make_encoder(model, tmp_path), np.ones(len(WORDS) + 5, np.int64)
    paper = make_paper(["trees (Koehn, 2004)"], ["Koehn"])
    less = score_contextual([paper], encoder, pieces, Matching())["P"]
    more = score_contextual([paper], encoder, pieces, replace(Matching(), keep_markers=True))["P"]
    assert more.item() != less.item()


@pytest.mark.parametrize(
    "setting",
    [
        {"similarity": "dot-product"},
        {"direction": "query-covers-candidate"},
        {"selection": "greedy"},
        {"weights": "uniform-no-stop-words"},
    ],
)
def test_settings_that_tokens_leave_open_are_refused(setting):
    with pytest.raises(ValueError, match=r"alone$|have no stop words"):
        score_contextual([PAPER], None, None, Matching(**setting))


class MadeEncoder:
    """Gives a text the vector of its lengths."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array([[len(t), len(t.split())] for t in texts], np.float32).reshape(-1, 2)


def test_scores_are_cosines_of_texts_without_markers_each_encoded_once():
    encoder = MadeEncoder()
    paper = make_paper(["ab (Koehn, 2004)", "(Koehn, 2004)"], ["ab", "abcd ef", "", "ab"])
    got = score_embeddings([paper], encoder)["P"]
    assert encoder.asked == ["ab", "abcd ef"]
    cosine = np.dot([2, 1], [7, 2]) / np.linalg.norm([2, 1]) / np.linalg.norm([7, 2])
    np.testing.assert_allclose(got, [[1, cosine, 0, 1], [0, 0, 0, 0]], rtol=1e-6)
    assert got[0, 0] == got[0, 3]
    assert score_embeddings([make_paper([], ["ab"])], MadeEncoder())["P"].shape == (0, 1)
