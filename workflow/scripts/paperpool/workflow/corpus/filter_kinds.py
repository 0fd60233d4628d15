"""The filters that ``corpus.filters`` may have, as the plan knows them: names and settings.

``mdcr`` is the prefilter of MDCR, ``csfcube`` the corpus filter of CSFCube, ``none`` keeps every
paper. Others are mappings of a name and conditions (``conditions``). ``filters`` has what they do.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from paperpool.workflow.corpus import csfcube_filter_kind, mdcr_filter_kind
from paperpool.workflow.corpus.filter_kind import FilterKind

NO_FILTER = "none"
"""The filter that keeps every paper."""

DEFAULT_FILTERS = {kind.name: kind for kind in (csfcube_filter_kind.KIND, mdcr_filter_kind.KIND)}
"""The filters of a corpus if ``corpus.filters`` is null; pools are drawn by the first."""

FILTERS = {**DEFAULT_FILTERS, NO_FILTER: FilterKind(NO_FILTER)}

Chosen = str | Mapping[str, Any]
"""An entry of ``corpus.filters``: a name of ``FILTERS``, or a filter of a user's own."""


def name_filters(chosen: Sequence[Chosen]) -> list[str]:
    """Return the names of the entries of ``corpus.filters``."""
    names = []
    for entry in chosen:
        if isinstance(entry, str):
            names.append(entry)
        else:
            names.append(entry["name"])
    return names
