"""A row of the corpus, whatever format it was read from."""

from collections.abc import Sequence
from typing import Any, NamedTuple

MAX_YEAR = 9999

MAX_ROW_BYTES = 8_000_000
"""Longer rows are not read."""


class Row(NamedTuple):
    """A readable row: a paper's metadata, None where they are unknown.

    ``sentences`` and ``labels`` (``facets.LABELS``) are the abstract's if the format has them,
    ``marks`` an OpenAlex work's. ``language``, ``types``, ``topics`` and ``sources`` (the places
    where a copy lies) are for filters alone. Only the number of ``inbound`` counts.
    """

    paper_id: str
    title: str | None
    abstract: str | None
    year: int | None
    fields: list[str] | None
    arxiv_id: str | None
    acl_id: str | None
    doi: str | None
    venue: str | None
    outbound: list[str] | None
    inbound: Sequence[Any] | None
    sentences: list[str] | None = None
    labels: list[str] | None = None
    marks: list[str] | None = None
    mag_id: int | None = None
    language: str | None = None
    types: list[str] | None = None
    topics: list[str] | None = None
    sources: list[str] | None = None
