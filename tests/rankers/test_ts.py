"""The nearest two sentences in context with a tiny BERT, by a plain computation."""

import numpy as np
import pyarrow as pa
import pytest
import torch
from transformers import BertModel, BertTokenizerFast

from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.context_distances import FARTHEST
from paperpool.rankers.scoring.paper_vectors import KnownVectors

from ..made.benchmark import TEXTS
from ..made.collection import check_ranked

WORDS = "graph ##s pars ##ing we ##e tree tree of sentence is a paper about . node good the".split()
WORDS += ["##" + letter for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
WORDS += list("abcdefghijklmnopqrstuvwxyz")


@pytest.fixture(scope="module")
def folder(tiny_bert):
    return str(tiny_bert(WORDS))


@pytest.fixture
def context(tmp_path):
    return Context(cache=ArrayCache(tmp_path / "cache"))


@pytest.fixture
def encode(folder):
    """Return a function: the vectors of a paper's title and sentences, text by text."""
    tokenizer = BertTokenizerFast.from_pretrained(folder)
    bert = BertModel.from_pretrained(folder).eval()

    def encode(paper, layers):
        texts = [paper.title, *paper.sentences]
        parts = [tokenizer.encode(text, add_special_tokens=False) for text in texts]
        cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
        ids, owner = [cls], [None]
        for i, of_part in enumerate(parts):
            ids, owner = ids + of_part, owner + [i] * len(of_part)
            if i == 0:
                ids, owner = [*ids, sep], [*owner, None]
        ids, owner = [*ids[:63], sep], owner[:63]
        with torch.no_grad():
            made = bert(torch.tensor([ids]), output_hidden_states=True)
        states = made.last_hidden_state[0].numpy().astype(float)
        if layers == "all":
            states = np.mean([layer[0].numpy() for layer in made.hidden_states], axis=0)
        rows = [[i for i, part in enumerate(owner) if part == each] for each in range(len(texts))]
        return [states[of_part].mean(axis=0) if of_part else None for of_part in rows]

    return encode


def nearest(asked, offered):
    distances = [
        np.linalg.norm(a - b) for a in asked for b in offered if a is not None and b is not None
    ]
    return -min(distances, default=-FARTHEST)


@pytest.mark.parametrize("layers", ["last", "all"])
def test_of_whole_papers_titles_are_sentences(small_benchmark, folder, context, encode, layers):
    settings = {"kind": "ts", "model": folder, "precision": "float32", "layers": layers}
    run = make_ranker(settings).order(small_benchmark, context)
    check_ranked(run, small_benchmark)
    vectors = {i: encode(paper, layers) for i, paper in small_benchmark.papers.items()}
    for (query, _), ranking in run.items():
        expected = {c: nearest(vectors[query], vectors[c]) for c, _ in ranking}
        assert dict(ranking) == pytest.approx(expected, abs=1e-4)
    assert dict(run["q", "Art"])["e"] == FARTHEST and TEXTS["e"] == ("", "")
    assert len({round(score, 4) for _, score in run["q", "Art"]}) == 5


@pytest.mark.parametrize("layers", ["last", "all"])
def test_of_facets_its_sentences_ask_and_no_title_is_offered(
    collection, folder, context, encode, layers
):
    settings = {"kind": "ts", "model": folder, "precision": "float32", "layers": layers}
    run = make_ranker(settings).order(collection, context)
    vectors = {i: encode(paper, layers)[1:] for i, paper in collection.papers.items()}
    for (query, facet), ranking in run.items():
        mask = collection.facet_mask(query, facet)[1:]
        asked = [row for row, is_of_facet in zip(vectors[query], mask, strict=True) if is_of_facet]
        expected = {c: nearest(asked, vectors[c]) for c, _ in ranking}
        assert dict(ranking) == pytest.approx(expected, abs=1e-4)


def test_queries_and_candidates_are_read_after_their_prompts(small_benchmark, folder, context):
    settings = {"kind": "ts", "model": folder, "precision": "float32"}
    prompts = {"query": "a node ", "document": "the paper "}
    run = make_ranker({**settings, "prompts": prompts}).order(small_benchmark, context)
    ids = list(small_benchmark.papers)
    vectors = []
    for prompt in prompts.values():
        alone = make_ranker({**settings, "prompts": {"document": prompt}})
        encoded = alone.load(ContextualEncoder, context).encode(small_benchmark.list_sentences(ids))
        known = [[row for row in rows if not np.isnan(row).any()] for rows in encoded]
        vectors.append(dict(zip(ids, known, strict=True)))
    asked, offered = vectors
    for (query, _), ranking in run.items():
        expected = {c: nearest(asked[query], offered[c]) for c, _ in ranking}
        assert dict(ranking) == pytest.approx(expected, abs=1e-5)


def know(papers, vectors_of):
    """Return the known vectors of the sentences of some papers, those within the limit."""
    rows = [vectors_of[i][~np.isnan(vectors_of[i]).any(axis=1)] for i in papers]
    starts = np.cumsum([0, *map(len, rows)])
    return KnownVectors(pa.chunked_array([list(papers)]), np.concatenate(rows), starts)


@pytest.mark.parametrize("papers", [("c", "q", "s", "e"), ("a", "b", "c", "d", "e", "q", "r", "s")])
@pytest.mark.parametrize("kind", ["ts", "ot"])
def test_known_vectors_give_what_encoding_gives(
    small_benchmark, folder, context, monkeypatch, kind, papers
):
    ranker = make_ranker({"kind": kind, "model": folder, "precision": "float32"})
    expected = ranker.order(small_benchmark, context)
    encoder = ranker.load(ContextualEncoder, context)
    texts = [(p.title, *p.sentences) for p in small_benchmark.papers.values()]
    vectors_of = dict(zip(small_benchmark.papers, encoder.encode(texts), strict=True))
    asked = []
    encode = ContextualEncoder.encode
    monkeypatch.setattr(
        ContextualEncoder, "encode", lambda self, p: asked.extend(p) or encode(self, p)
    )
    context.known = know(papers, vectors_of)
    run = ranker.order(small_benchmark, context)
    assert [title for title, *_ in asked] == [
        paper.title for i, paper in small_benchmark.papers.items() if i not in papers
    ]
    assert list(run) == list(expected)
    for pair, ranking in run.items():
        assert [c for c, _ in ranking] == [c for c, _ in expected[pair]]
        assert dict(ranking) == pytest.approx(dict(expected[pair]), abs=1e-5)
