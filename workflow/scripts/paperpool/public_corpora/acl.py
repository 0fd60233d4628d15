"""The ACL Anthology's papers in the CL-SciSumm corpus, and the citations in it.

Texts: ``…_XML/<paper>.xml``, sentences in S elements. Citations: the rows of
``<paper>/annotation/`` and the list of ScisummNet's ``<paper>/citing_sentences.json``.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath

from paperpool.io.archives import read_members
from paperpool.public_corpora.metadata import (
    Account,
    Row,
    fold_spaces,
    format_row,
    group_edges,
    write_accounts,
    write_shards,
)
from paperpool.scisumm.read.annotations import read_annotations
from paperpool.scisumm.read.fields import TaskRow
from paperpool.scisumm.read.problems import FileProblems
from paperpool.scisumm.read.task_csv import read_task_csv

FIRST_ID = 8_000_000_000
N_SHARDS = 2

_ID = re.compile(r"[A-Z]([0-9]{2})-[0-9]{4}")


def write_acl(archive: str | Path, folder: str | Path) -> None:
    """Write the corpus of CL-SciSumm's archive below ``folder``; UserError if it is unreadable."""
    texts = Account()
    citations = Account()
    rows = read_rows(read_repository(archive), texts, citations)
    write_shards(folder, (rows[shard::N_SHARDS] for shard in range(N_SHARDS)))
    write_accounts({"texts": texts, "citations": citations}, {"papers": len(rows)}, folder)


def read_rows(files: Iterable[tuple[str, bytes]], texts: Account, citations: Account) -> list[Row]:
    """Return the row of each paper that has a text or a citation, sorted by Anthology id.

    ``files`` are paths and contents; of several texts of a paper the first path's counts.
    """
    found: dict[str, Text] = {}
    paths: dict[str, str] = {}
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
        if paper not in found or name < paths[paper]:
            found[paper] = read_text(data)
            paths[paper] = name

    texts.kept = len(found)
    citations.kept = len(edges)
    return list(_make_rows(found, edges))


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
    papers = sorted(set(texts).union(chain.from_iterable(edges)))
    ids = {paper: FIRST_ID + place for place, paper in enumerate(papers)}
    cites, cited_by = group_edges([(ids[citing], ids[cited]) for citing, cited in edges])

    for paper, paper_id in ids.items():
        year = int(paper[1:3])
        century = 1900 if year >= 60 else 2000
        text = texts.get(paper, Text(None, None))
        yield format_row(
            paper_id,
            title=text.title,
            abstract=text.abstract,
            year=century + year,
            field="Computer Science",
            acl_id=paper,
            cites=cites.get(paper_id, ()),
            cited_by=cited_by.get(paper_id, ()),
        )


_SENTENCE = re.compile(r"<S\b[^>]*>(.*?)</S\s*>", re.DOTALL)
_ABSTRACT = re.compile(r"<ABSTRACT\b[^>]*>(.*?)</ABSTRACT\s*>", re.DOTALL)
_TEXT = re.compile(r"(?:.*/)?[^/]*_XML/[^/]+\.xml")
_LIST = re.compile(r"(?:.*/)?[^/]+/citing_sentences\.json")
_READERS: dict[str, Callable[[bytes, str, FileProblems], list[TaskRow]]] = {
    ".ann.txt": read_annotations,
    ".csv": read_task_csv,
}
_ROWS = re.compile(r"(?:.*/)?[^/]+/annotation/[^/]+?(?P<kind>\.ann\.txt|\.csv)")
_LOST = ("missing_field", "unreadable_row", "unreadable_file", "column_count")
"""The faults of an unreadable row of an annotation."""

_MAX_TOTAL = 2_000_000_000
_HINT = "Delete the archive and fetch it again."


@dataclass(frozen=True)
class Text:
    """A paper's title, the first sentence of its file, and abstract, or None if it has none."""

    title: str | None
    abstract: str | None


def read_repository(archive: str | Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are read of the .tar.gz of the corpus's repository, below its data/."""
    for name, data in read_members(archive, _is_wanted, _MAX_TOTAL, _HINT):
        yield name.partition("/data/")[2], data


def _is_wanted(name: str) -> bool:
    return is_read(name.partition("/data/")[2])


def is_read(name: str) -> bool:
    """Return whether a file, by its path, holds a paper or citations."""
    return any(pattern.fullmatch(name) for pattern in (_TEXT, _LIST, _ROWS))


def is_text(name: str) -> bool:
    """Return whether a file that is read holds a paper's text."""
    return _TEXT.fullmatch(name) is not None


def read_text(data: bytes) -> Text:
    """Return the title and the abstract of a paper's file.

    Entities are decoded once, as in any XML; some of the corpus are escaped twice and stay so.
    Bytes that are no UTF-8 become U+FFFD.
    """
    markup = data.decode("utf-8", "replace")
    first = _SENTENCE.search(markup)
    title = _unescape(first[1]) if first else None
    abstract = _ABSTRACT.search(markup)
    sentences = _SENTENCE.findall(abstract[1]) if abstract else []
    return Text(title, _unescape(" ".join(sentences)))


def _unescape(text: str) -> str | None:
    return fold_spaces(html.unescape(text))


def read_citations(data: bytes, name: str, account: Account) -> Iterator[tuple[str, str]]:
    """Yield (citing, cited) ids of a file that is no text; quarantine unreadable rows."""
    annotated = _ROWS.fullmatch(name)
    if annotated:
        paper_id = PurePosixPath(name).parts[-3]
        problems = FileProblems("", paper_id, name)
        for row in _READERS[annotated["kind"]](data, paper_id, problems):
            yield row.citing_id, row.reference_article.removesuffix(".xml").removesuffix(".txt")
        for place, problem, action, text in problems.found:
            if problem in _LOST and action == "dropped":
                account.quarantine(name, place or 0, problem, text)
        return

    # else it is ScisummNet's list, in the folder of the cited paper
    cited = PurePosixPath(name).parts[-2]
    try:
        rows = json.loads(data)
    except ValueError:
        account.quarantine(name, 0, "invalid_json", data[:2000].decode("utf-8", "replace"))
        return
    for number, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        citing = row.get("citing_paper_id") if isinstance(row, dict) else None
        if isinstance(citing, str):
            yield citing, cited
        else:
            account.quarantine(name, number, "missing_key", json.dumps(row))
