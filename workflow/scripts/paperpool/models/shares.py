"""The items that one of several jobs encodes, so that all of them together give what one would.

Items are encoded in blocks that are computed alone (see ``cached_model``). Jobs share out these
blocks, never the items of one, so what an item gets does not depend on the number of jobs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """What job number ``job`` of ``jobs``, from 0, takes of ``total`` items in all.

    They come in parts. The one at hand has ``n`` items, the first of which is item ``first``.
    """

    job: int
    jobs: int
    first: int
    n: int
    total: int

    def has_block(self, block: int, n_blocks: int) -> bool:
        """Tell whether the job takes block number ``block``, from 0, of the part's blocks."""
        place = self.first * n_blocks + block * self.n  # in units of 1 / n_blocks items
        return self.jobs * place // (self.total * n_blocks) == self.job

    def has_any(self) -> bool:
        """Tell whether it may take a block of the part, however many there are."""
        begin = self.jobs * self.first // self.total
        end = (self.jobs * (self.first + self.n) - 1) // self.total
        return begin <= self.job <= end


WHOLE = Share(0, 1, 0, 1, 1)
"""All items, as one part."""
