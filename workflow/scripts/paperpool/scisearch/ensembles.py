"""Ensembles: each facet is ranked by the encoder that does best on it.

Source: SciSearch, section 3 ("we create an ensemble retrieval engine"), and the last cells of the
authors' notebooks, one for each loss: the encoder of a facet is the one of the best NDCG%100 in
their tables, and the aggregated figure is of the three together. As published the figures that
choose are those that are reported, on training pairs. Honestly the encoder is chosen for each fold
by figures of the other alone (see ``choosing``). With ``ANY_LOSS``, which is ours, the loss of each
facet is chosen, too. Every training of an ensemble chooses among the encoders of that training, as
the authors did, who trained each once.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS
from paperpool.scisearch.choosing import FOLDS
from paperpool.scisearch.measures import CHOSEN_BY, MEASURES, score_pair
from paperpool.scisearch.names import (
    ANY_LOSS,
    AS_PUBLISHED,
    ENSEMBLE,
    HONEST,
    MODELS,
    PROTOCOLS,
    ensemble_losses,
    ranker_name,
)
from paperpool.scisearch.outcomes import Outcome
from paperpool.scisearch.splits import scored_queries
from paperpool.scisearch.tables import CHOICE_COLUMNS

Member = tuple[str, str]
"""An encoder and a loss, empty of an encoder untrained."""

Place = tuple[str, int | None]
"""A facet and the fold that is scored, None as published, for all."""


def make_ensembles(
    collection: Collection,
    outcomes: Mapping[str, Sequence[Outcome]],
    encoders: Sequence[str],
    losses: Sequence[str],
) -> tuple[dict[str, list[Outcome]], pd.DataFrame]:
    """Return the outcomes of every ensemble, by its name, and its choices (``CHOICE_COLUMNS``).

    ``outcomes`` are those of the encoders untrained and of every re-ranker, by training. Of a
    single encoder there is no ensemble.
    """
    kinds = {ranker_name(ENSEMBLE, loss): [loss] for loss in losses}
    kinds[ranker_name(ENSEMBLE, ANY_LOSS)] = list(losses)
    wanted = [ranker_name(ENSEMBLE, loss) for loss in ensemble_losses(encoders, losses)]
    members = {ENSEMBLE: [(encoder, "") for encoder in encoders]} if wanted else {}
    members |= {
        name: [(encoder, loss) for loss in kinds[name] for encoder in encoders] for name in wanted
    }
    made: dict[str, list[Outcome]] = {}
    rows = []
    for name, of_ensemble in members.items():
        trainings = zip(*(outcomes[_name(member)] for member in of_ensemble), strict=True)
        for number, of_training in enumerate(trainings, 1):
            candidates = dict(zip(of_ensemble, of_training, strict=True))
            chosen = choose_members(collection, candidates)
            made.setdefault(name, []).append(
                _compose(collection, candidates, {place: m for place, (m, _) in chosen.items()})
            )
            rows += [
                (AS_PUBLISHED if fold is None else HONEST, name, number, facet, fold)
                + (*member, CHOSEN_BY, value)
                for (facet, fold), (member, value) in chosen.items()
            ]
    choices = pd.DataFrame(rows, columns=CHOICE_COLUMNS)
    return made, choices.astype({"fold": "Int64"})


def choose_members(
    collection: Collection, outcomes: Mapping[Member, Outcome]
) -> dict[Place, tuple[Member, float | None]]:
    """Return the member that ranks each facet under each protocol, and the figure it has there.

    The first of equals; the first of all if the choice knows no query.
    """
    measure = list(MEASURES[AS_PUBLISHED]).index(CHOSEN_BY)
    chosen: dict[Place, tuple[Member, float | None]] = {}
    for facet in FACETS:
        pairs = collection.pairs(facet)
        if pairs:
            figures = {
                member: float(
                    np.mean(
                        [
                            score_pair(outcome.runs[AS_PUBLISHED], p, collection, AS_PUBLISHED)
                            for p in pairs
                        ],
                        axis=0,
                    )[measure]
                )
                for member, outcome in outcomes.items()
            }
            chosen[facet, None] = _best(figures)
        for fold in FOLDS:
            chosen[facet, fold] = _best(
                {member: outcome.figures.get((facet, fold)) for member, outcome in outcomes.items()}
            )
    return chosen


def _best(figures: Mapping[Member, float | None]) -> tuple[Member, float | None]:
    known = {member: value for member, value in figures.items() if value is not None}
    best = max(known, key=known.__getitem__) if known else next(iter(figures))
    return best, known.get(best)


def _compose(
    collection: Collection, outcomes: Mapping[Member, Outcome], chosen: Mapping[Place, Member]
) -> Outcome:
    """Return the outcome of an ensemble: at each place that of the member chosen for it."""
    runs = {protocol: {} for protocol in PROTOCOLS}
    for facet in FACETS:
        scored = {None: [query for query, _ in collection.pairs(facet)]}
        scored |= {fold: scored_queries(collection, facet, fold) for fold in FOLDS}
        for fold, queries in scored.items():
            protocol = AS_PUBLISHED if fold is None else HONEST
            for query in queries:
                of_member = outcomes[chosen[facet, fold]].runs[protocol]
                runs[protocol][query, facet] = of_member[query, facet]
    counts = None
    known = {name: of.counts for name, of in outcomes.items() if of.counts is not None}
    if len(known) == len(outcomes):
        counts = {
            (model.name, facet): known[chosen[facet, model.fold]][model.name, facet]
            for model in MODELS
            for facet in FACETS
            if (facet, model.fold) in chosen
        }
    return Outcome(runs, counts, {})


def _name(member: Member) -> str:
    encoder, loss = member
    return ranker_name(encoder, loss) if loss else encoder
