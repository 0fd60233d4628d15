"""The outcome of a ranker: its runs, its counts of grades, its scores for choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.runs import Run
from paperpool.workflow.scisearch.choosing import ChoiceScores, read_choice_scores, score_untrained
from paperpool.workflow.scisearch.features import Features, read_features
from paperpool.workflow.scisearch.grades import ModelCounts, read_counts
from paperpool.workflow.scisearch.ranking import rank_untrained, read_predicted_runs


@dataclass(frozen=True)
class Outcome:
    """The outcome of one training of a ranker, or of an untrained encoder.

    ``runs`` are by protocol; ``counts`` are None without predicted grades; ``choice_scores`` are
    those that an honest ensemble chooses by, empty without one.
    """

    runs: Mapping[str, Run]
    counts: ModelCounts | None
    choice_scores: ChoiceScores


def read_outcomes(
    rankers: Sequence[str],
    n_trainings: int,
    predictions: Sequence[str | Path],
    counts: Sequence[str | Path],
    choices: Sequence[str | Path],
) -> dict[str, list[Outcome]]:
    """Read the outcomes of each ranker's trainings.

    Each list has a file per facet of a training, ordered by ranker and training; ``choices`` may be
    empty.
    """
    outcomes: dict[str, list[Outcome]] = {}
    n_facets = len(default_scheme().facet_names)
    first = 0
    for ranker in rankers:
        outcomes[ranker] = []
        for _ in range(n_trainings):
            files = slice(first, first + n_facets)
            outcome = Outcome(
                read_predicted_runs(predictions[files]),
                read_counts(counts[files]),
                read_choice_scores(choices[files]),
            )
            outcomes[ranker].append(outcome)
            first += n_facets
    return outcomes


def gather_outcomes(
    collection: Collection,
    trained: Mapping[str, Sequence[Outcome]],
    groups: Mapping[str, Sequence[str]],
    vectors: Mapping[str, str | Path],
    candidate: str,
    choosing: bool,
) -> dict[str, Sequence[Outcome]]:
    """Return the outcomes of each untrained encoder and of the re-rankers ``trained`` above it.

    ``groups`` has the re-rankers by encoder, ``vectors`` the encoders' files.
    """
    outcomes: dict[str, Sequence[Outcome]] = {}
    for encoder, path in vectors.items():
        features = read_features(path, candidate)
        outcomes[encoder] = [untrained_outcome(collection, features, choosing)]
        for ranker in groups[encoder]:
            outcomes[ranker] = trained[ranker]
    return outcomes


def untrained_outcome(collection: Collection, features: Features, choosing: bool) -> Outcome:
    """Return the outcome of an encoder itself, with scores if ensembles are ``choosing``."""
    scores = score_untrained(collection, features) if choosing else {}
    return Outcome(rank_untrained(collection, features), None, scores)
