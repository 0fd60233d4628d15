"""The papers that a static encoder is made from: drawn by their ids' hashes, none of them kept out.

A draw depends on the seed and the ids alone, so neither on the order of the papers nor on how they
are spread over shards.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from pathlib import Path

from xxhash import xxh3_64_intdigest

from paperpool.errors import Problem, UserError
from paperpool.tables import read_batches
from paperpool.training.held_out import HeldOut

FEWEST = 10
"""Papers that a static encoder is made from at least."""


def draw_texts(papers: Iterable[str | Path], held_out: HeldOut, n: int, seed: int) -> list[str]:
    """Return title and abstract of ``n`` drawn papers in the order of the draw; all, if fewer.

    Memory holds these texts. Raises UserError where there are fewer than FEWEST papers.
    """
    drawn = heapq.nsmallest(n, _place_texts(papers, held_out, seed))
    if len(drawn) < FEWEST:
        what = f"A static encoder is made from {FEWEST} papers with an abstract; {len(drawn)} are."
        hint = "Set data.s2orc to more shards. The collection's papers are kept out."
        raise UserError(Problem(what, "data.s2orc", hint))
    return [text for _, _, text in drawn]


def _place_texts(
    papers: Iterable[str | Path], held_out: HeldOut, seed: int
) -> Iterator[tuple[int, str, str]]:
    """Yield the place in the draw, the id and the text of each paper that is not kept out."""
    for batch in read_batches(list(papers), ["paper_id", "title", "abstract"]):
        columns = [batch.column(name).to_pylist() for name in ("paper_id", "title", "abstract")]
        for paper_id, title, abstract in zip(*columns, strict=True):
            if abstract and not held_out.find(paper_id, title, abstract):
                place = xxh3_64_intdigest(paper_id.encode(), seed=seed)
                yield place, paper_id, f"{title or ''} {abstract}"
