"""The compared rankers of two runs, and their rankings, checked against the collection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.compare.sides import Side, unfinished
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.run_checks import check_run
from paperpool.evaluation.runs import Run, read_run
from paperpool.pages.wording import plural

Pairs = Mapping[tuple[str, str], tuple[Run, Run]]
"""The rankings of a ranker of A and the ranker of B that it is compared with, by both names."""


@dataclass(frozen=True)
class Rankings:
    """The compared rankers and notes for a reader.

    Without a pair there is no ``collection``, and the notes give the reason.
    """

    collection: Collection | None
    pairs: Pairs
    notes: list[str]


def read_rankings(a: Side, b: Side) -> Rankings:
    """Return the compared pairs.

    Raises UserError if only one run has its rankings, if the collections differ, and if a ranking
    does not fit its own.
    """
    unranked = [side for side in (a, b) if not side.ranked()]
    if len(unranked) == 2 or any(side.collection_folder is None for side in unranked):
        return Rankings(None, {}, [f"{side.letter} has no rankings." for side in unranked])
    if unranked:
        raise UserError(unfinished(unranked[0]))
    names, notes = _match(a, b)
    if not names:
        return Rankings(None, {}, ["No ranker stands in both runs.", *notes])
    collection = _read_same_collection(a, b)
    pairs = {}
    for name_a, name_b in names:
        run_a, notes_a = _read_checked(a, name_a, collection)
        run_b, notes_b = _read_checked(b, name_b, collection)
        pairs[name_a, name_b] = run_a, run_b
        notes += [*notes_a, *notes_b]
    return Rankings(collection, pairs, notes)


def _match(a: Side, b: Side) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs to compare, in A's order, and a note on every ranker without a partner."""
    if a.ranker is not None and b.ranker is not None:
        return [(a.ranker, b.ranker)], []
    rankers_a, rankers_b = _finished(a), _finished(b)
    pairs = [(name, name) for name in rankers_a if name in rankers_b]
    return pairs, [*_alone(a, rankers_a, rankers_b), *_alone(b, rankers_b, rankers_a)]


def _finished(side: Side) -> list[str]:
    ranked = side.ranked()
    return [name for name in side.setting("rankers") if name in ranked]


def _alone(side: Side, finished: Sequence[str], others: Sequence[str]) -> list[str]:
    configured = side.setting("rankers")
    notes = [f"{n}: only {side.letter} has it." for n in finished if n not in others]
    notes += [
        f"{n}: {side.letter}'s configuration has it, but it is not ranked yet."
        for n in configured
        if n not in finished
    ]
    notes += [
        f"{n}: {side.letter} holds a ranking of an earlier configuration, which is passed over."
        for n in side.ranked()
        if n not in configured
    ]
    return notes


def _read_same_collection(a: Side, b: Side) -> Collection:
    """Return the collection of both runs."""
    folders = [side.collection_folder for side in (a, b) if side.collection_folder is not None]
    collection = read_collection(folders[0])
    other = collection if folders[0] == folders[1] else read_collection(folders[1])
    if differences := collection_differences(collection, other):
        what = (
            "The runs rank different collections, so that a difference of their scores would say "
            f"nothing of their rankers: {'; '.join(differences)}."
        )
        where = f"A: {folders[0]}, B: {folders[1]}"
        hint = "Compare runs with the same data.csfcube (and the same labels and grades)."
        raise UserError(Problem(what, where, hint))
    return collection


def collection_differences(a: Collection, b: Collection) -> list[str]:
    """Return the differences in judged pairs, candidates, adjudicated grades and folds."""
    pairs_a, pairs_b = set(a.judgments), set(b.judgments)
    grades = {
        pair: (a.judgments[pair].grades(), b.judgments[pair].grades()) for pair in pairs_a & pairs_b
    }
    other_candidates = {pair for pair, (x, y) in grades.items() if x.keys() != y.keys()}
    other_grades = {pair for pair, (x, y) in grades.items() if x != y} - other_candidates
    other_folds = [
        f"{fold} of {name}"
        for name, folds in a.folds.items()
        for fold, pairs in folds.items()
        if sorted(pairs) != sorted(b.folds[name][fold])
    ]
    of_pairs = {
        "queries of A alone: ": pairs_a - pairs_b,
        "queries of B alone: ": pairs_b - pairs_a,
        "other candidates for ": other_candidates,
        "other grades for ": other_grades,
    }
    found = {text: [pair_name(*one) for one in sorted(of)] for text, of in of_pairs.items()}
    found["other folds: "] = other_folds
    return [text + name_some(names) for text, names in found.items() if names]


def _read_checked(side: Side, name: str, collection: Collection) -> tuple[Run, list[str]]:
    """Return a ranking and a note if the run was made with ``checks.runs: warn``."""
    path = side.ranking("csfcube", name)
    checked = check_run(name, str(path), read_run(path), collection)
    if not checked.problems:
        return checked.run, []
    if side.setting("checks.runs") == "strict":
        what = f"The ranking of {name!r} does not fit the run's collection (changed since?): "
        what += checked.problems[0].what
        raise UserError(Problem(what, f"{side.letter}: {path}", "Make the run again."))
    count = plural(len(checked.problems), "problem")
    return checked.run, [f"{name} of {side.letter} has {count}; its scores may flatter it."]
