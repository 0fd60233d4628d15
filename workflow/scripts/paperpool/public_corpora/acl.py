"""The ACL Anthology's papers in the CL-SciSumm corpus, and the citations that it tells of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from paperpool.public_corpora.accounts import Account, write_accounts
from paperpool.public_corpora.acl_files import (
    Text,
    is_text,
    read_citations,
    read_repository,
    read_text,
)
from paperpool.public_corpora.metadata import Row, format_row, group_edges, write_shards

FIRST_ID = 8_000_000_000
N_SHARDS = 2

_ID = re.compile(r"[A-Z]([0-9]{2})-[0-9]{4}")


def write_acl(archive: str | Path, folder: str | Path) -> None:
    """Write the corpus of an archive of CL-SciSumm's repository below ``folder``: shards, counts.

    Raises UserError where the archive cannot be read.
    """
    texts, citations = Account(), Account()
    rows = read_rows(read_repository(archive), texts, citations)
    write_shards(folder, (rows[shard::N_SHARDS] for shard in range(N_SHARDS)))
    write_accounts({"texts": texts, "citations": citations}, {"papers": len(rows)}, folder)


def read_rows(files: Iterable[tuple[str, bytes]], texts: Account, citations: Account) -> list[Row]:
    """Return the row of each paper that has a text or a citation, sorted by Anthology id.

    ``files`` are paths and contents, in any order. Of several texts of a paper the one of the first
    path counts.
    """
    found: dict[str, tuple[str, Text]] = {}
    edges: set[tuple[str, str]] = set()
    for name, data in files:
        if not is_text(name):
            _add_edges(read_citations(data, name, citations), edges, citations)
            continue
        paper = Path(name).stem
        if not _ID.fullmatch(paper):
            texts.dropped["not_of_the_anthology"] += 1
            continue
        if paper in found:
            texts.dropped["another_text"] += 1
        if paper not in found or name < found[paper][0]:
            found[paper] = name, read_text(data)
    texts.kept, citations.kept = len(found), len(edges)
    return list(_make_rows({paper: text for paper, (_, text) in found.items()}, edges))


def _add_edges(
    pairs: Iterable[tuple[str, str]], edges: set[tuple[str, str]], account: Account
) -> None:
    for citing, cited in pairs:
        if not (_ID.fullmatch(citing) and _ID.fullmatch(cited)):
            account.dropped["not_of_the_anthology"] += 1
        elif citing == cited:
            account.dropped["self_citation"] += 1
        elif (citing, cited) in edges:
            account.dropped["repeated"] += 1
        else:
            edges.add((citing, cited))


def _make_rows(texts: Mapping[str, Text], edges: set[tuple[str, str]]) -> Iterator[Row]:
    papers = sorted({*texts, *(paper for edge in edges for paper in edge)})
    ids = {paper: FIRST_ID + place for place, paper in enumerate(papers)}
    cites, cited_by = group_edges([(ids[citing], ids[cited]) for citing, cited in edges])
    for paper, paper_id in ids.items():
        text = texts.get(paper, Text(None, None))
        year = int(paper[1:3])
        yield format_row(
            paper_id,
            text.title,
            text.abstract,
            1900 + year if year >= 60 else 2000 + year,
            "Computer Science",
            acl_id=paper,
            cites=cites.get(paper_id, ()),
            cited_by=cited_by.get(paper_id, ()),
        )
