"""The prefilter of MDCR (section 3): a year, a title, an abstract and enough citations."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa

from paperpool.workflow.corpus.drop_reasons import (
    Filter,
    Flags,
    Reasons,
    are_shorter,
    first_that_holds,
)
from paperpool.workflow.corpus.filter_kind import Thresholds


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
    columns = [f"n_{thresholds.citations}"]
    if thresholds.citations == "both":
        columns = ["n_inbound", "n_outbound"]

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        """Return the first reason of each paper, selected or not."""
        citations = np.zeros(len(papers), np.int64)
        for column in columns:
            citations += papers[column].fill_null(0).to_numpy()
        return first_that_holds(
            len(papers),
            papers["year"].is_null().to_numpy(),
            are_shorter(papers["title"], 1),
            are_shorter(papers["abstract"], thresholds.min_abstract_characters),
            citations < thresholds.min_citations,
        )

    return Filter(("no_year", "no_title", "short_abstract", "few_citations"), find_reasons)


def make_filter(settings: Thresholds) -> Filter:
    """Return the filter of the thresholds of ``corpus.mdcr``."""
    return mdcr_filter(MdcrThresholds(**settings))
