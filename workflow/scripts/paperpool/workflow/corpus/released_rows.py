"""Parse and check one row of CSFCube's released abstracts (one JSON object a line).

The roughly 800,000 papers that CSFCube's pools were drawn from (the release's README, datasheet):
sentences with predicted labels and S2ORC metadata, without citations and fields of study.
"""

from collections.abc import Mapping
from typing import Any

from paperpool.collections.csfcube_release import PAPER_KEYS, parse_paper
from paperpool.collections.schemes import default_scheme
from paperpool.io.bad_rows import BadRow, replace_unstorable
from paperpool.io.json_lines import parse_values
from paperpool.workflow.corpus.public_ids import COLUMNS
from paperpool.workflow.corpus.row import MAX_YEAR, Row
from paperpool.workflow.corpus.rows import choose_venue


def parse_row(data: bytes) -> Row:
    """Return the row that the bytes of one line hold, or raise ``BadRow``.

    The abstract is its sentences joined by a space. Fields and citations are unknown, and so is
    metadata other than texts, as the datasheet calls it incomplete.
    """
    values, is_clean = parse_values(data, _get_values)
    if not is_clean:
        values = map(replace_unstorable, values)
    try:
        paper = parse_paper(dict(zip(PAPER_KEYS, values, strict=True)), default_scheme().labels)
    except (ValueError, TypeError):
        raise BadRow("wrong_type") from None
    if paper.paper_id == "" or (paper.year or 0) > MAX_YEAR:
        raise BadRow("wrong_type")

    return Row(
        paper.paper_id,
        paper.title,
        paper.abstract,
        paper.year,
        fields=None,
        **read_stated(paper.metadata),
        outbound=None,
        inbound=None,
        sentences=list(paper.sentences),
        labels=list(paper.labels),
    )


def _get_values(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of ``PAPER_KEYS``; KeyError if one but the metadata is missing."""
    needed = [record[key] for key in PAPER_KEYS[:-1]]
    return (*needed, record.get("metadata"))


def read_stated(metadata: Mapping[str, object] | None) -> dict[str, Any]:
    """Return DOI, venue (or journal), arXiv and ACL id of a paper's metadata, None if unknown."""
    stated = metadata or {}
    values = {key: _text(stated, key) for key in COLUMNS}
    values["venue"] = choose_venue(_text(stated, "venue"), _text(stated, "journal"))
    return values


def read_authors(metadata: Mapping[str, Any] | None) -> list[str]:
    """Return the full names of a paper's authors, as far as they are in S2ORC's form."""
    authors = (metadata or {}).get("authors")
    if not isinstance(authors, list):
        return []

    names = []
    for author in authors:
        if not isinstance(author, dict):
            continue
        parts = [author.get("first")]
        if isinstance(author.get("middle"), list):
            parts += author["middle"]
        parts += [author.get("last"), author.get("suffix")]
        texts = [replace_unstorable(part) for part in parts if isinstance(part, str) and part]
        if texts:
            names.append(" ".join(texts))
    return names


def _text(stated: Mapping[str, object], key: str) -> str | None:
    """Return a text that can be stored; None for an empty one and for other values."""
    value = stated.get(key)
    if isinstance(value, str) and value:
        return replace_unstorable(value)
    return None
