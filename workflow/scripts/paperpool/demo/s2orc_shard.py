"""Write demo papers as shards of S2ORC metadata (release 20200705v1)."""

from pathlib import Path
from typing import Any

from paperpool.demo.papers import DemoPaper, compose_papers
from paperpool.demo.plan import Plan, shard_papers
from paperpool.io.json_lines import write_json_lines

_PDF_PARTS = (
    "has_pdf_parsed_abstract",
    "has_pdf_parsed_body_text",
    "has_pdf_parsed_bib_entries",
    "has_pdf_parsed_ref_entries",
)


def write_shard(plan: Plan, shard: int, n_shards: int, path: str | Path) -> int:
    """Write shard 0..n_shards-1 of the corpus to ``path`` (.jsonl.gz); return its rows.

    Equal plans give equal bytes, whichever shards are written and in whatever order.
    """
    papers = compose_papers(plan, shard_papers(len(plan), shard, n_shards))
    return write_json_lines(map(format_row, papers), path)


def format_row(paper: DemoPaper) -> dict[str, Any]:
    """Return the row of a paper, its keys in the order of the released sample."""
    parsed = paper.arxiv_id is not None
    row: dict[str, Any] = {
        "paper_id": paper.paper_id,
        "title": paper.text.title,
        "authors": [
            {"first": a.first, "middle": list(a.middle), "last": a.last, "suffix": ""}
            for a in paper.authors
        ],
        "abstract": paper.text.abstract,
        "year": paper.year,
        "arxiv_id": paper.arxiv_id,
        "acl_id": paper.acl_id,
        "pmc_id": paper.pmc_id,
        "pubmed_id": paper.pubmed_id,
        "doi": paper.doi,
        "venue": paper.venue,
        "journal": paper.journal,
    }
    if parsed:
        row["has_pdf_body_text"] = True
    row |= {
        "mag_id": paper.mag_id,
        "mag_field_of_study": None if paper.fields is None else list(paper.fields),
        "outbound_citations": list(paper.outbound),
        "inbound_citations": list(paper.inbound),
        "has_outbound_citations": bool(paper.outbound),
        "has_inbound_citations": bool(paper.inbound),
        "has_pdf_parse": parsed,
    }
    if parsed:
        row |= dict.fromkeys(_PDF_PARTS, True)
    row["s2_url"] = f"https://api.semanticscholar.org/CorpusID:{paper.paper_id}"
    return row
