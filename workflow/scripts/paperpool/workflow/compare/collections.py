"""What a collection is to a comparison: rankings of different ones are not compared."""

from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.task import Place


def open_same(a: Place, b: Place) -> Collection | None:
    """Return the collection of two places, if it has papers; raise UserError if they differ."""
    adapter = find_adapter(a.benchmark)
    is_same_folder = a.folder.resolve() == b.folder.resolve()
    if adapter.TAKES_FOLDERS:
        if not is_same_folder:
            raise _refuse(a, b, "their data are in two folders")
        return None

    collection = adapter.open_data(a)
    if not is_same_folder:
        differences = collection_differences(collection, adapter.open_data(b))
        if differences:
            raise _refuse(a, b, "; ".join(differences))
    return collection


def _refuse(a: Place, b: Place, differences: str) -> UserError:
    message = (
        "The runs rank different collections, so that a difference of their scores would say "
        f"nothing of their rankers: {differences}."
    )
    hint = "Compare runs with the same data (and the same labels and grades)."
    return UserError(Problem(message, f"A: {a.folder}, B: {b.folder}", hint))


def collection_differences(a: Collection, b: Collection) -> list[str]:
    """Return the differences in judged pairs, candidates, grades and what these gain, and folds."""
    pairs_a = set(a.judgments)
    pairs_b = set(b.judgments)
    other_candidates = set()
    other_grades = set()
    for pair in pairs_a & pairs_b:
        grades_a = a.judgments[pair].grades()
        grades_b = b.judgments[pair].grades()
        if grades_a.keys() != grades_b.keys():
            other_candidates.add(pair)
        elif grades_a != grades_b:
            other_grades.add(pair)

    other_folds = []
    for name, folds in a.folds.items():
        folds_b = b.folds.get(name, {})
        for fold, pairs in folds.items():
            if sorted(pairs) != sorted(folds_b.get(fold, [])):
                other_folds.append(f"{fold} of {name}")

    differing = {
        "queries of A alone: ": pairs_a - pairs_b,
        "queries of B alone: ": pairs_b - pairs_a,
        "other candidates for ": other_candidates,
        "other grades for ": other_grades,
    }
    found = {}
    for text, pairs in differing.items():
        found[text] = [pair_name(*pair).removesuffix("_") for pair in sorted(pairs)]
    found["other folds: "] = other_folds
    found["another scheme: "] = _find_differing_keys(a.scheme, b.scheme)
    return [text + name_some(names) for text, names in found.items() if names]


def _find_differing_keys(a: Scheme, b: Scheme) -> list[str]:
    """Return the keys of two schemes that scores depend on and that differ; texts may."""
    labels_a = {name: a.labels_of(name) for name in a.facet_names}
    labels_b = {name: b.labels_of(name) for name in b.facet_names}
    keys = {
        "facets": labels_a == labels_b,
        "gains": a.gains == b.gains,
        "relevant": a.relevant == b.relevant,
    }
    return [key for key, is_same in keys.items() if not is_same]
