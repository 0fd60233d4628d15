"""Causes that come by Python's interface alone: rankers, vectors, frames and arguments."""

from pathlib import Path

import numpy as np
import pandas as pd

from .cause import API, Cause


def in_python(call):
    """Return the calls of a mistake that comes by Python's interface alone."""
    return {API: lambda doors: doors.python(call)}


def returns(answer):
    """Return the calls of a function that ranks by what it makes of its candidates."""

    def mine(topic, candidates):
        return answer(candidates)

    return in_python(lambda t: t.pp.ranker(mine).rank(t.c))


def framed(**columns):
    """Return the calls of a DataFrame of three rows, some columns changed."""
    frame = pd.DataFrame({"query_id": ["1", "1", "2"], "doc_id": ["7", "8", "7"], "score": 1.0})
    return in_python(lambda t: t.pp.read_run(frame.assign(**columns), t.c))


def evaluated(**arguments):
    """Return the calls of an evaluation with some arguments."""

    def call(tools):
        return tools.pp.evaluate(**{"collection": tools.c, "runs": {"mine": tools.run}} | arguments)

    return in_python(call)


def from_vectors(change, **settings):
    """Return the calls of a ranker by vectors, once ids and vectors are changed.

    Topics are called as documents are: their vectors are ``query:ID``.
    """

    def call(tools):
        documents, topics = tools.c.data.documents, tools.c.topics
        ids = [*documents, *(f"query:{topic}" for topic in topics)]
        vectors = np.random.default_rng(1).normal(size=(len(ids), 4)).astype(np.float32)
        ids, vectors = change(ids, vectors)
        folder = Path("vectors")
        folder.mkdir()
        np.save(folder / "vectors.npy", vectors)
        (folder / "ids.txt").write_text("".join(f"{i}\n" for i in ids))
        return tools.pp.ranker("dense", vectors=folder, **settings).rank(tools.c)

    return in_python(call)


def blank_vectors(ids, vectors):
    """Make the first two vectors zeros, and one not finite."""
    vectors[:2], vectors[2, 1] = 0, np.nan
    return ids, vectors


def overflow(ids, vectors):
    """Write numbers that float16 does not have."""
    with np.errstate(over="ignore"):
        return ids, (vectors * 1e6).astype(np.float16)


CAUSES = [
    # Rankers of one's own
    Cause(
        "a ranker of one's own gives NaN",
        "Ranker 'mine': the score of document '1' is nan, .* Where: topic 1",
        calls=returns(lambda candidates: np.array([np.nan, *[1.0] * (len(candidates) - 1)])),
    ),
    Cause(
        "a ranker of one's own gives an infinity by id",
        "the score of document '1' is inf, .* Where: topic 1",
        calls=returns(lambda candidates: {paper.paper_id: np.inf for paper in candidates}),
    ),
    Cause(
        "a member of a fusion gives NaN",
        "the score of document '7' is nan, .* Where: member2, query 1",
        calls=in_python(
            lambda t: t.pp.fuse(t.run, [("1", "7", float("nan"))], method="rrf").rank(t.c)
        ),
    ),
    Cause("a score is missing", "is <NA>, not a finite", calls=framed(score=pd.NA)),
    Cause("a score is a text", "is '1', not a finite", calls=framed(score="1")),
    Cause("a ranker returns None", "returned None", calls=returns(lambda candidates: None)),
    Cause(
        "a ranker returns a column",
        r"an array of the shape \(1239, 1\)",
        calls=returns(lambda candidates: np.ones((len(candidates), 1))),
    ),
    Cause(
        "a ranker returns complex numbers",
        r"is \(1\+0j\), not a finite number",
        calls=returns(lambda candidates: np.ones(len(candidates), complex)),
    ),
    Cause(
        "a ranker scores papers that are no candidates",
        "1 papers that are no candidates: CF-1; a candidate is '1'",
        calls=returns(lambda candidates: {"CF-1": 1.0}),
    ),
    # Vectors
    Cause(
        "queries have no vectors",
        "None of the 40 queries has a vector: one is called 'query:1'",
        calls=from_vectors(lambda ids, vectors: (ids[:1239], vectors[:1239])),
    ),
    Cause(
        "topics and documents have the same ids",
        "several different vectors in .*: 1, .* name the topic's vector 'query:1'",
        calls=from_vectors(lambda ids, vectors: ([i.removeprefix("query:") for i in ids], vectors)),
    ),
    Cause(
        "vectors are zeros or not finite",
        "2 have only zeros .*; 1 have numbers that are not finite",
        calls=from_vectors(blank_vectors, missing="error"),
    ),
    Cause(
        "vectors exceed float16",
        "not finite .*; beyond 65,504 float16 has none",
        calls=from_vectors(overflow),
    ),
    Cause(
        "an id has two vectors",
        "several different vectors in vectors/vectors.npy: 1",
        calls=from_vectors(lambda ids, vectors: ([ids[0], *ids[:-1]], vectors)),
    ),
    # Frames and arguments
    Cause("all ranks are missing", "rank has 3 values", calls=framed(rank=np.nan)),
    Cause("all ranks are 1", "rank has 1 for several documents", calls=framed(rank=1)),
    Cause("rows are repeated", "documents are there twice: 7", calls=framed(doc_id="7")),
    Cause("an id is missing", "query_id has nan, which is no id", calls=framed(query_id=np.nan)),
    Cause(
        "rows have no score",
        r"A row is \('1', '7'\)",
        calls=in_python(lambda t: t.pp.read_run([("1", "7")], t.c)),
    ),
    Cause(
        "a run is bytes",
        "A run cannot be b'1 Q0 7'",
        calls=in_python(lambda t: t.pp.read_run(b"1 Q0 7", t.c)),
    ),
    Cause("the run is a number", "A run cannot be 3", calls=evaluated(runs=[3])),
    Cause("there is no run", "There is no run to evaluate", calls=evaluated(runs={})),
    Cause(
        "a run is a kind's name", r"Give pp.ranker\('bm25'\)", calls=evaluated(runs={"x": "bm25"})
    ),
    Cause(
        "the baseline is no run", "The baseline is none of the runs", calls=evaluated(baseline=3)
    ),
    Cause("a measure is a number", "A measure cannot be 10", calls=evaluated(measures=[10])),
    Cause("the seed is no whole number", "A seed is a whole number", calls=evaluated(seed=1.5)),
    Cause("the seed is a text", "A seed is a whole number", calls=evaluated(seed="13")),
    Cause("there is no collection", "A collection cannot be", calls=evaluated(collection=None)),
    Cause(
        "a collection has no name",
        "A collection's name is a text, not None",
        calls=in_python(lambda t: t.pp.collection(None)),
    ),
]
