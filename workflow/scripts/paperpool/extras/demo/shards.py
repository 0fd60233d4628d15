"""Write demo papers as shards of S2ORC metadata (release 20200705v1) and of its bulk format.

The bulk format has datasets of the Semantic Scholar Academic Graph (Kinney et al., "The Semantic
Scholar Open Data Platform", 2023; ``citationid`` since the release of 2023-08-29) for the last
shards of the corpus, its bulk part. A ``papers`` shard holds the papers of the S2ORC shard of its
number; abstracts and citations lie in shards and orders of their own, as in the releases.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paperpool.extras.demo.corpus_plan import Plan, shard_papers
from paperpool.extras.demo.identifiers import paper_bits
from paperpool.extras.demo.papers import BLOCK, DemoPaper, cited_papers, compose_papers
from paperpool.extras.demo.randomness import UInts, chance, derive
from paperpool.io.json_lines import write_json_lines

_PDF_PARTS = (
    "has_pdf_parsed_abstract",
    "has_pdf_parsed_body_text",
    "has_pdf_parsed_bib_entries",
    "has_pdf_parsed_ref_entries",
)


def write_shard(plan: Plan, shard: int, n_shards: int, path: str | Path) -> int:
    """Write shard 0..n_shards-1 to ``path`` (.jsonl.gz); return its rows."""
    papers = compose_papers(plan, shard_papers(len(plan), shard, n_shards))
    return write_json_lines(map(format_row, papers), path)


def format_row(paper: DemoPaper) -> dict[str, Any]:
    """Return the row of a paper, its keys in the order of the released sample."""
    authors = []
    for author in paper.authors:
        authors.append(
            {
                "first": author.first,
                "middle": list(author.middle),
                "last": author.last,
                "suffix": "",
            }
        )
    row: dict[str, Any] = {
        "paper_id": paper.paper_id,
        "title": paper.text.title,
        "authors": authors,
        "abstract": paper.text.abstract,
        "year": paper.year,
        "arxiv_id": paper.arxiv_id,
        "acl_id": paper.acl_id,
        "pmc_id": None,
        "pubmed_id": None,
        "doi": paper.doi,
        "venue": paper.venue,
        "journal": paper.journal,
    }

    is_parsed = paper.arxiv_id is not None
    if is_parsed:
        row["has_pdf_body_text"] = True
    row |= {
        "mag_id": paper.mag_id,
        "mag_field_of_study": None if paper.fields is None else list(paper.fields),
        "outbound_citations": list(paper.outbound),
        "inbound_citations": list(paper.inbound),
        "has_outbound_citations": bool(paper.outbound),
        "has_inbound_citations": bool(paper.inbound),
        "has_pdf_parse": is_parsed,
    }
    if is_parsed:
        row |= dict.fromkeys(_PDF_PARTS, True)
    row["s2_url"] = f"https://api.semanticscholar.org/CorpusID:{paper.paper_id}"
    return row


DATASETS = ("papers", "abstracts", "citations")

UNRESOLVED_RATE = 0.02
"""References to no known paper (``citedcorpusid`` null) per citation, beside the citations."""

_SITE = "https://www.semanticscholar.org/paper/CorpusID:"


def write_bulk_shard(
    plan: Plan, dataset: str, shard: int, n_shards: int, n_bulk: int, path: str | Path
) -> int:
    """Write a shard of a dataset to ``path`` (.jsonl.gz); return its rows.

    ``shard`` is one of the last ``n_bulk`` of the corpus's ``n_shards``, the bulk part. Equal
    arguments give equal bytes, for any shards in any order.
    """
    first = n_shards - n_bulk
    if dataset == "papers":
        rows = map(format_paper, compose_papers(plan, shard_papers(len(plan), shard, n_shards)))
    else:
        part = range(shard_papers(len(plan), first, n_shards).start, len(plan))
        spread = {"abstracts": _abstract_rows, "citations": _citation_rows}[dataset]
        rows = spread(plan, part, shard - first, n_bulk)
    return write_json_lines(rows, path)


def format_paper(paper: DemoPaper) -> dict[str, Any]:
    """Return the row of a paper in ``papers``, its keys in the order of the released sample."""
    authors = []
    for author in paper.authors:
        name = " ".join((author.first, *author.middle, author.last))
        authors.append({"authorId": None, "name": name})
    journal = None
    if paper.journal:
        journal = {"name": paper.journal, "pages": None, "volume": None}
    return {
        "corpusid": int(paper.paper_id),
        "externalids": _external_ids(paper),
        "url": f"{_SITE}{paper.paper_id}",
        "title": paper.text.title,
        "authors": authors,
        "venue": paper.venue or "",
        "publicationvenueid": None,
        "year": paper.year,
        "referencecount": len(paper.outbound),
        "citationcount": len(paper.inbound),
        "influentialcitationcount": 0,
        "isopenaccess": paper.arxiv_id is not None,
        "s2fieldsofstudy": _categories(paper),
        "publicationtypes": None,
        "publicationdate": None,
        "journal": journal,
    }


def _external_ids(paper: DemoPaper) -> dict[str, str | None]:
    return {
        "ACL": paper.acl_id,
        "DBLP": None,
        "ArXiv": paper.arxiv_id,
        "MAG": paper.mag_id,
        "CorpusId": paper.paper_id,
        "PubMed": None,
        "DOI": paper.doi,
        "PubMedCentral": None,
    }


def _categories(paper: DemoPaper) -> list[dict[str, str]] | None:
    """Return the fields; in every second paper a model names the first of them too."""
    if paper.fields is None:
        return None
    external = [{"category": field, "source": "external"} for field in paper.fields]
    if paper.index % 2:
        return external
    return [{"category": paper.fields[0], "source": "s2-fos-model"}, *external]


def _abstract_rows(plan: Plan, papers: range, part: int, n_parts: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``abstracts``: of the papers of one part that have an abstract."""
    indices = np.array(papers)
    bits = paper_bits(plan, indices, "bulk abstract")
    is_of_part = bits % np.uint64(n_parts) == part
    order = np.argsort(bits[is_of_part], kind="stable")
    for paper in compose_papers(plan, indices[is_of_part][order].tolist()):
        if paper.text.abstract is None:
            continue
        yield {
            "corpusid": int(paper.paper_id),
            "openaccessinfo": dict.fromkeys(("externalids", "license", "url", "status")),
            "abstract": paper.text.abstract,
        }


