"""A filter of a user's own: conditions on what is known of papers, all of which have to hold.

A paper that fails several conditions is dropped by the first in the order of
``conditions.PROPERTIES``. Each condition has two reasons: ``no_<noun>`` and ``other_<noun>``.
"""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.workflow.corpus.conditions import Condition, list_conditions
from paperpool.workflow.corpus.drop_reasons import Filter, Flags, Reasons, first_that_holds
from paperpool.workflow.corpus.filter_kind import Thresholds
from paperpool.workflow.corpus.paper_values import Values, read_values

ANY_TEXT = "*"
"""In a value that a condition names: any text, or none."""


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
            failures += _find_failures(condition, papers)
        return first_that_holds(len(papers), *failures)

    def count(papers: pa.Table, is_kept: Flags) -> dict[str, Any]:
        """Return the counts of each condition by its name."""
        return {condition.name: _count(condition, papers, is_kept) for condition in conditions}

    return Filter(tuple(reasons), find_reasons, count)


def _find_failures(condition: Condition, papers: pa.Table) -> list[Flags]:
    """Return, for each of a condition's reasons, which papers it holds for."""
    values = read_values(papers, condition.name)
    has_value = values.find_rows(len(papers))
    is_matched = np.zeros(len(papers), bool)
    for are_matched in _match_each(condition, values).values():
        is_matched[values.rows[are_matched]] = True

    other = has_value & ~is_matched
    if condition.takes_unknown:
        return [other]
    return [~has_value, other]


def _count(condition: Condition, papers: pa.Table, is_kept: Flags) -> dict[str, Any]:
    """Return the papers without a value, of these the kept ones (if null is named), and the
    papers of each value.
    """
    values = read_values(papers, condition.name)
    has_value = values.find_rows(len(papers))
    by_value = {}
    for text, are_matched in _match_each(condition, values).items():
        by_value[text] = len(np.unique(values.rows[are_matched]))
    counts: dict[str, Any] = {"without": int((~has_value).sum())}
    if condition.takes_unknown:
        counts["kept_without"] = int((~has_value & is_kept).sum())
    return counts | {"values": by_value}


def _match_each(condition: Condition, values: Values) -> dict[str, Flags]:
    """Return, for each value that a condition names, which of the papers' values are it."""
    if condition.name == "years":
        return {_name_period(condition): _are_in_period(condition, values)}

    matches = {}
    for text in condition.named:
        if text is not None:
            pattern = _as_pattern(condition.name, str(text))
            found = pc.match_like(values.texts, pattern, ignore_case=True)
            matches[str(text)] = found.to_numpy(zero_copy_only=False)
    return matches


def _name_period(condition: Condition) -> str:
    """Return the period of years as text, an open end empty: ``2010-``."""
    ends = []
    for year in condition.named:
        if year is None:
            ends.append("")
        else:
            ends.append(str(year))
    return "-".join(ends)


def _are_in_period(condition: Condition, values: Values) -> Flags:
    """Return which years are in the period, whose ends belong to it; null is an open end."""
    first, last = condition.named
    years = values.texts.cast(pa.int64()).to_numpy()
    are_in = np.ones(len(years), bool)
    if first is not None:
        are_in &= years >= first
    if last is not None:
        are_in &= years <= last
    return are_in


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
