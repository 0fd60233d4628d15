"""What the filters do that ``corpus.filters`` names (``filter_kinds``), or has of its own."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.errors import Problem, UserError
from paperpool.workflow.corpus import (
    csfcube_filter,
    csfcube_filter_kind,
    mdcr_filter,
    mdcr_filter_kind,
)
from paperpool.workflow.corpus.drop_reasons import KEPT, Filter, Flags, Reasons
from paperpool.workflow.corpus.filter_kind import Thresholds
from paperpool.workflow.corpus.filter_kinds import FILTERS, NO_FILTER
from paperpool.workflow.corpus.own_filter import make_own_filter


def _keep_all(settings: Thresholds) -> Filter:
    return Filter((), lambda papers, selected: np.full(len(papers), KEPT))


_MAKERS = {
    csfcube_filter_kind.KIND.name: csfcube_filter.make_filter,
    mdcr_filter_kind.KIND.name: mdcr_filter.make_filter,
    NO_FILTER: _keep_all,
}
"""The function that makes each of ``FILTERS`` of its thresholds."""


def make_filters(
    settings: Mapping[str, Thresholds | None], leave_out: Sequence[str] = ()
) -> dict[str, Filter]:
    """Return filters by name from the thresholds of each of ``FILTERS``, the conditions of others.

    Missing thresholds have their defaults. Marks of ``leave_out`` (``openalex_marks.MARKS``) are
    the first reasons of each filter.
    """
    filters = {}
    for name, thresholds in settings.items():
        filters[name] = _make_filter(name, thresholds or {})
        if leave_out:
            filters[name] = _drop_marked(filters[name], leave_out)
    return filters


def add_mark(papers: pa.Table, is_marked: Flags, mark: str) -> pa.Table:
    """Return ``papers`` with a further mark by ``is_marked``."""
    if not is_marked.any():
        return papers
    marks = papers["marks"].to_pylist()
    for row in np.flatnonzero(is_marked):
        marks[row] = [*(marks[row] or ()), mark]
    return papers.set_column(papers.column_names.index("marks"), papers.field("marks"), [marks])


def _drop_marked(filter_: Filter, marks: Sequence[str]) -> Filter:
    """Return a filter that drops papers with any of ``marks`` first, then as ``filter_`` does."""

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        """Return the place of each paper's first reason; the marks come first."""
        reasons = filter_.find_reasons(papers, selected)
        reasons[reasons != KEPT] += len(marks)

        lists = papers["marks"].combine_chunks()
        rows = pc.list_parent_indices(lists)
        for number, mark in reversed(list(enumerate(marks))):  # the first mark has the last word
            reasons[rows.filter(pc.equal(lists.flatten(), mark)).to_numpy()] = number
        return reasons

    return Filter((*marks, *filter_.reasons), find_reasons, filter_.count)


def _make_filter(name: str, settings: Thresholds) -> Filter:
    if name not in FILTERS and settings:
        return make_own_filter(settings)
    if name not in FILTERS:
        message = f"There is no corpus filter {name!r}."
        raise UserError(Problem(message, "corpus.filters", f"Choose among {', '.join(FILTERS)}."))
    return _MAKERS[name](settings)
