"""Recall at K: the share of gold sentences in the top K (Ricci et al., appendix C.5, figure 4)."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.judge.official_rows import Row
from paperpool.scisumm.judge.overlap import paired_answers
from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file

DEPTH = 10
"""The largest K."""

Best = Mapping[str, Sequence[int]]
"""The sentences of each citance, the best first."""


def recall_depth(best: Best) -> int:
    """Return the largest K of a ranking, at most ``DEPTH``."""
    return min(DEPTH, max((len(sids) for sids in best.values()), default=0))


def official_hits(
    gold: Iterable[GoldRow], submitted: Iterable[Row], best: Best, depth: int
) -> dict[str, Floats]:
    """Return the official true positives at 1 to ``depth`` of each annotation file.

    A row with an unknown citance ranks its own sentences.
    """
    hits = {}
    for file, annotated, answers in paired_answers(gold, submitted):
        places = []
        for key, answer in annotated.items():
            if key in answers:
                found = answers[key]
                ranked = best.get(found.citance_id or "", found.sids)
                place = {str(sid): i for i, sid in enumerate(ranked)}
                places += [place[offset] for offset in answer.offsets if offset in place]
        hits[file] = _count_up(places, depth)
    return hits


def corrected_hits(gold: Iterable[GoldRow], best: Best, depth: int) -> dict[str, Floats]:
    """Return the corrected true positives at 1 to ``depth`` of each annotation file."""
    hits = {}
    for file, rows in by_file(gold).items():
        places = []
        for citance_id, sids in by_citance(rows).items():
            place = {sid: i for i, sid in enumerate(best.get(citance_id, ()))}
            places += [place[sid] for sid in sids if sid in place]
        hits[file] = _count_up(places, depth)
    return hits


def _count_up(places: Sequence[int], depth: int) -> Floats:
    """Return how many places (from 0) are among the first 1, 2, ... ``depth``."""
    counts = np.bincount([place for place in places if place < depth], minlength=depth)
    return np.cumsum(counts).astype(np.float64)
