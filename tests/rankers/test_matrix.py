"""Every kind of ranker on every kind of collection, with tiny models that are made here."""

import json
import math
import re

import pytest

from paperpool.evaluation.pair_scores import pair_key
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Tools, find_lack
from paperpool.rankers.registry import find_kinds, make_ranker
from paperpool.text.analysis import analyze
from paperpool.text.tokens import tokenize

from ..made_collection import check_ranked
from .averaging import write_random_vectors

KINDS = sorted(find_kinds())
COMMAND = 'awk -F "\\t" \'FNR > 1 {print $1 "_" $2, "Q0", $3, 0, FNR % 5, "x"}\' {candidates_tsv}'

LACKS = {
    "facet": "facets of its papers' sentences",
    "same_facet": "facets of its papers' sentences",
    "best": "grades in folds that a choice may be made on",
}
"""What MDCR lacks of what a kind needs."""


@pytest.fixture(params=["csfcube", "mdcr"])
def ranked(request, collection, small_benchmark):
    """A collection of each kind."""
    return collection if request.param == "csfcube" else small_benchmark


@pytest.fixture
def models(tiny_bert, collection, small_benchmark):
    """Return a function: the folder of a tiny model, with a head where labels are asked for."""
    texts = [
        f"{paper.title} {paper.abstract}".lower()
        for each in (collection, small_benchmark)
        for paper in each.papers.values()
    ]
    words = tuple(sorted({word for text in texts for word in re.findall(r"\w+|[.]", text)}))
    return lambda labels=0: str(tiny_bert(words, labels))


@pytest.fixture
def settings(ranked, models, tmp_path):
    """Return a function: the settings of a ranker of a kind, whatever it needs written."""

    def write_run():
        scores = {
            pair: {c: i % 3 for i, c in enumerate(ranked.rankable(*pair))}
            for pair in ranked.pairs()
        }
        if ranked.faceted:
            lines = [
                f"{query}_{facet} Q0 {c} 0 {score} x\n"
                for (query, facet), of_pair in scores.items()
                for c, score in of_pair.items()
            ]
            (tmp_path / "run.trec").write_text("".join(lines))
            return {"path": str(tmp_path / "run.trec")}
        for split, pairs in ranked.folds["all"].items():
            keys = {pair_key(pair[0], c): s for pair in pairs for c, s in scores[pair].items()}
            (tmp_path / f"{split}.json").write_text(json.dumps(keys))
        return {"path": f"{tmp_path}/{{split}}.json", "benchmark": "mdcr"}

    def make(kind):
        needs = find_kinds()[kind].needs
        own = {
            "model": {"model": models(labels=int(kind == "cross"))} if "model" in needs else {},
            "runs": {"members": ["bm25", "tfidf"]},
            "program": {"command": f"{COMMAND} > {{run}}"},
            "file": write_run() if "file" in needs else {},
        }
        return {"kind": kind} | {k: v for need in needs for k, v in own.get(need, {}).items()}

    return make


@pytest.fixture
def tools(ranked, models, tmp_path):
    """What a job lends a ranker."""
    folder = tmp_path / "job"
    folder.mkdir()
    texts = [f"{paper.title} {paper.abstract}" for paper in ranked.papers.values()]
    words = {word for text in texts for word in (*tokenize(text), *analyze(text))}
    write_random_vectors(tmp_path / "vectors", sorted(words))
    lent = Tools(
        name="mine",
        folder=folder,
        cache=ArrayCache(tmp_path / "cache"),
        word_vectors=tmp_path / "vectors",
        grid={"k1": [0.9, 1.5], "b": [0.4]},
        trained=models(),
        stdout=tmp_path / "out",
        stderr=tmp_path / "err",
    )
    lent.members = {
        name: make_ranker({"kind": name}).order(ranked, lent) for name in ("bm25", "tfidf")
    }
    return lent


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_ranks_every_candidate_once_or_says_what_is_lacking(
    kind, ranked, settings, tools, problems
):
    lack = find_lack(find_kinds()[kind], ranked.faceted, has_folds=ranked.faceted)
    assert lack == (None if ranked.faceted else LACKS.get(kind))
    ranker = settings(kind)
    if lack is None:
        run = make_ranker(ranker).order(ranked, tools)
        check_ranked(run, ranked)
        scores = [score for ranking in run.values() for _, score in ranking]
        assert all(map(math.isfinite, scores)) and len(set(scores)) > 1
        assert make_ranker(ranker).order(ranked, tools) == run
    assert problems({"rankers": {"mine": ranker}}) == []
    if not ranked.faceted:
        taking_part = {"mdcr": {"rankers": ["bm25", "tfidf", "mine"]}}
        told = problems({"rankers": {"mine": ranker}, **taking_part})
        if lack:
            [problem] = told
            assert problem.where == "mdcr.rankers.2"
            assert problem.what == f"mine is of kind {kind}, which needs {lack}; MDCR has none."
        elif kind == "run":
            [problem] = told
            assert problem.where == "mdcr.rankers.2" and "rankers.mine.benchmark" in problem.hint
        else:
            assert told == []


def test_each_kind_has_an_order_of_its_own(ranked, settings, tools):
    """No kind stands in for another: with one model, scores of no two kinds are the same.

    But ``trained``, which ranks as ``dense`` does by the distance.
    """
    runs = {}
    for kind in KINDS:
        if find_lack(find_kinds()[kind], ranked.faceted, has_folds=ranked.faceted) is None:
            runs[kind] = make_ranker(settings(kind)).order(ranked, tools)
    assert len({str(run) for run in runs.values()}) == len(runs) >= 15
    by_distance = settings("dense") | {"similarity": "l2"}
    assert make_ranker(by_distance).order(ranked, tools) == runs["trained"]
