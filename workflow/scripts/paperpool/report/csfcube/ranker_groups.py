"""The rankers in the groups of CSFCube's tables, by what they compare (section 5)."""

from __future__ import annotations

from collections.abc import Mapping

GROUPS = {
    "Term-level": ("tfidf", "bm25", "cbow", "tfidfcbow"),
    "Sentence-level": ("sentences", "late", "tokens", "ts", "ot"),
    "Abstract-level": ("dense", "facet", "same_facet", "trained", "cross"),
    "Fusions": ("fusion", "best"),
    "Others": (),
    "From outside": ("run", "command"),
}
"""The kinds of rankers in each group, in the report's order; ``Others`` has all further kinds."""

_GROUP_OF = {kind: title for title, kinds in GROUPS.items() for kind in kinds}


def group_rankers(kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the rankers of each group that has any, in the order of ``kinds`` (name -> kind)."""
    groups: dict[str, list[str]] = {title: [] for title in GROUPS}
    for name, kind in kinds.items():
        groups[_GROUP_OF.get(kind, "Others")].append(name)
    return {title: names for title, names in groups.items() if names}
