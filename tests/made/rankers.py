"""The needs of rankers of every kind in tests: tiny models, drawn vectors, members to fuse."""

import re

from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import find_kinds, make_ranker
from paperpool.text.analysis import analyze, tokenize

from .averaging import write_random_vectors

MEMBERS = ("bm25", "tfidf")
"""The kinds whose rankings are fused."""


def _texts(collection):
    return [f"{paper.title} {paper.abstract}" for paper in collection.papers.values()]


def model_maker(tiny_bert, collection):
    """Return a function: the folder of a tiny model that knows a collection's words.

    With ``labels`` it has a head of that many outputs, if ``masked`` that of a masked language
    model.
    """
    texts = [text.lower() for text in _texts(collection)]
    words = tuple(sorted({word for text in texts for word in re.findall(r"\w+|[.]", text)}))
    return lambda labels=0, masked=False: str(tiny_bert(words, labels, masked))


def made(folder):
    """Return the settings of a model that a test made."""
    return {"model": folder, "precision": "float32"}


def made_settings(kind, make_model, others=None):
    """Return the settings of a ranker of a kind: its model, its members, and by need ``others``."""
    needs = find_kinds()[kind].needs
    own = {"runs": {"members": list(MEMBERS)}, "citations": {"like": "minilm"}}
    own |= others or {}
    if "model" in needs:
        own["model"] = made(make_model(labels=int(kind == "cross"), masked=kind == "splade"))
    return {"kind": kind} | {k: v for need in sorted(needs) for k, v in own.get(need, {}).items()}


def lend_tools(collection, folder, members=MEMBERS, **further):
    """Return a job's resources for a ranker, below ``folder``: a cache, drawn vectors, members."""
    (folder / "job").mkdir(parents=True)
    texts = _texts(collection)
    words = {word for text in texts for word in (*tokenize(text), *analyze(text))}
    write_random_vectors(folder / "vectors", sorted(words))
    lent = Context(
        name="mine",
        folder=folder / "job",
        cache=ArrayCache(folder / "cache"),
        word_vectors=folder / "vectors",
        stdout=folder / "out",
        stderr=folder / "err",
        **further,
    )
    lent.members = {name: make_ranker({"kind": name}).rank(collection, lent) for name in members}
    return lent
