"""Read, check and build the evaluation splits of a collection."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.collections.collection import Collection, Pair, pair_name
from paperpool.collections.facets import FACETS, FOLDS, SLICES
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import read_unique_json
from paperpool.io.strict_json import is_text_list

_HINT = "Folds are lists of <paper>_<facet>; the release's evaluation_splits.json shows the form."


def read_folds(path: Path, hint: str, problems: list[Problem]) -> dict[str, dict[str, list[Pair]]]:
    """Read the folds of each slice; add a problem for each that is no list of pairs.

    A file that is no JSON is one problem, with ``hint``.
    """
    try:
        splits = read_unique_json(path, hint)
    except UserError as error:
        problems += error.problems
        return {}
    folds: dict[str, dict[str, list[Pair]]] = {}
    for slice_name in SLICES:
        folds[slice_name] = {}
        for fold in FOLDS:
            try:
                names = splits[slice_name][fold]
                if not is_text_list(names):
                    raise ValueError("no list of names")
                pairs = [(query, facet) for query, facet in (n.rsplit("_", 1) for n in names)]
                folds[slice_name][fold] = pairs
            except (KeyError, TypeError, ValueError):
                what = f"No list of pairs {fold!r} for {slice_name!r}."
                problems.append(Problem(what, str(path), _HINT))
    return folds


def check_folds(collection: Collection, where: str) -> Iterator[Problem]:
    """Yield a problem for each fold that would be scored wrongly.

    A fold is not empty, and has a judged pair of its slice at most once; the two test folds of a
    slice share no pair and together have every judged pair of it.
    """
    for slice_name, folds in collection.folds.items():
        judged = set(collection.pairs(slice_name if slice_name in FACETS else None))
        for fold, pairs in folds.items():
            place = f"{where}, {slice_name}, {fold}"
            if not pairs:
                yield Problem("The fold is empty.", place, _HINT)
            if repeated := {pair for pair in pairs if pairs.count(pair) > 1}:
                yield Problem(f"Named twice: {_names(repeated)}.", place, _HINT)
            if unknown := set(pairs) - judged:
                yield Problem(f"Not judged for {slice_name}: {_names(unknown)}.", place, _HINT)
        first, second = set(folds["fold1_test"]), set(folds["fold2_test"])
        place = f"{where}, {slice_name}"
        if shared := first & second:
            yield Problem(f"In both test folds: {_names(shared)}.", place, _HINT)
        if missing := judged - first - second:
            yield Problem(f"In no test fold: {_names(missing)}.", place, _HINT)


def _names(pairs: set[Pair]) -> str:
    return name_some([pair_name(*pair) for pair in sorted(pairs)])


def cross_halves(
    halves: Mapping[str, tuple[Sequence[Pair], Sequence[Pair]]],
) -> dict[str, dict[str, list[Pair]]]:
    """Return the folds of each slice: a half is the development set of one and tests the other."""
    return {
        slice_name: dict(zip(FOLDS, map(list, (first, second, second, first)), strict=True))
        for slice_name, (first, second) in halves.items()
    }
