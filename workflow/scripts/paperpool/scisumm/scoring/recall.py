"""Recall at K: the share of gold sentences in the top K (Ricci et al., appendix C.5, figure 4).

Both protocols count as in ``overlap``, as if K sentences were submitted for each citance.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.scoring.overlap import Pairs

DEPTH = 10
"""The largest K."""

Best = Mapping[str, Sequence[int]]
"""The sentences of each citance, the best first."""


def recall_depth(best: Best) -> int:
    """Return the largest K of a ranking, at most ``DEPTH``."""
    return min(DEPTH, max((len(sids) for sids in best.values()), default=0))


def count_hits(pairs: Pairs, best: Best, depth: int) -> Floats:
    """Return the true positives of one file at 1 to ``depth``, shape (depth,).

    A row with an unknown citance ranks its own sentences.
    """
    places: list[int] = []
    for gold, found in pairs:
        ranked = best.get(found.citance_id or "", found.sids)
        place = {str(sid): i for i, sid in enumerate(ranked)}
        places += [place[offset] for offset in gold.offsets if offset in place]
    counts = np.bincount([place for place in places if place < depth], minlength=depth)
    return np.cumsum(counts).astype(np.float64)
