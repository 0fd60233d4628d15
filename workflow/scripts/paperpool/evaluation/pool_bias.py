"""Pool bias: how far the scores of a ranker rest on candidates that were judged.

Unjudged candidates of a ranker are removed, the judged ones below move up, and the scores rise
(Sakai 2008, "Comparing metrics across TREC and NTCIR: the robustness to system bias": such
condensed lists overestimate a system that was not pooled). So two values stand beside the scores:
the share of the first 20 candidates that were judged, and bpref, the usual measure under incomplete
judgments (Buckley and Voorhees 2004). bpref too passes over unjudged candidates, so that a ranker
with a small share needs more judgments.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from pathlib import Path

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.evaluation.runs import Run
from paperpool.io.csv_rows import Rows, read_records

COLUMNS = "ranker split slice judged@20 bpref n_queries warning".split()

ENOUGH = 0.95
"""The least mean share without a warning: one of 20 candidates was not judged."""

APART = 0.05
"""The largest difference from the baseline's mean share without a warning, again one of 20."""


@dataclass(frozen=True)
class PoolBias:
    """A row of ``COLUMNS``: plain means over the pairs of a slice, fractions, and a warning or "".

    ``judged`` is the mean over ranked pairs, None without any; an unranked pair has ``bpref`` 0.
    """

    ranker: str
    split: str
    slice: str
    judged: float | None = field(metadata={"column": "judged@20"})
    bpref: float
    n_queries: int
    warning: str


def warn_of_bias(
    share: float | None, baseline: str, share_of_baseline: float | None, removed: bool = True
) -> str:
    """Return the warning about a ranker's share beside that of the baseline, or "".

    Unless unjudged candidates are ``removed``, they count as not relevant for every ranker; then
    only a share far from the baseline's is reported.
    """
    if share is None or share_of_baseline is None:
        return ""

    # rounded, so that a sum's last bits decide nothing
    is_low = removed and round(share, 9) < ENOUGH
    is_apart = round(abs(share - share_of_baseline), 9) > APART
    if not is_low and not is_apart:
        return ""

    text = f"{100 * share:.1f}% of its first 20 candidates were judged"
    if is_low:
        text = f"Only {text}; the others were removed and those below moved up, so its scores, "
        text += "bpref too, can be too high"
    if is_apart:
        text += f". Of {baseline}'s, {100 * share_of_baseline:.1f}% were judged: the two are not "
        text += "scored alike"
        if not removed:
            text += "; what nobody judged counts as not relevant"
    return f"{text}."


def find_warnings(rows: Iterable[PoolBias], split: str = "test") -> dict[str, list[str]]:
    """Return the warnings of each ranker on a split: over all, or else of single facets."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.split == split and row.warning:
            found.setdefault(row.ranker, {})[row.slice] = row.warning

    warnings = {}
    for ranker, by_slice in found.items():
        if "all" in by_slice:
            warnings[ranker] = [by_slice["all"]]
        else:
            warnings[ranker] = [
                f"{facet.capitalize()}: {warning}" for facet, warning in by_slice.items()
            ]
    return warnings


def tabulate_bias(rows: Iterable[PoolBias]) -> pd.DataFrame:
    """Return the rows as a table of ``COLUMNS``."""
    return pd.DataFrame(map(astuple, rows), columns=COLUMNS)


def read_pool_bias(table: str | Path | Rows) -> list[PoolBias]:
    """Return the rows of a table of pool bias, of a file or in memory."""
    return read_records(table, PoolBias)


def judged_shares(run: Run, collection: Collection) -> dict[str, float]:
    """Return, by topic's id, the share of the first 20 candidates that were judged.

    A candidate counts once, the query itself not at all; a shorter ranking is divided by its
    length. Unranked topics are left out.
    """
    shares = {}
    names = collection.topic_names()
    for query, facet in collection.pairs():
        first: set[str] = set()
        for candidate, _ in run.get((query, facet), []):
            if candidate != query:
                first.add(candidate)
            if len(first) == CUTOFF:
                break

        if first:
            n_judged = len(first.intersection(collection.judgments[query, facet].candidates))
            shares[names[query, facet]] = n_judged / len(first)
    return shares