def _citation_rows(plan: Plan, papers: range, part: int, n_parts: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``citations`` of one part, without contexts or influence."""
    blocks = []
    for start in range(0, len(papers), BLOCK):
        block = np.array(papers[start : start + BLOCK])
        blocks.append(_block_citations(plan, block, part, n_parts))
    citing, cited, bits = (np.concatenate(column) for column in zip(*blocks, strict=True))
    order = np.argsort(bits, kind="stable")
    for start in range(0, len(order), BLOCK):
        rows = order[start : start + BLOCK]
        for number, source, target, known in zip(
            (bits[rows] >> np.uint64(1)).tolist(),
            plan.numbers(citing[rows]).tolist(),
            plan.numbers(cited[rows]).tolist(),
            (cited[rows] >= 0).tolist(),
            strict=True,
        ):
            yield {
                "citationid": number,
                "citingcorpusid": source,
                "citedcorpusid": target if known else None,
                "isinfluential": False,
                "contexts": None,
                "intents": None,
            }


def _block_citations(
    plan: Plan, papers: npt.NDArray[np.int64], part: int, n_parts: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], UInts]:
    """Return citing and cited index and random bits of the part's citations by ``papers``."""
    cited, counts = cited_papers(plan, papers)
    citing = np.repeat(papers, counts)
    roots = np.repeat(paper_bits(plan, papers, "unresolved"), counts)
    unresolved = chance(derive(roots, cited), UNRESOLVED_RATE)
    citing = np.concatenate([citing, citing[unresolved]])
    cited = np.concatenate([cited, -1 - cited[unresolved]])
    bits = derive(paper_bits(plan, citing, "bulk citation"), cited)
    kept = bits % np.uint64(n_parts) == part
    return citing[kept].astype(np.int32), cited[kept].astype(np.int32), bits[kept]
