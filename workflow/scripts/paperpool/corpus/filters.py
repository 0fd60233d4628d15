"""The corpus filters, each an ordered list of drop reasons.

``mdcr`` is the prefilter of MDCR (section 3), ``csfcube`` the corpus filter of CSFCube (section 3
and datasheet), ``none`` keeps every paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.corpus.sentence_lengths import Counts, measure_sentences, measure_split
from paperpool.errors import Problem, UserError

Flags = NDArray[np.bool_]
Reasons = NDArray[np.int64]

KEPT = -1
"""In place of a reason: no reason holds."""

_INDENT = 32
"""White space that a text may begin with and still be looked at only once."""


@dataclass(frozen=True)
class Filter:
    """The drop reasons of a filter in order, and the function that finds the first that holds.

    ``find_reasons(papers, selected)`` takes a table of ``tables.PAPERS`` (with ``sentences`` if
    papers have their own) and flags of CSFCube's selection, shape (n,). It returns the place of the
    reason in ``reasons``, or ``KEPT``, shape (n,).
    """

    reasons: tuple[str, ...]
    find_reasons: Callable[[pa.Table, Flags], Reasons]


@dataclass(frozen=True)
class MdcrThresholds:
    """Thresholds of MDCR's prefilter, and the direction of citations that count."""

    min_abstract_characters: int = 30
    min_citations: int = 3
    citations: Literal["inbound", "outbound", "both"] = "inbound"

    def __post_init__(self) -> None:
        if self.citations not in ("inbound", "outbound", "both"):
            raise ValueError(f"citations must be inbound, outbound or both: {self.citations!r}")


@dataclass(frozen=True)
class CsfcubeThresholds:
    """Thresholds of CSFCube's filter: sentences per abstract, white-space tokens per sentence."""

    min_sentences: int = 3
    max_sentences: int = 20
    max_sentence_tokens: int = 80
    min_sentence_tokens: int = 4


def mdcr_filter(thresholds: MdcrThresholds) -> Filter:
    """Return MDCR's prefilter: a year, title, abstract (stripped) and enough citations.

    Unknown citations are not enough.
    """
    ends = ("inbound", "outbound") if thresholds.citations == "both" else (thresholds.citations,)

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        known = [papers[f"n_{one}"].fill_null(0) for one in ends]
        citations = np.sum([counts.to_numpy().astype(np.int64) for counts in known], axis=0)
        return _first_that_holds(
            len(papers),
            papers["year"].is_null().to_numpy(),
            _are_shorter(papers["title"], 1),
            _are_shorter(papers["abstract"], thresholds.min_abstract_characters),
            citations < thresholds.min_citations,
        )

    return Filter(("no_year", "no_title", "short_abstract", "few_citations"), find_reasons)


def csfcube_filter(thresholds: CsfcubeThresholds) -> Filter:
    """Return CSFCube's filter: in the selected set, and an abstract of usual sentences.

    Only selected papers are measured: their own sentences, or those of the split abstract.
    """

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        reasons = np.zeros(len(papers), np.int64)
        read = [name for name in ("abstract", "sentences") if name in papers.column_names]
        texts = papers.select(read).filter(pa.array(selected))
        of_sentences = find_sentence_reasons(*_measure(texts), thresholds)
        reasons[selected] = np.where(of_sentences == KEPT, KEPT, of_sentences + 1)
        return reasons

    return Filter(("not_selected", *SENTENCE_REASONS), find_reasons)


def _measure(papers: pa.Table) -> tuple[Counts, Counts]:
    """Return the counts of ``measure_sentences``, of a paper's own sentences if it has them."""
    count, longest = measure_sentences(papers["abstract"].combine_chunks())
    if "sentences" in papers.column_names:
        own = papers["sentences"].combine_chunks()
        for row in np.flatnonzero(own.is_valid()):
            count[row], longest[row] = measure_split(own[int(row)].as_py())
    return count, longest


SENTENCE_REASONS = ("too_few_sentences", "too_many_sentences", "long_sentence", "short_sentences")
"""The drop reasons of CSFCube's conditions on an abstract's sentences, in their order."""


def find_sentence_reasons(count: Counts, longest: Counts, thresholds: CsfcubeThresholds) -> Reasons:
    """Return the first of ``SENTENCE_REASONS`` that holds for each abstract, or ``KEPT``."""
    return _first_that_holds(
        len(count),
        count < thresholds.min_sentences,
        count > thresholds.max_sentences,
        longest > thresholds.max_sentence_tokens,
        longest < thresholds.min_sentence_tokens,
    )


def _first_that_holds(n: int, *conditions: Flags) -> Reasons:
    """Return the place of the first condition that holds in each of ``n`` rows, or ``KEPT``."""
    return np.select(conditions, range(len(conditions)), default=np.full(n, KEPT))


def _are_shorter(texts: pa.ChunkedArray, characters: int) -> Flags:
    """Return the texts with fewer characters without white space around them; null is empty."""
    starts = pc.utf8_slice_codeunits(texts, 0, characters + _INDENT)
    are_shorter = _characters(starts) < characters
    if are_shorter.any():
        looked_at = texts.filter(pa.array(are_shorter))
        are_shorter[are_shorter] = _characters(looked_at) < characters
    return are_shorter


def _characters(texts: pa.ChunkedArray) -> NDArray[np.int64]:
    """Return the length of each text without white space around it; 0 if it is null."""
    lengths = pc.utf8_length(pc.utf8_trim_whitespace(texts))
    return pc.fill_null(lengths, 0).to_numpy().astype(np.int64)


def make_filters(
    settings: Mapping[str, Mapping[str, Any] | None], leave_out: Sequence[str] = ()
) -> dict[str, Filter]:
    """Return filters by name (csfcube, mdcr, none) from the thresholds of each.

    Missing thresholds have their defaults. Marks of ``leave_out`` (``openalex_works.MARKS``) are
    the first reasons of each filter.
    """
    filters = {name: _make_filter(name, thresholds or {}) for name, thresholds in settings.items()}
    if not leave_out:
        return filters
    return {name: _drop_marked(one, leave_out) for name, one in filters.items()}


def add_mark(papers: pa.Table, is_marked: Flags, mark: str) -> pa.Table:
    """Return ``papers`` with a further mark by ``is_marked``."""
    if not is_marked.any():
        return papers
    marks = papers["marks"].to_pylist()
    for row in np.flatnonzero(is_marked):
        marks[row] = [*(marks[row] or ()), mark]
    return papers.set_column(papers.column_names.index("marks"), papers.field("marks"), [marks])


def _drop_marked(one: Filter, marks: Sequence[str]) -> Filter:
    """Return a filter that drops papers with any of ``marks`` first, then as ``one`` does."""

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        reasons = one.find_reasons(papers, selected)
        reasons[reasons != KEPT] += len(marks)
        lists = papers["marks"].combine_chunks()
        rows = pc.list_parent_indices(lists)
        for number, mark in reversed(list(enumerate(marks))):
            reasons[rows.filter(pc.equal(lists.flatten(), mark)).to_numpy()] = number
        return reasons

    return Filter((*marks, *one.reasons), find_reasons)


def _make_filter(name: str, settings: Mapping[str, Any]) -> Filter:
    if name == "mdcr":
        return mdcr_filter(MdcrThresholds(**settings))
    if name == "csfcube":
        return csfcube_filter(CsfcubeThresholds(**settings))
    if name == "none":
        return Filter((), lambda papers, selected: np.full(len(papers), KEPT))
    what = f"There is no corpus filter {name!r}."
    raise UserError(Problem(what, "corpus.filters", "Choose among csfcube, mdcr and none."))
