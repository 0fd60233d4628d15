"""What became of everything that a source holds: kept, dropped or quarantined, each counted."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.io.files import blank_controls, write_json, write_text

_CHARACTERS = 500
COLUMNS = ("kind", "file", "place", "reason", "text")


@dataclass
class Account:
    """Things of one kind: how many were kept, dropped by reason, quarantined.

    A quarantined one is a file, the place in it (a row or line from 1, or 0 for the whole file), a
    reason and its text.
    """

    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    quarantined: list[tuple[str, int, str, str]] = field(default_factory=list)

    @property
    def read(self) -> int:
        """How many there were."""
        return self.kept + self.dropped.total() + len(self.quarantined)

    def quarantine(self, file: str, place: int, reason: str, text: str) -> None:
        """Put one aside that cannot be used."""
        self.quarantined.append((file, place, reason, blank_controls(text)[:_CHARACTERS]))

    def summary(self) -> dict[str, Any]:
        """Return the counts: read = kept + Σ dropped + Σ quarantined."""
        reasons = Counter(reason for _, _, reason, _ in self.quarantined)
        return {
            "read": self.read,
            "kept": self.kept,
            "dropped": dict(sorted(self.dropped.items())),
            "quarantined": dict(sorted(reasons.items())),
        }


def write_accounts(
    accounts: Mapping[str, Account], further: Mapping[str, Any], folder: str | Path
) -> None:
    """Write ``counts.json`` (by kind, then ``further``) and ``quarantine.csv`` into ``folder``."""
    buffer = io.StringIO()
    table = csv.writer(buffer, lineterminator="\n")
    table.writerow(COLUMNS)
    for kind, account in accounts.items():
        table.writerows((kind, *row) for row in account.quarantined)
    text = buffer.getvalue().encode("utf-8", "replace").decode("utf-8")
    write_text(Path(folder) / "quarantine.csv", text)
    counts = {kind: account.summary() for kind, account in accounts.items()}
    write_json(Path(folder) / "counts.json", {**counts, **further})
