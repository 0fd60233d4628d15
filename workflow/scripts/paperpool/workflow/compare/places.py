"""The rankings of two runs on one collection, evaluated and shown by the functions of scoring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.tables import Evaluation, correct
from paperpool.pages.wording import plural
from paperpool.scoring.adapters import find_adapter, list_adapters
from paperpool.scoring.places import find_ranking
from paperpool.scoring.task import Entry, Place, Scored, Task
from paperpool.workflow.compare.collections import open_same
from paperpool.workflow.compare.rankers import Pair, match_rankers, name_pair
from paperpool.workflow.compare.scores import CELL
from paperpool.workflow.compare.sides import Side

_VALUES = ("value_a", "value_b", "difference")
_TESTS = ("ci_low", "ci_high", "p", "p_holm", "n_queries")

DIFFERENCE_COLUMNS = [*CELL, "ranker_a", "ranker_b", *_VALUES, *_TESTS]
QUERY_COLUMNS = [*CELL, "ranker_a", "ranker_b", "query_id", *_VALUES]

BASELINE = "A"
"""The baseline in tables of paired tests: the ranker of A that each of B is compared with."""


@dataclass(frozen=True)
class Compared:
    """The compared rankers on one collection, as scoring shows them, and their scores as tables.

    ``folder`` is that of the collection's results in A. ``differences`` has DIFFERENCE_COLUMNS,
    ``queries`` QUERY_COLUMNS, the largest difference first.
    Values are fractions; a difference is B minus A.
    """

    scored: Scored
    folder: Path
    differences: pd.DataFrame
    queries: pd.DataFrame


def compare_places(a: Side, b: Side, resampling: Resampling) -> Iterator[Compared | str]:
    """Yield the comparison on each collection that both runs ranked, and notes on rankers.

    Raises UserError if the runs' collections differ, and for rankings that do not fit theirs.
    """
    for adapter in list_adapters():
        places_b = {place.name: place for place in adapter.find_places(b)}
        for place_a in adapter.find_places(a):
            place_b = places_b.get(place_a.name)
            if place_b is None:
                continue

            pairs, notes = match_rankers(a, b, place_a, place_b)
            yield from notes
            if pairs:
                data = open_same(place_a, place_b)
                yield _compare(a, b, place_a, data, pairs, resampling)


def _compare(
    a: Side,
    b: Side,
    place: Place,
    data: Collection | None,
    pairs: Sequence[Pair],
    resampling: Resampling,
) -> Compared:
    """Compare each pair by itself; Holm's correction is over the pairs."""
    adapter = find_adapter(place.benchmark)
    strict = all(side.setting("checks.runs") == "strict" for side in (a, b))
    entries: list[Entry] = []
    evaluations: list[Evaluation] = []
    differences: list[pd.DataFrame] = []
    queries: list[pd.DataFrame] = []
    for pair in pairs:
        ranker_a, ranker_b = pair
        both = [_make_entry(a, ranker_a, pair, place), _make_entry(b, ranker_b, pair, place)]
        runs = {entry.name: entry.paths[0] for entry in both}
        if not adapter.TAKES_FOLDERS:
            runs = {name: adapter.read_rankings(path, data) for name, path in runs.items()}
        task = Task(place, both, [both[0].name], resampling, strict)
        evaluation = adapter.evaluate_runs(task, data, runs)
        entries += both
        evaluations.append(evaluation)

        tests = evaluation.significance.drop(columns=["ranker", "baseline", "p_holm"])
        values = _side_by_side(evaluation.metrics, CELL, both).merge(tests)
        differences.append(values.assign(ranker_a=ranker_a, ranker_b=ranker_b))

        values = _side_by_side(evaluation.per_query, [*CELL, "query_id"], both)
        values = values.assign(difference=values.value_b - values.value_a)
        queries.append(values.assign(ranker_a=ranker_a, ranker_b=ranker_b))

    joined = _join(evaluations)
    task = Task(place, entries, [BASELINE], resampling, strict)
    scored = adapter.present(task, joined, data)
    folder = find_ranking(a, pairs[0][0], place).parent.parent
    table = correct(pd.concat(differences, ignore_index=True).assign(baseline=BASELINE))
    moved = pd.concat(queries).sort_values(
        "difference", key=lambda difference: -difference.abs(), kind="stable", ignore_index=True
    )
    return Compared(scored, folder, table[DIFFERENCE_COLUMNS], moved[QUERY_COLUMNS])


def _make_entry(side: Side, ranker: str, pair: Pair, place: Place) -> Entry:
    """Return the ranker of one side, under the name of the pair and the side's letter."""
    path = str(find_ranking(side, ranker, place))
    return Entry(f"{name_pair(pair)} ({side.letter})", (path,), is_ours=True)


def _side_by_side(values: pd.DataFrame, keys: list[str], both: Sequence[Entry]) -> pd.DataFrame:
    """Return ``value_a`` and ``value_b`` by ``keys``, in the order of ``values``."""
    entry_a, entry_b = both
    columns = [*keys, "value"]
    a = values.loc[values.ranker == entry_a.name, columns]
    b = values.loc[values.ranker == entry_b.name, columns]
    return a.merge(b, on=keys, suffixes=("_a", "_b"), validate="one_to_one")


def _join(evaluations: Sequence[Evaluation]) -> Evaluation:
    """Return the evaluations of the pairs as one, each ranker of B tested against ``BASELINE``."""
    first, *others = evaluations
    joined = first
    for evaluation in others:
        joined = joined.followed_by(evaluation)
    tests = correct(joined.significance.drop(columns="p_holm").assign(baseline=BASELINE))

    checks = {}
    notes: list[str] = []
    for evaluation in evaluations:
        notes += evaluation.notes
        for name, found in (evaluation.checks or {}).items():
            checks[name] = found
            n_problems = len(found.get("problems", ()))
            if n_problems:
                problems = plural(n_problems, "problem")
                notes.append(f"{name} has {problems}; its scores may flatter it.")

    return replace(
        joined,
        significance=tests,
        ranks=joined.ranks.iloc[:0],  # of two rankers each: the tests say as much
        checks=checks,
        notes=list(dict.fromkeys(notes)),
    )
