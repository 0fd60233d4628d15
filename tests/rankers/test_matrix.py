"""Every kind of ranker on every kind of collection, with tiny models made here."""

import json
import math

import pytest

from paperpool.collections.collection import OpenCollection, WholePapers
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.pair_scores import pair_key
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Context, find_missing_requirement
from paperpool.rankers.registry import find_kinds, make_ranker

from ..made.collection import check_ranked
from ..made.folders import write_beir, write_mteb, write_trec
from ..made.rankers import lend_tools, made_settings, model_maker

KINDS = sorted(find_kinds())
COMMAND = 'awk -F "\\t" \'FNR > 1 {print $1 "_" $2, "Q0", $3, 0, FNR % 5, "x"}\' {candidates_tsv}'

LACKS = {
    "facet": "facets of its papers' sentences",
    "same_facet": "facets of its papers' sentences",
    "best": "grades in folds that a choice may be made on",
}
"""What collections of others lack of what a kind needs, and MDCR of the facets."""

CITATIONS = "a corpus's citations that large pools are drawn from"

FOLDERS = {"beir": write_beir, "mteb": write_mteb, "trec": write_trec}


@pytest.fixture(params=["csfcube", "mdcr", *FOLDERS])
def ranked(request, collection, small_benchmark, tmp_path):
    """A small collection of each kind."""
    if request.param in FOLDERS:
        settings = FOLDERS[request.param](tmp_path / "others")
        return assemble(make_reader(settings).read(), "test", 1, 4)
    return collection if request.param == "csfcube" else small_benchmark


@pytest.fixture
def faceted(ranked):
    """Whether the collection has facets: here only CSFCube's."""
    return not isinstance(ranked, WholePapers)


@pytest.fixture
def models(tiny_bert, ranked):
    """Return a function: the folder of a tiny model, with a head if labels are given."""
    return model_maker(tiny_bert, ranked)


@pytest.fixture
def settings(ranked, faceted, models, tmp_path):
    """Return a function: valid settings of a ranker of a kind."""

    def write_run():
        scores = {
            pair: {c: i % 3 for i, c in enumerate(ranked.rankable(*pair))}
            for pair in ranked.pairs()
        }
        if faceted or isinstance(ranked, OpenCollection):
            names = ranked.topic_names()
            lines = [
                f"{names[pair]} Q0 {c} 0 {score} x\n"
                for pair, of_pair in scores.items()
                for c, score in of_pair.items()
            ]
            (tmp_path / "run.trec").write_text("".join(lines))
            return {"path": str(tmp_path / "run.trec"), "benchmark": "csfcube"}
        for split, pairs in ranked.folds["all"].items():
            keys = {pair_key(pair[0], c): s for pair in pairs for c, s in scores[pair].items()}
            (tmp_path / f"{split}.json").write_text(json.dumps(keys))
        return {"path": f"{tmp_path}/{{split}}.json", "benchmark": "mdcr"}

    def make(kind):
        others = {
            "program": {"command": f"{COMMAND} > {{run}}"},
            "file": write_run() if "file" in find_kinds()[kind].needs else {},
        }
        return made_settings(kind, models, others)

    return make


@pytest.fixture
def context(ranked, models, tmp_path):
    """The resources of a job for a ranker."""
    grid = {"k1": [0.9, 1.5], "b": [0.4]}
    return lend_tools(ranked, tmp_path / "lent", grid=grid, trained=models())


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_ranks_every_candidate_once_or_says_what_is_lacking(
    kind, ranked, faceted, settings, context, problems
):
    has_folds = faceted or ranked.validation is not None
    lack = find_missing_requirement(find_kinds()[kind], faceted, has_folds)
    lacking = {} if faceted else LACKS
    if has_folds:
        lacking = {name: what for name, what in lacking.items() if what != LACKS["best"]}
    assert lack == {**lacking, "references": CITATIONS}.get(kind)
    ranker = settings(kind)
    if lack is None:
        run = make_ranker(ranker).rank(ranked, context)
        check_ranked(run, ranked)
        scores = [score for ranking in run.values() for _, score in ranking]
        assert all(map(math.isfinite, scores)) and len(set(scores)) > 1
        assert make_ranker(ranker).rank(ranked, context) == run
    assert problems({"rankers": {"mine": ranker}}) == []
    if not faceted and not isinstance(ranked, OpenCollection):
        taking_part = {"mdcr": {"rankers": ["bm25", "tfidf", "mine"]}}
        told = problems({"rankers": {"mine": ranker}, **taking_part})
        if kind == "references":  # the generated corpus has citations
            [problem] = told
            assert problem.what == "mine needs minilm, which is not in the list."
        elif lack:
            [problem] = told
            assert problem.where == "mdcr.rankers.2"
            assert problem.what == f"mine is of kind {kind}, which needs {lack}; MDCR has none."
        elif kind == "run":
            [problem] = told
            assert problem.where == "mdcr.rankers.2" and "rankers.mine.benchmark" in problem.hint
        else:
            assert told == []


def test_each_kind_has_an_order_of_its_own(ranked, faceted, settings, context):
    """With one model, no two kinds have the same scores, but ``trained`` is ``dense`` by the
    distance with SPECTER's separator.
    """
    runs = {}
    for kind in KINDS:
        if find_missing_requirement(find_kinds()[kind], faceted, has_folds=faceted) is None:
            runs[kind] = make_ranker(settings(kind)).rank(ranked, context)
    assert len({str(run) for run in runs.values()}) == len(runs) >= 15
    by_distance = make_ranker(settings("dense") | {"similarity": "l2", "separator": "sep"})
    same = by_distance.order(ranked, context)  # trained does not search
    assert {pair: of_pair[: ranked.depth] for pair, of_pair in same.items()} == runs["trained"]


def test_a_trained_ranker_asks_the_encoder_that_was_trained_for_it(monkeypatch):
    loaded = []
    monkeypatch.setattr(ModelRanker, "load", lambda self, *_: loaded.append(self.model))
    monkeypatch.setattr("paperpool.rankers.scoring.paper_vectors.rank_by_papers", lambda *_: {})
    make_ranker({"kind": "trained", "model": "base"}).order(None, Context(trained="trained"))
    assert loaded == ["trained"]
