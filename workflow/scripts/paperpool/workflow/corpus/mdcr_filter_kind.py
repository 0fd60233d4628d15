"""The prefilter of MDCR as the plan knows it; ``mdcr_filter`` has what it does."""

from paperpool.workflow.corpus.filter_kind import FilterKind, Thresholds


def _list_columns(settings: Thresholds) -> list[str]:
    """Return the year, and the columns of the direction of citations that counts."""
    if settings["citations"] == "inbound":
        return ["year", "cited_by"]
    if settings["citations"] == "outbound":
        return ["year", "citations"]
    return ["year", "citations", "cited_by"]


KIND = FilterKind("mdcr", _list_columns)
