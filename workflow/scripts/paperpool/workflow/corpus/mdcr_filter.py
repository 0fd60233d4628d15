"""The prefilter of MDCR (section 3): a year, a title, an abstract and enough citations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from paperpool.workflow.corpus.drop_reasons import (
    Filter,
    FilterKind,
    Flags,
    Reasons,
    are_shorter,
    first_that_holds,
)


@dataclass(frozen=True)
class MdcrThresholds:
    """Thresholds of MDCR's prefilter, and the direction of citations that count."""

    min_abstract_characters: int = 30
    min_citations: int = 3
    citations: Literal["inbound", "outbound", "both"] = "inbound"

    def __post_init__(self) -> None:
        if self.citations not in ("inbound", "outbound", "both"):
            raise ValueError(f"citations must be inbound, outbound or both: {self.citations!r}")


def mdcr_filter(thresholds: MdcrThresholds) -> Filter:
    """Return MDCR's prefilter: a year, title, abstract (stripped) and enough citations.

    Unknown citations are not enough.
    """
    ends = ("inbound", "outbound") if thresholds.citations == "both" else (thresholds.citations,)

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        known = [papers[f"n_{one}"].fill_null(0) for one in ends]
        citations = np.sum([counts.to_numpy().astype(np.int64) for counts in known], axis=0)
        return first_that_holds(
            len(papers),
            papers["year"].is_null().to_numpy(),
            are_shorter(papers["title"], 1),
            are_shorter(papers["abstract"], thresholds.min_abstract_characters),
            citations < thresholds.min_citations,
        )

    return Filter(("no_year", "no_title", "short_abstract", "few_citations"), find_reasons)


def _make(settings: Mapping[str, Any]) -> Filter:
    return mdcr_filter(MdcrThresholds(**settings))


def _list_columns(settings: Mapping[str, Any]) -> list[str]:
    """Return the year, and the columns of the direction of citations that counts."""
    ends = {"inbound": ["cited_by"], "outbound": ["citations"]}
    return ["year", *ends.get(settings["citations"], ["citations", "cited_by"])]


KIND = FilterKind("mdcr", _make, _list_columns)
