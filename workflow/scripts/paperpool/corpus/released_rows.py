"""Parse and check one row of CSFCube's released abstracts (one JSON object a line).

The roughly 800,000 papers that CSFCube's pools were drawn from (README of its release, datasheet)
are released in the format of the collection's own abstracts: sentences, each with a predicted
label, and what S2ORC's metadata said of the paper. They have no citations and no fields of study.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperpool.collections.csfcube_release import parse_paper
from paperpool.corpus.rows import MAX_YEAR, Row, choose_venue
from paperpool.json_rows import BadRow, parse_values, replace_unstorable

_KEYS = ("paper_id", "title", "abstract", "pred_labels", "metadata")


def parse_row(data: bytes) -> Row:
    """Return the row that the bytes of one line hold, or raise ``BadRow``.

    The abstract is its sentences joined by a space. DOI, venue (or journal), arXiv and ACL ids are
    those of the metadata; what is no text there counts as unknown, as the release's datasheet says
    that this information may be incomplete. What ``read_papers`` refuses is refused here.
    """
    values, is_clean = parse_values(data, _get_values)
    texts = values if is_clean else map(replace_unstorable, values)
    try:
        paper = parse_paper(dict(zip(_KEYS, texts, strict=True)))
    except (ValueError, TypeError):
        raise BadRow("wrong_type") from None
    if paper.paper_id == "" or (paper.year or 0) > MAX_YEAR:
        raise BadRow("wrong_type")
    stated = paper.metadata or {}
    return Row(
        paper.paper_id,
        paper.title,
        paper.abstract,
        paper.year,
        fields=None,
        arxiv_id=_text(stated, "arxiv_id"),
        acl_id=_text(stated, "acl_id"),
        doi=_text(stated, "doi"),
        venue=choose_venue(_text(stated, "venue"), _text(stated, "journal")),
        outbound=[],
        inbound=[],
        sentences=list(paper.sentences),
        labels=list(paper.labels),
    )


def _get_values(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of ``_KEYS``; raises KeyError where one but the metadata is missing."""
    return (*(record[key] for key in _KEYS[:-1]), record.get("metadata"))


def _text(stated: Mapping[str, Any], key: str) -> str | None:
    value = stated.get(key)
    return replace_unstorable(value) if isinstance(value, str) and value else None
