"""The contents of a demo paper, for files of every format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from paperpool.extras.demo import identifiers
from paperpool.extras.demo.citation_graph import Edges
from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.latent import FIELDS, Latent
from paperpool.extras.demo.randomness import Ints, below, chance, derive
from paperpool.extras.demo.text import Composer, Text

BLOCK = 1024
"""Papers that are composed at a time; no part of the result."""

OUTSIDE_RATE = 0.05
"""Cited papers outside the corpus per cited paper inside it."""

_FIRST_NAMES = tuple(
    "Ada Bruno Chiara Dmitri Elena Farid Greta Hiro Ines Jonas Kamala Luis Mei Nadia Omar Petra "
    "Quentin Rosa Samir Tomoko Ulrich Vera Wei Ximena Yusuf Zofia".split()
)
_LAST_NAMES = tuple(
    "".join(syllables)
    for syllables in product(
        ("Ab", "Bel", "Cor", "Dan", "Fer", "Hal", "Kov", "Lin", "Mar", "Nov", "Pet"),
        ("a", "e", "er", "i", "o"),
        ("dani", "gren", "kov", "man", "nen", "ska", "to", "veld", "wa"),
    )
)
_MIDDLE_NAMES = ((), (), (), ("A.",), ("J.",), ("M.", "K."))
_JOURNALS = ("Journal of {}", "Annals of {}", "{} Letters", "Transactions on {}", "{} Review")
_MEETINGS = ("Conference on {}", "Symposium on {}", "Workshop on {}")


@dataclass(frozen=True, slots=True)
class Author:
    """A name as S2ORC splits it."""

    first: str
    middle: tuple[str, ...]
    last: str


@dataclass(frozen=True, slots=True)
class DemoPaper:
    """One paper with its metadata, text and citations (both directions, as paper ids)."""

    index: int
    paper_id: str
    text: Text
    authors: tuple[Author, ...]
    year: int | None
    fields: tuple[str, ...] | None
    arxiv_id: str | None
    acl_id: str | None
    doi: str | None
    mag_id: str | None
    venue: str | None
    journal: str | None
    outbound: tuple[str, ...]
    inbound: tuple[str, ...]


def compose_papers(plan: Plan, papers: Sequence[int]) -> Iterator[DemoPaper]:
    """Yield the papers of some indices, in the order given; memory is bounded by a block."""
    composer = Composer(plan)
    for start in range(0, len(papers), BLOCK):
        yield from _compose_block(plan, composer, np.array(papers[start : start + BLOCK]))


def _compose_block(plan: Plan, composer: Composer, papers: np.ndarray) -> Iterator[DemoPaper]:
    """Yield the papers of a block; all but their metadata is made for the whole block at once."""
    latent = plan.latent
    texts = composer.compose(papers)
    ids = plan.ids(papers)
    bits = identifiers.paper_bits(plan, papers, "metadata").tolist()
    has_arxiv = identifiers.on_arxiv(plan, papers).tolist()
    has_acl = identifiers.in_anthology(plan, papers).tolist()
    cited, n_cited = cited_papers(plan, papers)
    outbound = _split_ids(plan, cited, n_cited)
    citing, n_citing = _gather(plan.inbound, papers)
    inbound = _split_ids(plan, citing, n_citing)

    for place, index in enumerate(papers.tolist()):
        random = bits[place]
        field = int(latent.field[index])
        year = int(latent.year[index])
        dirt = plan.dirt[index]
        venue, journal = _published_in(field, random)
        yield DemoPaper(
            index=index,
            paper_id=ids[place],
            text=texts[place],
            authors=_authors(random),
            year=None if dirt == Dirt.NO_YEAR else year,
            fields=None if dirt == Dirt.NO_FIELD else _name_fields(latent, index),
            arxiv_id=identifiers.arxiv_id(index, field, year) if has_arxiv[place] else None,
            acl_id=identifiers.acl_id(index, year) if has_acl[place] else None,
            doi=f"10.5555/demo.{ids[place]}" if random >> 22 & 7 < 5 else None,
            mag_id=str(2_000_000_000 + index) if random >> 25 & 15 else None,
            venue=venue,
            journal=journal,
            outbound=outbound[place],
            inbound=inbound[place],
        )


def _name_fields(latent: Latent, index: int) -> tuple[str, ...]:
    """Return the names of a paper's one or two fields."""
    names = [FIELDS[latent.field[index]]]
    if latent.second_field[index] >= 0:
        names.append(FIELDS[latent.second_field[index]])
    return tuple(names)


def cited_papers(plan: Plan, papers: npt.NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Return the indices that papers cite, end to end, outside ones last, and their counts."""
    cited, counts = _gather(plan.outbound, papers)
    place = np.arange(len(cited)) - np.repeat(np.cumsum(counts) - counts, counts)
    roots = identifiers.paper_bits(plan, papers, "outside")
    bits = derive(np.repeat(roots, counts), place)
    drawn = chance(bits, OUTSIDE_RATE)
    row = np.repeat(np.arange(len(papers)), counts)
    outside = np.unique(np.column_stack([row, below(bits, len(plan), 32)])[drawn], axis=0)
    outside[:, 1] += len(plan)

    merged = np.concatenate([row, outside[:, 0]])
    order = np.argsort(merged, kind="stable")
    indices = np.concatenate([cited, outside[:, 1]])[order]
    return indices, np.bincount(merged, minlength=len(papers))


def _gather(edges: Edges, papers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of ``papers`` end to end, and their lengths."""
    rows = [edges.row(paper) for paper in papers.tolist()]
    return np.concatenate(rows).astype(np.int64), np.array([len(row) for row in rows])


def _split_ids(plan: Plan, papers: np.ndarray, counts: np.ndarray) -> list[tuple[str, ...]]:
    """Return the ids of papers that stand end to end, in groups of ``counts``."""
    ids = plan.ids(papers)
    groups = []
    start = 0
    for count in counts.tolist():
        groups.append(tuple(ids[start : start + count]))
        start += count
    return groups


def _authors(random: int) -> tuple[Author, ...]:
    """Return one to five authors, drawn by a linear congruential generator."""
    authors = []
    for _ in range(1 + random % 5):
        random = random * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        first = _FIRST_NAMES[(random >> 16) % len(_FIRST_NAMES)]
        middle = _MIDDLE_NAMES[(random >> 24) % len(_MIDDLE_NAMES)]
        last = _LAST_NAMES[(random >> 32) % len(_LAST_NAMES)]
        authors.append(Author(first, middle, last))
    return tuple(authors)


def _published_in(field: int, random: int) -> tuple[str | None, str | None]:
    """Return (venue, journal), each possibly None."""
    kind = random >> 30 & 7
    choice = random >> 34 & 0xFF
    if kind < 4:
        return None, _JOURNALS[choice % len(_JOURNALS)].format(FIELDS[field])
    if kind < 6:
        return _MEETINGS[choice % len(_MEETINGS)].format(FIELDS[field]), None
    return None, None
