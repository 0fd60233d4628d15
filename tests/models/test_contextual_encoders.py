"""Sentences in context on a tiny model made here: the tokens of each sentence."""

import numpy as np
import pytest
import torch
from transformers import BertModel, BertTokenizerFast

from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import (
    ContextualEncoder,
    TokenEncoder,
    join_parts,
    locate_parts,
)
from paperpool.models.encoder_settings import EncoderSettings

WORDS = "we study graphs of papers . ##s paper good news".split()
PAPERS = [
    ("good news", "We study graphs.", "Papers of papers."),
    ("graphs", "news"),
    ("we", "good", "", "papers. news."),
    ("no abstract",),
]


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS)


def make_encoder(folder, cache, kind=ContextualEncoder, **settings):
    settings = {"precision": "float32", **settings}
    return kind(EncoderSettings(str(folder), **settings), ArrayCache(cache), 1)


def run_by_hand(model, text, layers=slice(-1, None)):
    """Return the mean vector of each token of ``text`` over layers, and the tokens."""
    tokenizer, bert = BertTokenizerFast.from_pretrained(model), BertModel.from_pretrained(model)
    tokens = tokenizer(text, return_tensors="pt")
    with torch.no_grad():
        states = bert(**tokens, output_hidden_states=True).hidden_states[layers]
    states = np.mean([layer[0].numpy() for layer in states], axis=0)
    return states, tokenizer.convert_ids_to_tokens(tokens["input_ids"][0])


def test_title_and_sentences_are_the_means_of_their_tokens_in_context(model, tmp_path):
    first, second, third, none = make_encoder(model, tmp_path).encode(PAPERS)
    states, tokens = run_by_hand(model, "good news [SEP] We study graphs. Papers of papers.")
    assert tokens == [
        *["[CLS]", "good", "news", "[SEP]"],
        *["we", "study", "graphs", "."],
        *["papers", "of", "papers", ".", "[SEP]"],
    ]
    expected = [states[start:stop].mean(axis=0) for start, stop in ((1, 3), (4, 8), (8, 12))]
    assert np.allclose(first, expected, atol=1e-5)
    states, tokens = run_by_hand(model, "graphs [SEP] news")
    assert tokens == ["[CLS]", "graphs", "[SEP]", "news", "[SEP]"]
    assert np.allclose(second, states[[1, 3]], atol=1e-5)
    assert np.isnan(third[2]).all() and not np.isnan(third[[0, 1, 3]]).any()  # nothing to encode
    states, tokens = run_by_hand(model, "no abstract [SEP]")
    assert np.allclose(none, [states[1:3].mean(axis=0)], atol=1e-5)
    [rows] = make_encoder(model, tmp_path).encode([("", "good news")])
    assert np.isnan(rows[0]).all() and not np.isnan(rows[1]).any()


def test_a_prompt_is_read_before_the_title_and_is_part_of_no_text(model, tmp_path):
    prompts = {"query": "study we ", "document": "papers: "}
    states, tokens = run_by_hand(model, "study we good news [SEP] We study graphs.")
    assert tokens[1:5] == ["study", "we", "good", "news"]
    expected = [states[start:stop].mean(axis=0) for start, stop in ((3, 5), (6, 10))]
    paper, cache = PAPERS[0][:2], tmp_path / "cache"
    encoder = make_encoder(model, cache, prompts=prompts)
    assert np.allclose(encoder.of_queries.encode([paper])[0], expected, atol=1e-5)
    states, _ = run_by_hand(model, "papers: good news [SEP] We study graphs.")
    assert np.allclose(encoder.encode([paper])[0][0], states[3:5].mean(axis=0), atol=1e-5)
    plain = make_encoder(model, cache)
    asking = make_encoder(model, cache, prompts={"document": "study we "})
    assert not np.allclose(plain.encode([paper])[0], encoder.encode([paper])[0], atol=1e-3)
    assert np.array_equal(asking.encode([paper])[0], encoder.of_queries.encode([paper])[0])
    assert plain.of_queries is plain
    assert len({each.digest for each in (plain, encoder, encoder.of_queries)}) == 3
    tokens = make_encoder(model, cache, TokenEncoder, prompts=prompts)
    (asked,) = tokens.of_queries.encode([paper])
    (offered,) = make_encoder(model, cache, TokenEncoder).encode([paper])
    assert asked.ids.tolist() == offered.ids.tolist()
    assert asked.parts.tolist() == [0, 0, 1, 1, 1, 1]
    states, _ = run_by_hand(model, "study we good news [SEP] We study graphs.")
    kept = states[[3, 4, 6, 7, 8, 9]]
    unit = kept / np.linalg.norm(kept, axis=1, keepdims=True)
    assert np.allclose(asked.vectors, unit, atol=2e-3)


