"""S2ORC metadata (release 20200705v1), as ``data.s2orc`` takes it, made of another source.

Everything that a source holds is kept, dropped or quarantined, and each is counted.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import write_rows
from paperpool.io.files import blank_controls, remove_other_files, write_json
from paperpool.io.json_lines import write_json_lines

_SHARD = "metadata_{}.jsonl.gz"

Row = dict[str, Any]


def format_row(
    paper_id: int,
    title: str | None,
    abstract: str | None,
    year: int,
    field: str,
    *,
    arxiv_id: str | None = None,
    acl_id: str | None = None,
    doi: str | None = None,
    venue: str | None = None,
    journal: str | None = None,
    cites: Iterable[int] = (),
    cited_by: Iterable[int] = (),
) -> Row:
    """Return a paper's row with the sample's keys; ``cites`` and ``cited_by`` are sorted in it."""
    outbound = list(map(str, sorted(cites)))
    inbound = list(map(str, sorted(cited_by)))
    return {
        "paper_id": str(paper_id),
        "title": title,
        "authors": [],
        "abstract": abstract,
        "year": year,
        "arxiv_id": arxiv_id,
        "acl_id": acl_id,
        "pmc_id": None,
        "pubmed_id": None,
        "doi": doi,
        "venue": venue,
        "journal": journal,
        "mag_id": None,
        "mag_field_of_study": [field],
        "outbound_citations": outbound,
        "inbound_citations": inbound,
        "has_outbound_citations": bool(outbound),
        "has_inbound_citations": bool(inbound),
        "has_pdf_parse": False,
        "s2_url": None,
    }


def shard_path(folder: str | Path, shard: int) -> Path:
    """Return the path of a shard of the metadata in a corpus's folder."""
    return Path(folder) / "metadata" / _SHARD.format(shard)


def write_shards(folder: str | Path, shards: Iterable[Iterable[Row]]) -> int:
    """Write each shard's rows below ``folder``, remove other shards; return the number of rows."""
    paths = []
    n_rows = 0
    for shard, rows in enumerate(shards):
        path = shard_path(folder, shard)
        n_rows += write_json_lines(rows, path)
        paths.append(path)
    remove_other_files(Path(folder) / "metadata", paths, _SHARD.format("*"))
    return n_rows


def group_edges(
    edges: Collection[tuple[int, int]],
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return whom each paper cites and by whom it is cited, of (citing, cited) pairs."""
    cites = defaultdict(list)
    cited_by = defaultdict(list)
    for citing, cited in edges:
        cites[citing].append(cited)
        cited_by[cited].append(citing)
    return cites, cited_by


def fold_spaces(text: str) -> str | None:
    """Return ``text`` with one space for each run of white space, or None if that is empty."""
    return " ".join(text.split()) or None


_CHARACTERS = 500
COLUMNS = ("kind", "file", "place", "reason", "text")


@dataclass
class Account:
    """Things of one kind: how many were kept, dropped by reason, quarantined.

    A quarantined one is a file, the place in it (a row or line from 1, or 0 for the whole file), a
    reason and its text.
    """

    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    quarantined: list[tuple[str, int, str, str]] = field(default_factory=list)

    @property
    def read(self) -> int:
        """How many there were."""
        return self.kept + self.dropped.total() + len(self.quarantined)

    def quarantine(self, file: str, place: int, reason: str, text: str) -> None:
        """Put one aside that cannot be used."""
        kept = blank_controls(text)[:_CHARACTERS].encode("utf-8", "replace").decode()
        self.quarantined.append((file, place, reason, kept))

    def summary(self) -> dict[str, Any]:
        """Return the counts: read = kept + Σ dropped + Σ quarantined."""
        reasons = Counter(reason for _, _, reason, _ in self.quarantined)
        return {
            "read": self.read,
            "kept": self.kept,
            "dropped": dict(sorted(self.dropped.items())),
            "quarantined": dict(sorted(reasons.items())),
        }


def write_accounts(
    accounts: Mapping[str, Account], further: Mapping[str, object], folder: str | Path
) -> None:
    """Write ``counts.json`` (by kind, then ``further``) and ``quarantine.csv`` into ``folder``."""
    rows = []
    counts: dict[str, object] = {}
    for kind, account in accounts.items():
        rows += [(kind, *row) for row in account.quarantined]
        counts[kind] = account.summary()
    counts.update(further)
    write_rows(Path(folder) / "quarantine.csv", COLUMNS, rows)
    write_json(Path(folder) / "counts.json", counts)
