"""Evaluate re-rankers and the encoders below them: scores, per-query values and significance.

``as-published``: plain means over every pair, training pairs included, as the authors report them.
``honest``: means over CSFCube's two test folds, each scored by a network that did not see its query
papers. Scores are means over the trainings of a ranker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.schemes import ALL
from paperpool.csfcube.evaluation import SPLITS
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.runs import Run, run_names
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice
from paperpool.workflow.scisearch.ensembles import make_ensembles
from paperpool.workflow.scisearch.examples import Document, rank_examples
from paperpool.workflow.scisearch.grades import measure_grades
from paperpool.workflow.scisearch.measures import MEASURES, score_pair
from paperpool.workflow.scisearch.names import AS_PUBLISHED, PROTOCOLS, ranker_groups, ranker_name
from paperpool.workflow.scisearch.outcomes import Outcome

SPLIT = "test"

Pair = tuple[str, str]


def evaluate(
    collection: Collection,
    outcomes: Mapping[str, Sequence[Outcome]],
    encoders: Sequence[str],
    losses: Sequence[str],
    published: Mapping[tuple[str, str, str], float],
    resampling: Resampling,
    documents: Sequence[Document],
) -> tuple[Evaluation, dict[tuple[str, str], Run]]:
    """Evaluate the encoders, the re-rankers above them and the ensembles of both.

    ``outcomes`` has the trainings of all but the ensembles. Further tables are the ensembles'
    choices, the accuracy and confusion of grades, and the ranks of the paper's ``documents``. Also
    returns every run, by protocol and name.
    """
    ensembles, choices = make_ensembles(collection, outcomes, encoders, losses)
    all_outcomes: dict[str, Sequence[Outcome]] = {**outcomes, **ensembles}
    runs: dict[str, dict[str, list[Run]]] = {}
    for protocol in PROTOCOLS:
        runs[protocol] = {}
        for ranker, trainings in all_outcomes.items():
            runs[protocol][ranker] = [outcome.runs[protocol] for outcome in trainings]
    groups = ranker_groups(encoders, losses)
    tables = evaluate_rerankers(collection, runs, groups, published, resampling)

    counts = {}
    for ranker, trainings in all_outcomes.items():
        with_grades = [outcome.counts for outcome in trainings if outcome.counts is not None]
        if with_grades:
            counts[ranker] = with_grades
    accuracy, confusion = measure_grades(counts)
    others = {
        "choices": choices,
        "accuracy": accuracy,
        "confusion": confusion,
        "examples": rank_examples(documents, collection, runs),
    }

    named = {}
    for protocol, of_protocol in runs.items():
        for ranker, of_ranker in of_protocol.items():
            for name, run in zip(run_names(ranker, len(of_ranker)), of_ranker, strict=True):
                named[protocol, name] = run
    return replace(tables, others=others), named


def list_folds(collection: Collection, slice_name: str, protocol: str) -> list[list[Pair]]:
    """Return the pairs of a slice in the folds that ``protocol`` averages over."""
    if protocol == AS_PUBLISHED:
        return [collection.pairs(None if slice_name == ALL else slice_name)]
    return [collection.folds[slice_name][fold] for fold in SPLITS[SPLIT]]


def evaluate_rerankers(
    collection: Collection,
    runs: Mapping[str, Mapping[str, Sequence[Run]]],
    groups: Mapping[str, Sequence[str]],
    published: Mapping[tuple[str, str, str], float],
    resampling: Resampling,
) -> Evaluation:
    """Evaluate ``runs``, by protocol and ranker, per facet and over all.

    A ranker has a run per training; scores, values per query and tests are of the means over them.
    ``groups`` maps each encoder, and the untrained ensemble, to the rankers tested against it.
    ``published`` maps (ranker, slice, measure) to the published score.
    """
    rows = EvaluationRows()
    rankers = []
    untrained = {}
    for encoder, trained in groups.items():
        rankers += [encoder, *trained]
        for ranker in trained:
            untrained[ranker] = encoder

    for protocol in PROTOCOLS:
        for index, slice_name in enumerate(collection.scheme.slices):
            folds = list_folds(collection, slice_name, protocol)
            pairs = list(chain.from_iterable(folds))
            stream = [PROTOCOLS.index(protocol), index]
            draws = PairedDraws([len(fold) for fold in folds], resampling, stream)
            queries = [pair_name(*pair) for pair in pairs]
            measures = list(MEASURES[protocol])
            place = Slice(BENCHMARK.name, protocol, SPLIT, slice_name, measures, queries)

            printed = {}
            if protocol == AS_PUBLISHED:
                for (ranker, slice_of_score, measure), value in published.items():
                    if slice_of_score == slice_name:
                        printed[ranker, measure] = value

            stacks = {}
            for ranker in rankers:
                stacks[ranker] = _stack_scores(runs[protocol][ranker], pairs, collection, protocol)
            ranked = [measures.index(measure) for measure in BENCHMARK.tested]
            rows.add(place, measure_slice(stacks, draws, untrained, ranked), printed)
    return rows.tables()


def _stack_scores(
    runs: Sequence[Run], pairs: Sequence[Pair], collection: Collection, protocol: str
) -> np.ndarray:
    """Return the scores of a ranker's runs, shape (pairs, runs, measures)."""
    stack = []
    for pair in pairs:
        stack.append([score_pair(run, pair, collection, protocol) for run in runs])
    return np.array(stack)


def published_names(
    systems: Mapping[str, str | None], losses: Sequence[str]
) -> dict[str, str | None]:
    """Return the published name of each re-ranker, or None if the paper lacks it.

    ``systems`` maps an encoder to the paper's optional name for it.
    """
    names = {}
    for encoder, published_name in systems.items():
        for loss in losses:
            name = None
            if published_name:
                name = ranker_name(published_name, loss)
            names[ranker_name(encoder, loss)] = name
    return names