def test_of_all_layers_a_tokens_vector_is_the_mean(model, tmp_path):
    settings = EncoderSettings(str(model), precision="float32")
    cache = ArrayCache(tmp_path)
    [rows] = ContextualEncoder(settings, cache, 1, layers="all").encode(PAPERS[:1])
    text = "good news [SEP] We study graphs. Papers of papers."
    states, _ = run_by_hand(model, text, layers=slice(3))  # the embeddings are one of three
    expected = [states[start:stop].mean(axis=0) for start, stop in ((1, 3), (4, 8), (8, 12))]
    assert np.allclose(rows, expected, atol=1e-5)
    [last] = ContextualEncoder(settings, cache, 1).encode(PAPERS[:1])
    assert not np.allclose(rows, last, atol=1e-3)  # nor does the cache take one for the other


def test_sentences_beyond_the_limit_are_cut_or_have_no_vector(model, tmp_path):
    paper = ("we", "good news of", "papers study", "graphs")
    # [CLS] we [SEP] good news of papers, and [SEP]: half of the second sentence is left
    rows = make_encoder(model, tmp_path, max_tokens=8).encode([paper])[0]
    states, tokens = run_by_hand(model, "we [SEP] good news of papers")
    assert tokens[3:7] == ["good", "news", "of", "papers"]
    assert np.allclose(rows[0], states[1], atol=1e-5)
    assert np.allclose(rows[1], states[3:6].mean(axis=0), atol=1e-5)
    assert np.allclose(rows[2], states[6], atol=1e-5)
    assert np.isnan(rows[3]).all()


def test_a_text_may_be_as_long_as_the_model_has_positions(model, tmp_path):
    paper = ("we", *["papers of papers"] * 30)
    rows = make_encoder(model, tmp_path).encode([paper])[0]
    assert np.isnan(rows[:, 0]).sum() == 10  # 64 tokens: 4 are others, 20 sentences of three fit
    assert not np.isnan(rows[:21]).any()


def test_context_matters_but_order_and_batches_do_not(model, tmp_path):
    other = [("graphs", *PAPERS[0][1:])]
    rows = make_encoder(model, tmp_path / "a").encode(PAPERS)
    assert not np.allclose(make_encoder(model, tmp_path / "a").encode(other)[0][1:], rows[0][1:])
    papers = [(f"{'we ' * (i % 5)}", "study graphs", "papers " * (i % 9 + 1)) for i in range(40)]
    one = make_encoder(model, tmp_path / "b", batch_size=1).encode(papers)
    many = make_encoder(model, tmp_path / "c", batch_size=16).encode(papers[::-1])
    for a, b in zip(one, many[::-1], strict=True):
        assert np.allclose(a, b, atol=1e-5, equal_nan=True)  # some have no title


def test_spans_by_hand():
    text, spans = join_parts(("A title", "one two", "", "three"), "[SEP]")
    assert text == "A title [SEP] one two  three"
    assert [text[start:stop] for start, stop in spans] == ["A title", "one two", "", "three"]
    # tokens: special, "A", " title", "[SEP]", "one", " two" with its space, "three", special
    ends = np.array([0, 1, 7, 13, 17, 21, 28, 0])
    assert locate_parts(ends, spans).tolist() == [-1, 0, 0, -1, 1, 1, 3, -1]


def test_every_token_has_its_vector_in_context_and_its_part(model, tmp_path):
    first, second, _, none = make_encoder(model, tmp_path, TokenEncoder).encode(PAPERS)
    states, tokens = run_by_hand(model, "good news [SEP] We study graphs. Papers of papers.")
    kept = [1, 2, *range(4, 12)]
    assert first.parts.tolist() == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    vocabulary = BertTokenizerFast.from_pretrained(model)
    assert vocabulary.convert_ids_to_tokens(first.ids) == [tokens[i] for i in kept]
    units = states[kept] / np.linalg.norm(states[kept], axis=1, keepdims=True)
    assert np.allclose(first.vectors, units, atol=2e-3) and first.vectors.dtype == np.float16
    assert second.parts.tolist() == [0, 1] and none.parts.tolist() == [0, 0]


def test_tokens_beyond_the_limit_are_left_out_and_the_cache_knows(model, tmp_path, monkeypatch):
    paper = ("we", "good news of", "papers study", "graphs")
    cut = make_encoder(model, tmp_path, TokenEncoder, max_tokens=8).encode([paper])[0]
    assert cut.parts.tolist() == [0, 1, 1, 1, 2]
    encoder = make_encoder(model, tmp_path, TokenEncoder, max_tokens=8)
    again = encoder.encode([paper])[0]
    assert encoder.computed == 0
    assert np.array_equal(again.vectors, cut.vectors) and again.ids.tolist() == cut.ids.tolist()
