"""Texts in memory, every one of which is scored for a query at once, by Lucene's BM25."""

from collections.abc import Iterable, Sequence

from paperpool.search.bm25 import norms
from paperpool.search.term_lists import Block, TermLists, list_terms


class TermIndex(TermLists):
    """Texts, given as their terms; memory holds 8 bytes for each distinct one of a text.

    ``mean`` stands for their mean length where it is given.
    """

    def __init__(self, texts: Iterable[Sequence[str]], mean: float | None = None):
        numbers: dict[str, int] = {}
        blocks: list[Block] = []
        facts = list_terms(texts, numbers, lambda _, block: blocks.append(block))
        super().__init__(numbers.get, blocks, facts)
        if mean is not None:
            self._norms = norms(facts.lengths, mean)
