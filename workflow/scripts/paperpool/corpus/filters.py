"""The corpus filters, each an ordered list of named conditions.

A filter is a list of ``(drop reason, predicate)``; the first predicate that holds gives the drop
reason, and a paper for which none holds is kept. ``mdcr`` is the prefilter of MDCR (section 3),
``csfcube`` the corpus filter of CSFCube (section 3 and datasheet), ``none`` keeps every paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from paperpool.errors import Problem, UserError
from paperpool.sentences import split_sentences


@dataclass
class Candidate:
    """What filters look at in one paper; ``selected``: see ``selection.select_csfcube``."""

    title: str | None
    abstract: str | None
    year: int | None
    n_outbound: int
    n_inbound: int
    selected: bool = False

    @cached_property
    def sentence_lengths(self) -> list[int]:
        """White-space tokens of each sentence of the abstract; split when first asked for."""
        return count_tokens(split_sentences(self.abstract or ""))


Condition = tuple[str, Callable[[Candidate], bool]]
Filter = list[Condition]


@dataclass(frozen=True)
class MdcrThresholds:
    """Thresholds of MDCR's prefilter, and which of a paper's citations count."""

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
    """Return MDCR's prefilter: a year, a title, an abstract and enough citations.

    White space around a title or an abstract does not count; ``both`` is the sum of the counts.
    """
    count = {
        "inbound": lambda paper: paper.n_inbound,
        "outbound": lambda paper: paper.n_outbound,
        "both": lambda paper: paper.n_inbound + paper.n_outbound,
    }[thresholds.citations]
    shortest, fewest = thresholds.min_abstract_characters, thresholds.min_citations
    return [
        ("no_year", lambda paper: paper.year is None),
        ("no_title", lambda paper: not (paper.title or "").strip()),
        ("short_abstract", lambda paper: len((paper.abstract or "").strip()) < shortest),
        ("few_citations", lambda paper: count(paper) < fewest),
    ]


def csfcube_filter(thresholds: CsfcubeThresholds) -> Filter:
    """Return CSFCube's filter: in the selected set, and an abstract of usual sentences."""

    def on_lengths(holds: Callable[[Sequence[int]], bool]) -> Callable[[Candidate], bool]:
        return lambda paper: holds(paper.sentence_lengths)

    return [
        ("not_selected", lambda paper: not paper.selected),
        *((reason, on_lengths(holds)) for reason, holds in _sentence_conditions(thresholds)),
    ]


def make_filters(settings: Mapping[str, Mapping[str, Any] | None]) -> dict[str, Filter]:
    """Return filters by name (csfcube, mdcr, none) from the thresholds of each.

    Thresholds are the fields of ``CsfcubeThresholds`` and ``MdcrThresholds``; those left out, or
    None for all of them, have their defaults.
    """
    return {name: _make_filter(name, thresholds or {}) for name, thresholds in settings.items()}


def _make_filter(name: str, settings: Mapping[str, Any]) -> Filter:
    if name == "mdcr":
        return mdcr_filter(MdcrThresholds(**settings))
    if name == "csfcube":
        return csfcube_filter(CsfcubeThresholds(**settings))
    if name == "none":
        return []
    raise UserError(
        Problem(
            what=f"There is no corpus filter {name!r}.",
            where="corpus.filters",
            hint="Choose among csfcube, mdcr and none.",
        )
    )


def drop_reason(paper: Candidate, conditions: Filter) -> str | None:
    """Return the reason of the first condition that holds for ``paper``, None to keep it."""
    for reason, holds in conditions:
        if holds(paper):
            return reason
    return None


def count_tokens(sentences: Sequence[str]) -> list[int]:
    """Return the number of white-space tokens of each sentence."""
    return [len(sentence.split()) for sentence in sentences]


def sentence_drop_reason(sentences: Sequence[str], thresholds: CsfcubeThresholds) -> str | None:
    """Return the first of CSFCube's conditions on sentences that holds, None where none does."""
    lengths = count_tokens(sentences)
    conditions = _sentence_conditions(thresholds)
    return next((reason for reason, holds in conditions if holds(lengths)), None)


def _sentence_conditions(
    thresholds: CsfcubeThresholds,
) -> list[tuple[str, Callable[[Sequence[int]], bool]]]:
    """Return CSFCube's conditions on the token counts of an abstract's sentences, in order."""
    fewest, most = thresholds.min_sentences, thresholds.max_sentences
    shortest, longest = thresholds.min_sentence_tokens, thresholds.max_sentence_tokens
    return [
        ("too_few_sentences", lambda lengths: len(lengths) < fewest),
        ("too_many_sentences", lambda lengths: len(lengths) > most),
        ("long_sentence", lambda lengths: any(n > longest for n in lengths)),
        ("short_sentences", lambda lengths: all(n < shortest for n in lengths)),
    ]
