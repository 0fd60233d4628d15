"""The counts of two runs' corpora side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paperpool.pages.wording import words

Counts = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Count:
    """A count of A and of B; None where a run does not have it, such as another filter's."""

    label: str
    a: int | None
    b: int | None

    @property
    def difference(self) -> int | None:
        """B minus A."""
        return None if self.a is None or self.b is None else self.b - self.a


def compare_corpora(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, list[Count]]:
    """Return the counts of two summaries (``corpus/summary.json``) by group: ``Rows``, from those
    read to those kept, then each filter. What only B has stands behind what A has.
    """
    counts_a, counts_b = _counts(a), _counts(b)
    return {
        group: [
            Count(label, counts_a.get(group, {}).get(label), counts_b.get(group, {}).get(label))
            for label in _union(counts_a.get(group, {}), counts_b.get(group, {}))
        ]
        for group in _union(counts_a, counts_b)
    }


def _union(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys([*a, *b]))


def _counts(summary: Mapping[str, Any]) -> Counts:
    quarantined = {f"quarantined: {words(r)}": n for r, n in summary["quarantined"].items()}
    filters = {
        f"Filter {name}": {
            "kept": counts["kept"],
            "kept always, by id": counts["kept_always"],
            **{f"dropped: {words(reason)}": n for reason, n in counts["dropped"].items()},
        }
        for name, counts in summary["filters"].items()
    }
    return {
        "Rows": {
            "read": summary["read"],
            **quarantined,
            "readable": summary["readable"],
            "kept by any filter": summary["kept"],
        },
        **filters,
    }
