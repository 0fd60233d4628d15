"""Texts by their terms in files, which are read as memory maps: a query reads what it needs."""

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.io.mapped_files import SortedTexts, map_array, map_table, writing_mapped
from paperpool.search.term_lists import Block, BlockFacts, TermLists, list_terms

_WORDS = "words.arrow"
_SCHEMA = pa.schema([("word", pa.string()), ("number", pa.int32())])
_BATCH = 2**20


def store_terms(texts: Iterable[Sequence[str]], folder: Path) -> None:
    """Write texts, given as their terms, to the files of ``folder``.

    Memory holds a block of the texts, and the distinct terms.
    """
    numbers: dict[str, int] = {}

    def store(number: int, block: Block) -> None:
        for name, values in block._asdict().items():
            np.save(folder / f"{name}-{number}.npy", values)

    facts = list_terms(texts, numbers, store)
    for name, values in facts._asdict().items():
        np.save(folder / f"{name}.npy", values)
    words = pa.array(list(numbers), pa.string())
    order = pc.sort_indices(words)
    table = pa.Table.from_arrays([words.take(order), order.cast(pa.int32())], schema=_SCHEMA)
    with writing_mapped(folder / _WORDS, _SCHEMA) as writer:
        writer.write_table(table, max_chunksize=_BATCH)


class StoredTerms(TermLists):
    """The texts of a folder that ``store_terms`` wrote to."""

    def __init__(self, folder: Path):
        table = map_table(folder / _WORDS)
        self.words = SortedTexts(table["word"])
        """All terms, sorted."""
        self._numbers = table["number"]
        n_blocks = next(n for n in count() if not (folder / f"begins-{n}.npy").exists())
        blocks = [
            Block(*(map_array(folder / f"{name}-{n}.npy") for name in Block._fields))
            for n in range(n_blocks)
        ]
        facts = BlockFacts(*(map_array(folder / f"{name}.npy") for name in BlockFacts._fields))
        super().__init__(self._find, blocks, facts)

    def _find(self, term: str) -> int | None:
        place = self.words.find(term)
        return None if place is None else self._numbers[place].as_py()
