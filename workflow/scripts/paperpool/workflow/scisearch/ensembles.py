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
from paperpool.workflow.scisearch.choosing import FOLDS
from paperpool.workflow.scisearch.grades import Counts
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
    ensembles: dict[str, list[Outcome]] = {}
    rows = []
    for name, members in _list_members(encoders, losses).items():
        trainings = zip(*(outcomes[ranker_name(*member)] for member in members), strict=True)
        for number, training in enumerate(trainings, 1):
            candidates = dict(zip(members, training, strict=True))
            chosen = choose_members(collection, candidates)
            member_of_place = {place: member for place, (member, _) in chosen.items()}
            ensembles.setdefault(name, []).append(_compose(collection, candidates, member_of_place))
            for (facet, fold), ((encoder, loss), value) in chosen.items():
                protocol = AS_PUBLISHED if fold is None else HONEST
                choice = (encoder, loss, CHOSEN_BY, value)
                rows.append((protocol, name, number, facet, fold, *choice))
    choices = pd.DataFrame(rows, columns=CHOICE_COLUMNS)
    return ensembles, choices.astype({"fold": "Int64"})


def _list_members(encoders: Sequence[str], losses: Sequence[str]) -> dict[str, list[Member]]:
    """Return the encoders and losses that each ensemble chooses among, by its name."""
    members: dict[str, list[Member]] = {}
    for choice in ensemble_losses(encoders, losses):
        members[ENSEMBLE] = [(encoder, "") for encoder in encoders]
        name = ranker_name(ENSEMBLE, choice)
        members[name] = []
        for loss in losses if choice == ANY_LOSS else [choice]:
            members[name] += [(encoder, loss) for encoder in encoders]
    return members


def choose_members(
    collection: Collection, outcomes: Mapping[Member, Outcome]
) -> dict[Place, tuple[Member, float | None]]:
    """Choose the member that ranks each facet under each protocol, with its score.

    The first of equals; the first of all if the choice knows no query.
    """
    measure = list(MEASURES[AS_PUBLISHED]).index(CHOSEN_BY)
    chosen: dict[Place, tuple[Member, float | None]] = {}
    for facet in collection.scheme.facet_names:
        pairs = collection.pairs(facet)
        if pairs:
            scores: dict[Member, float | None] = {}
            for member, outcome in outcomes.items():
                run = outcome.runs[AS_PUBLISHED]
                values = [score_pair(run, pair, collection, AS_PUBLISHED) for pair in pairs]
                scores[member] = float(np.mean(values, axis=0)[measure])
            chosen[facet, None] = _best(scores)

        for fold in FOLDS:
            scores = {}
            for member, outcome in outcomes.items():
                scores[member] = outcome.choice_scores.get((facet, fold))
            chosen[facet, fold] = _best(scores)
    return chosen


def _best(scores: Mapping[Member, float | None]) -> tuple[Member, float | None]:
    """Return the member of the highest score, the first of equals, and the score."""
    known = {member: value for member, value in scores.items() if value is not None}
    if not known:
        return next(iter(scores)), None
    best = max(known, key=known.__getitem__)
    return best, known[best]


def _compose(
    collection: Collection, outcomes: Mapping[Member, Outcome], chosen: Mapping[Place, Member]
) -> Outcome:
    """Compose the outcome of an ensemble from those of the chosen members."""
    runs = {protocol: {} for protocol in PROTOCOLS}
    for facet in collection.scheme.facet_names:
        scored: dict[int | None, list[str]] = {}
        scored[None] = [query for query, _ in collection.pairs(facet)]
        for fold in FOLDS:
            scored[fold] = scored_queries(collection, facet, fold)

        for fold, queries in scored.items():
            protocol = HONEST
            if fold is None:
                protocol = AS_PUBLISHED
            for query in queries:
                run_of_member = outcomes[chosen[facet, fold]].runs[protocol]
                runs[protocol][query, facet] = run_of_member[query, facet]
    return Outcome(runs, _choose_counts(outcomes, chosen, collection.scheme.facet_names), {})


def _choose_counts(
    outcomes: Mapping[Member, Outcome],
    chosen: Mapping[Place, Member],
    facet_names: Sequence[str],
) -> dict[tuple[str, str], Counts] | None:
    """Return the counts of grades of the chosen members; None if a member has none."""
    if any(outcome.counts is None for outcome in outcomes.values()):
        return None

    counts: dict[tuple[str, str], Counts] = {}
    for model in MODELS:
        for facet in facet_names:
            if (facet, model.fold) in chosen:
                of_member = outcomes[chosen[facet, model.fold]].counts
                assert of_member is not None
                counts[model.name, facet] = of_member[model.name, facet]
    return counts
