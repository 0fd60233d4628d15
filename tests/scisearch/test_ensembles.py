"""Ensembles: their choices under each protocol, and their outcomes."""

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.choosing import FOLDS
from paperpool.workflow.scisearch.ensembles import make_ensembles
from paperpool.workflow.scisearch.evaluation import evaluate
from paperpool.workflow.scisearch.names import (
    AS_PUBLISHED,
    HONEST,
    MODELS,
    PROTOCOLS,
    ensemble_losses,
    ranker_groups,
    ranker_parts,
)
from paperpool.workflow.scisearch.outcomes import Outcome
from paperpool.workflow.scisearch.splits import scored_queries
from paperpool.workflow.scisearch.tables import CHOICE_COLUMNS

from .test_evaluation import QUICK, order_pairs

FACETS = default_scheme().facet_names

ENCODERS, LOSSES = ["a", "b"], ["nll", "kl"]


def outcome(collection, name, noise, figures, trained=True):
    """Return an outcome whose candidates' scores are a number of ``name``, to recognise it."""
    runs = order_pairs(collection, 1, noise=noise)
    mark = sum(map(ord, name))
    runs = {
        protocol: {pair: [(c, mark) for c, _ in ranking] for pair, ranking in run.items()}
        for protocol, run in runs.items()
    }
    counts = {(m.name, f): np.full((4, 4), mark) for m in MODELS for f in FACETS}
    of_folds = {(facet, fold): figures.get(facet, 0.5) for facet in FACETS for fold in FOLDS}
    return Outcome(runs, counts if trained else None, of_folds)


@pytest.fixture
def outcomes(collection):
    """As published a is always best; under honest b for method, and kl for result."""
    return {
        "a": [outcome(collection, "a", 0, {}, False)],
        "b": [outcome(collection, "b", 5, {"method": 0.9}, False)],
        **{
            f"{encoder}-{loss}": [
                outcome(
                    *(collection, f"{encoder}-{loss}@{k}", 0 if encoder == "a" else 5),
                    {"method": 0.9 if encoder == "b" else 0.1, "result": 0.1 + (loss == "kl")},
                )
                for k in (1, 2)
            ]
            for encoder in ENCODERS
            for loss in LOSSES
        },
    }


def marks(run, facet):
    """Return the scores of a facet's candidates, the marks of its ranker."""
    return {score for (_, f), ranking in run.items() if f == facet for _, score in ranking}


def test_as_published_and_honest_ones_choose_by_their_own_figures(collection, outcomes):
    made, choices = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    assert list(made) == ["ensemble", "ensemble-nll", "ensemble-kl", "ensemble-any-loss"]
    assert [len(of) for of in made.values()] == [1, 2, 2, 2]
    assert list(choices) == list(CHOICE_COLUMNS) and set(choices.metric) == {"ndcg%100"}
    of = choices.query("ranker == 'ensemble-kl' and training == 2")
    published = of[of.protocol == AS_PUBLISHED]
    assert published.fold.isna().all() and set(published.encoder) == {"a"}
    assert set(published.value) == {1.0}  # rankings by grade
    honest = of[of.protocol == HONEST].groupby("facet").encoder.agg(set).to_dict()
    assert honest == {"background": {"a"}, "method": {"b"}, "result": {"a"}}
    assert set(choices.query("ranker == 'ensemble'").loss) == {""}


def test_ours_chooses_the_loss_too(collection, outcomes):
    _, choices = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    own = choices.query("ranker == 'ensemble-any-loss' and protocol == 'honest' and training == 1")
    members = own.groupby("facet")[["encoder", "loss"]].agg(set).to_dict("index")
    assert members["result"] == {"encoder": {"a"}, "loss": {"kl"}}
    assert members["method"] == {"encoder": {"b"}, "loss": {"nll"}}  # the first of equals


def test_every_training_is_made_of_the_same_training_of_its_members(collection, outcomes):
    made, _ = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    for number, ensemble in enumerate(made["ensemble-kl"], 1):
        for protocol in PROTOCOLS:
            run = ensemble.runs[protocol]
            assert set(run) == set(collection.pairs())
            for facet in FACETS:
                encoder = "b" if (protocol, facet) == (HONEST, "method") else "a"
                assert marks(run, facet) == {sum(map(ord, f"{encoder}-kl@{number}"))}
        counts = ensemble.counts["honest-fold1", "method"]
        assert set(counts.ravel()) == {sum(map(ord, f"b-kl@{number}"))}
    assert made["ensemble"][0].counts is None


def test_a_fold_is_ranked_by_who_was_chosen_for_it(collection, outcomes):
    for name in ("a-kl", "b-kl"):
        for of in outcomes[name]:
            of.choice_scores["result", 1] = 1.0 if name == "b-kl" else 0.0
    made, _ = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    run = made["ensemble-kl"][0].runs[HONEST]
    for fold, encoder in ((1, "b"), (2, "a")):
        for query in scored_queries(collection, "result", fold):
            assert {s for _, s in run[query, "result"]} == {sum(map(ord, f"{encoder}-kl@1"))}


def test_without_figures_the_first_ranks(collection, outcomes):
    for of_ranker in outcomes.values():
        for of in of_ranker:
            of.choice_scores.clear()
    _, choices = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    honest = choices[choices.protocol == HONEST]
    assert set(honest.encoder) == {"a"} and honest.value.isna().all()


def test_of_one_encoder_there_is_no_ensemble(collection, outcomes):
    made, choices = make_ensembles(collection, outcomes, ["a"], LOSSES)
    assert made == {} and choices.empty and list(choices) == list(CHOICE_COLUMNS)
    assert ensemble_losses(["a"], LOSSES) == []
    assert ensemble_losses(ENCODERS, ["kl"]) == ["kl"]
    assert ranker_groups(["a"], ["kl"]) == {"a": ["a-kl"]}
    assert ranker_parts(ENCODERS, ["kl"])["ensemble-kl"] == ("ensemble", "kl")


def test_all_are_evaluated_and_the_ensembles_that_are_made_of_them(collection, outcomes):
    tables, runs = evaluate(collection, outcomes, ENCODERS, LOSSES, {}, QUICK, [])
    ensembles, choices = make_ensembles(collection, outcomes, ENCODERS, LOSSES)
    assert set(tables.metrics.ranker) == {*outcomes, *ensembles}
    assert runs[HONEST, "b-kl@2"] == outcomes["b-kl"][1].runs[HONEST]
    assert runs[AS_PUBLISHED, "ensemble"] == ensembles["ensemble"][0].runs[AS_PUBLISHED]
    assert tables.others["choices"].equals(choices) and set(tables.others["accuracy"].ranker) == {
        name for name in (*outcomes, *ensembles) if "-" in name
    }
