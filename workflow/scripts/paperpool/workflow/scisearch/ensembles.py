"""Ensembles: each facet is ranked by the encoder that does best on it.

Source: SciSearch, section 3, and the last cells of the authors' notebooks, one for each loss: the
encoder of a facet has the best NDCG%100 in their tables. As published the reported scores choose,
on training pairs. Under ``honest`` the encoder is chosen for each fold by scores of the other alone
(see ``choosing``). ``ANY_LOSS``, which is ours, chooses the loss too. Each training chooses among
the encoders of that training; the authors trained each once.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS
from paperpool.workflow.scisearch.choosing import FOLDS
from paperpool.workflow.scisearch.measures import CHOSEN_BY, MEASURES, score_pair
from paperpool.workflow.scisearch.names import (
    ANY_LOSS,
    AS_PUBLISHED,
    ENSEMBLE,
    HONEST,
    MODELS,
    PROTOCOLS,
    ensemble_losses,
    ranker_name,
)
from paperpool.workflow.scisearch.outcomes import Outcome
from paperpool.workflow.scisearch.splits import scored_queries
from paperpool.workflow.scisearch.tables import CHOICE_COLUMNS

Member = tuple[str, str]
"""An encoder and a loss, empty for an untrained encoder."""

Place = tuple[str, int | None]
"""A facet and the scored fold, None as published."""


def make_ensembles(
    collection: Collection,
    outcomes: Mapping[str, Sequence[Outcome]],
    encoders: Sequence[str],
    losses: Sequence[str],
) -> tuple[dict[str, list[Outcome]], pd.DataFrame]:
    """Build every ensemble: outcomes by name, and their choices (``CHOICE_COLUMNS``).

    ``outcomes`` has a list of trainings for each untrained encoder and each re-ranker. A single
    encoder has no ensemble.
    """
    members: dict[str, list[Member]] = {}
    for choice in ensemble_losses(encoders, losses):
        members[ENSEMBLE] = [(encoder, "") for encoder in encoders]
        of_choice = losses if choice == ANY_LOSS else [choice]
        name = ranker_name(ENSEMBLE, choice)
        members[name] = [(encoder, loss) for loss in of_choice for encoder in encoders]
    made: dict[str, list[Outcome]] = {}
    rows = []
    for name, of_ensemble in members.items():
        trainings = zip(*(outcomes[ranker_name(*member)] for member in of_ensemble), strict=True)
        for number, of_training in enumerate(trainings, 1):
            candidates = dict(zip(of_ensemble, of_training, strict=True))
            chosen = choose_members(collection, candidates)
            of_place = {place: member for place, (member, _) in chosen.items()}
            made.setdefault(name, []).append(_compose(collection, candidates, of_place))
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
    """Choose the member that ranks each facet under each protocol, with its score.

    The first of equals; the first of all if the choice knows no query.
    """
    measure = list(MEASURES[AS_PUBLISHED]).index(CHOSEN_BY)
    chosen: dict[Place, tuple[Member, float | None]] = {}
    for facet in FACETS:
        if pairs := collection.pairs(facet):
            scores: dict[Member, float | None] = {}
            for member, of_member in outcomes.items():
                run = of_member.runs[AS_PUBLISHED]
                values = [score_pair(run, pair, collection, AS_PUBLISHED) for pair in pairs]
                scores[member] = float(np.mean(values, axis=0)[measure])
            chosen[facet, None] = _best(scores)
        for fold in FOLDS:
            scores = {
                member: of.choice_scores.get((facet, fold)) for member, of in outcomes.items()
            }
            chosen[facet, fold] = _best(scores)
    return chosen


def _best(scores: Mapping[Member, float | None]) -> tuple[Member, float | None]:
    known = {member: value for member, value in scores.items() if value is not None}
    best = max(known, key=known.__getitem__) if known else next(iter(scores))
    return best, known.get(best)


def _compose(
    collection: Collection, outcomes: Mapping[Member, Outcome], chosen: Mapping[Place, Member]
) -> Outcome:
    """Compose the outcome of an ensemble from those of the chosen members."""
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
