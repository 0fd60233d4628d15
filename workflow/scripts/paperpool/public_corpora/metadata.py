"""Rows and folders of S2ORC metadata (release 20200705v1), as ``data.s2orc`` takes them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from paperpool.io.files import remove_other_files
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
    """Return the row of a paper, its keys in the order of the released sample.

    ``field`` is its one MAG field; ``cites`` and ``cited_by`` are ids, which the row has sorted.
    """
    outbound, inbound = ([str(paper) for paper in sorted(ids)] for ids in (cites, cited_by))
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
    """Write each shard's rows below ``folder``; return how many rows there are.

    Shards that an earlier corpus left there are removed.
    """
    paths, count = [], 0
    for shard, rows in enumerate(shards):
        paths.append(shard_path(folder, shard))
        count += write_json_lines(rows, paths[-1])
    remove_other_files(Path(folder) / "metadata", paths, _SHARD.format("*"))
    return count


def group_edges(
    edges: Collection[tuple[int, int]],
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return whom each paper cites and by whom it is cited, of (citing, cited) pairs."""
    cites, cited_by = defaultdict(list), defaultdict(list)
    for citing, cited in edges:
        cites[citing].append(cited)
        cited_by[cited].append(citing)
    return cites, cited_by


def fold_spaces(text: str) -> str | None:
    """Return ``text`` with one space for each run of white space, None where nothing is left."""
    return " ".join(text.split()) or None
