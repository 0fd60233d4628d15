"""A filter of a user's own: conditions on what is known of papers, all of which have to hold.

A condition names values, of which a paper needs one; ``null`` among them stands for papers that
have none. A paper that fails several conditions is dropped by the first in the order of
``paper_values.PROPERTIES``. Each condition has two reasons: ``no_<noun>`` and ``other_<noun>``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.workflow.corpus.drop_reasons import (
    Filter,
    Flags,
    Reasons,
    Thresholds,
    first_that_holds,
)
from paperpool.workflow.corpus.paper_values import PROPERTIES, Values

ANY_TEXT = "*"
"""In a value that a condition names: any text, or none."""


@dataclass(frozen=True)
class Condition:
    """A condition: its name of ``PROPERTIES``, and the values that it names, null among them."""

    name: str
    named: Sequence[str | int | None]

    @property
    def noun(self) -> str:
        return PROPERTIES[self.name].noun

    @property
    def takes_unknown(self) -> bool:
        """Whether papers without a value pass; the null of years is an open end."""
        return self.name != "years" and None in self.named

    @property
    def reasons(self) -> list[str]:
        """The reasons that it can drop a paper for."""
        noun = self.noun.lower()
        if self.takes_unknown:
            return [f"other_{noun}"]
        return [f"no_{noun}", f"other_{noun}"]

    def match_each(self, values: Values) -> dict[str, Flags]:
        """Return, for each value that is named, which of the papers' values are it."""
        if self.name == "years":
            return {self._name_period(): self._are_in_period(values)}

        matches = {}
        for text in self.named:
            if text is not None:
                pattern = _as_pattern(self.name, str(text))
                found = pc.match_like(values.texts, pattern, ignore_case=True)
                matches[str(text)] = found.to_numpy(zero_copy_only=False)
        return matches

    def _name_period(self) -> str:
        """Return the period as text, an open end empty: ``2010-``."""
        ends = []
        for year in self.named:
            if year is None:
                ends.append("")
            else:
                ends.append(str(year))
        return "-".join(ends)

    def _are_in_period(self, values: Values) -> Flags:
        """Return which years are in the period, whose ends belong to it; null is an open end."""
        first, last = self.named
        years = values.texts.cast(pa.int64()).to_numpy()
        are_in = np.ones(len(years), bool)
        if first is not None:
            are_in &= years >= first
        if last is not None:
            are_in &= years <= last
        return are_in

    def find_failures(self, papers: pa.Table) -> list[Flags]:
        """Return, for each of ``reasons``, which papers it holds for."""
        values = PROPERTIES[self.name].read(papers)
        has_value = values.find_rows(len(papers))
        is_matched = np.zeros(len(papers), bool)
        for are_matched in self.match_each(values).values():
            is_matched[values.rows[are_matched]] = True

        other = has_value & ~is_matched
        if self.takes_unknown:
            return [other]
        return [~has_value, other]

    def count(self, papers: pa.Table, is_kept: Flags) -> dict[str, Any]:
        """Return the papers without a value, of these the kept ones (if null is named), and the
        papers of each value.
        """
        values = PROPERTIES[self.name].read(papers)
        has_value = values.find_rows(len(papers))
        by_value = {}
        for text, are_matched in self.match_each(values).items():
            by_value[text] = len(np.unique(values.rows[are_matched]))
        counts: dict[str, Any] = {"without": int((~has_value).sum())}
        if self.takes_unknown:
            counts["kept_without"] = int((~has_value & is_kept).sum())
        return counts | {"values": by_value}


def _as_pattern(condition: str, text: str) -> str:
    """Return a named value as the pattern of SQL's LIKE, with ``*`` for any text.

    The prefix of a DOI is a registrant (``10.1101``), or goes on after the slash.
    """
    if condition == "doi_prefix":
        if "/" not in text:
            text += "/"
        text += ANY_TEXT
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return text.replace(ANY_TEXT, "%")


def list_conditions(settings: Thresholds) -> list[Condition]:
    """Return the conditions of a filter's settings, in the order in which they are tried."""
    return [Condition(name, settings[name]) for name in PROPERTIES if name in settings]


def make_own_filter(settings: Thresholds) -> Filter:
    """Return the filter of the conditions in ``settings``, by their names."""
    conditions = list_conditions(settings)
    reasons: list[str] = []
    for condition in conditions:
        reasons += condition.reasons

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        """Return the first reason of each paper, selected or not."""
        failures: list[Flags] = []
        for condition in conditions:
            failures += condition.find_failures(papers)
        return first_that_holds(len(papers), *failures)

    def count(papers: pa.Table, is_kept: Flags) -> dict[str, Any]:
        """Return the counts of each condition by its name."""
        return {condition.name: condition.count(papers, is_kept) for condition in conditions}

    return Filter(tuple(reasons), find_reasons, count)


def list_columns(settings: Mapping[str, Any]) -> list[str]:
    """Return the columns that a table needs so that a paper of it can pass."""
    columns = []
    for condition in list_conditions(settings):
        column = PROPERTIES[condition.name].table_column
        if column is not None and not condition.takes_unknown:
            columns.append(column)
    return columns
