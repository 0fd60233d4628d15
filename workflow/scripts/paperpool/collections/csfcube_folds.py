"""Read, check and build the evaluation splits of a collection."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.collections.collection import Collection, Pair, pair_name
from paperpool.collections.schemes import ALL
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import read_unique_json
from paperpool.io.strict_json import is_text_list

FOLDS = ("fold1_dev", "fold2_dev", "fold1_test", "fold2_test")
"""The folds of a slice; source: ``evaluation_splits.json`` of CSFCube's release."""

_HINT = "Folds are lists of <paper>_<facet>; the release's evaluation_splits.json shows the form."


def read_folds(
    path: Path, slices: Sequence[str], hint: str, problems: list[Problem]
) -> dict[str, dict[str, list[Pair]]]:
    """Read the folds of each of ``slices``; add a problem for each that is no list of pairs.

    A file that is no JSON is one problem, with ``hint``.
    """
    try:
        splits = read_unique_json(path, hint)
    except UserError as error:
        problems += error.problems
        return {}

    folds: dict[str, dict[str, list[Pair]]] = {}
    for slice_name in slices:
        folds[slice_name] = {}
        for fold in FOLDS:
            try:
                folds[slice_name][fold] = _parse_pairs(splits[slice_name][fold])
            except (KeyError, TypeError, ValueError):
                message = f"No list of pairs {fold!r} for {slice_name!r}."
                problems.append(Problem(message, str(path), _HINT))
    return folds


def _parse_pairs(names: object) -> list[Pair]:
    """Return the pairs of a list of <paper>_<facet>; raise ValueError for other values."""
    if not is_text_list(names):
        raise ValueError("no list of names")
    pairs = []
    for name in names:
        query, facet = name.rsplit("_", 1)
        pairs.append((query, facet))
    return pairs


def check_folds(collection: Collection, where: str) -> Iterator[Problem]:
    """Yield a problem for each fold that would be scored wrongly.

    A fold is not empty, and has a judged pair of its slice at most once; the two test folds of a
    slice share no pair and together have every judged pair of it.
    """
    for slice_name, folds in collection.folds.items():
        facet = None if slice_name == ALL else slice_name
        judged = set(collection.pairs(facet))
        for fold, pairs in folds.items():
            place = f"{where}, {slice_name}, {fold}"
            if not pairs:
                yield Problem("The fold is empty.", place, _HINT)
            repeated = {pair for pair in pairs if pairs.count(pair) > 1}
            if repeated:
                yield Problem(f"Named twice: {_names(repeated)}.", place, _HINT)
            unknown = set(pairs) - judged
            if unknown:
                yield Problem(f"Not judged for {slice_name}: {_names(unknown)}.", place, _HINT)

        first = set(folds["fold1_test"])
        second = set(folds["fold2_test"])
        place = f"{where}, {slice_name}"
        shared = first & second
        if shared:
            yield Problem(f"In both test folds: {_names(shared)}.", place, _HINT)
        missing = judged - first - second
        if missing:
            yield Problem(f"In no test fold: {_names(missing)}.", place, _HINT)


def _names(pairs: set[Pair]) -> str:
    return name_some([pair_name(*pair) for pair in sorted(pairs)])


def cross_halves(
    halves: Mapping[str, tuple[Sequence[Pair], Sequence[Pair]]],
) -> dict[str, dict[str, list[Pair]]]:
    """Return the folds of each slice: a half is the development set of one and tests the other."""
    folds = {}
    for slice_name, (first, second) in halves.items():
        in_order = (first, second, second, first)
        folds[slice_name] = {fold: list(pairs) for fold, pairs in zip(FOLDS, in_order, strict=True)}
    return folds
