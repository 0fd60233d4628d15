"""High-energy physics theory, 1992 to 2003: KDD Cup 2003's papers and citations, from SNAP.

``cit-HepTh.txt.gz`` has an edge a line, the citing paper's number, a tab, the cited one's; ``#``
starts a comment. ``cit-HepTh-abstracts.tar.gz`` has the papers. A number is
the paper's arXiv id without ``hep-th/`` and, in the edges, without leading zeros.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from paperpool.io.archives import read_members
from paperpool.io.lines import read_lines
from paperpool.public_corpora.metadata import (
    Account,
    Row,
    fold_spaces,
    format_row,
    group_edges,
    write_accounts,
    write_shards,
)

FIRST_ID = 7_000_000_000
N_SHARDS = 4

_NAME = re.compile(r"(?:.*/)?([0-9]{7})\.abs")
_EDGE = re.compile(rb"([0-9]{1,7})[\t ]+([0-9]{1,7})")
_MAX_TOTAL = 500_000_000
_MAX_LINE = 1 << 20


def write_hepth(abstracts: str | Path, edges: str | Path, folder: str | Path) -> None:
    """Write the corpus below ``folder``: shards in the order of the papers' numbers, counts.

    Papers are those of ``abstracts`` (.tar.gz), citations those of ``edges`` (.txt or .txt.gz) with
    both papers present. Raises UserError if the archive cannot be read.
    """
    papers = Account()
    citations = Account()
    by_number = read_abstracts(abstracts, papers)
    found = read_edges(edges, by_number, citations)
    rows = list(make_rows(by_number, found))

    cuts = [shard * len(rows) // N_SHARDS for shard in range(N_SHARDS + 1)]
    write_shards(folder, (rows[begin:end] for begin, end in pairwise(cuts)))
    write_accounts({"papers": papers, "citations": citations}, {}, folder)


def read_abstracts(path: str | Path, account: Account) -> dict[int, Abstract]:
    """Return the papers of the archive by number, sorted; of one number the first file counts."""
    papers: dict[int, Abstract] = {}
    hint = "The archive of SNAP has a tenth: delete it, and it is downloaded again."
    for name, data in read_members(path, lambda name: name.endswith(".abs"), _MAX_TOTAL, hint):
        number = _NAME.fullmatch(name)
        paper = parse_abstract(data)
        if number is None:
            account.quarantine(name, 0, "no_number", "")
        elif paper is None:
            account.quarantine(name, 0, "not_three_rules", data.decode("latin-1"))
        elif int(number[1]) in papers:
            account.dropped["repeated"] += 1
        else:
            papers[int(number[1])] = paper
            account.kept += 1
    return dict(sorted(papers.items()))


def read_edges(path: str | Path, known: Iterable[int], account: Account) -> list[tuple[int, int]]:
    """Return the citations among the ``known`` papers, sorted, each once; count all others."""
    known = frozenset(known)
    edges = set()
    for number, data, reason in read_lines(path, _MAX_LINE):
        if reason is None and data.startswith(b"#"):
            continue
        match = _EDGE.fullmatch(data.strip())
        if reason is not None or match is None:
            account.quarantine(Path(path).name, number, reason or "no_edge", data.decode("latin-1"))
            continue

        citing = int(match[1])
        cited = int(match[2])
        if citing == cited:
            account.dropped["self_citation"] += 1
        elif citing not in known or cited not in known:
            account.dropped["unknown_paper"] += 1
        elif (citing, cited) in edges:
            account.dropped["repeated"] += 1
        else:
            edges.add((citing, cited))
    account.kept = len(edges)
    return sorted(edges)


def make_rows(papers: Mapping[int, Abstract], edges: list[tuple[int, int]]) -> Iterator[Row]:
    """Yield the row of each paper, in the order of ``papers``."""
    cites, cited_by = group_edges(
        [(FIRST_ID + citing, FIRST_ID + cited) for citing, cited in edges]
    )

    for number, paper in papers.items():
        digits = f"{number:07d}"
        year = int(digits[:2])
        century = 1900 if year > 50 else 2000
        paper_id = FIRST_ID + number
        yield format_row(
            paper_id,
            title=paper.title,
            abstract=paper.abstract,
            year=century + year,
            field="Physics",
            arxiv_id=f"hep-th/{digits}",
            venue="arXiv:hep-th",
            journal=paper.journal,
            cites=cites.get(paper_id, ()),
            cited_by=cited_by.get(paper_id, ()),
        )


_RULE = "\\\\"
_FIELD = re.compile(r"(?P<name>[A-Za-z][A-Za-z-]*)(?: \([^)]*\))?:(?P<value>.*)")


@dataclass(frozen=True)
class Abstract:
    """The contents of a paper's file; white space of the journal's reference is kept."""

    title: str | None
    journal: str | None
    abstract: str | None


def parse_abstract(data: bytes) -> Abstract | None:
    """Return the paper of a file, or None without the three lines of backslashes.

    A file is Latin-1. Fields (``Title:``, ``Journal-ref:`` …, gone on with by indented lines) stand
    between the first and the second of these lines, the abstract between the last two.
    """
    lines = [line.rstrip() for line in data.decode("latin-1").split("\n")]
    rules = [place for place, line in enumerate(lines) if line == _RULE]
    if len(rules) < 3:
        return None

    first, second, third = rules[:3]
    fields = _read_fields(lines[first + 1 : second])
    return Abstract(
        fold_spaces(fields.get("Title", "")),
        fields.get("Journal-ref") or None,
        fold_spaces(" ".join(lines[second + 1 : third])),
    )


def _read_fields(lines: list[str]) -> dict[str, str]:
    """Return the fields by name; of a field that stands twice the first."""
    parts: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if line[:1].isspace():
            current.append(line.strip())
            continue
        field = _FIELD.fullmatch(line)
        if field:
            current = [field["value"].strip()]
            parts.setdefault(field["name"], current)
    return {name: " ".join(filter(None, values)) for name, values in parts.items()}
