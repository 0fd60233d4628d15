"""Sentence overlap: true and false positives and false negatives of chosen sentences.

The *official* protocol keys rows by reference and citing paper, so only the last citance of a
citing paper is scored, and compares offsets as strings. The *corrected* one scores every judged
citance of the blind file by sentence number.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.counts import Counts
from paperpool.scisumm.read.rows import GoldRow, Row, by_citance, by_file
from paperpool.scisumm.scoring.official_rows import Answer, Key, read_answers

Texts = Mapping[tuple[str, int], str]
"""The text of each sentence, by (paper_id, sid)."""

Pairs = list[tuple[Answer, Answer]]
"""An annotator's answers beside a system's, one of both possibly ``MISSING``."""

MISSING = Answer((), (), None, ())

DEPTH = 10
"""The largest K of recall at K."""

Best = Mapping[str, Sequence[int]]
"""The sentences of each citance, the best first."""


def pair_officially(gold: Iterable[GoldRow], submitted: Iterable[Row]) -> dict[str, Pairs]:
    """Return the pairs of each annotation file whose reference paper was submitted, by key."""
    papers: dict[str, list[Row]] = {}
    for row in submitted:
        papers.setdefault(row.paper_id, []).append(row)
    answers = {paper_id: read_answers(rows) for paper_id, rows in papers.items()}

    pairs = {}
    for file, rows in by_file(gold).items():
        paper_id = rows[0].paper_id
        if paper_id in answers:
            pairs[file] = pair_answers(read_answers(rows), answers[paper_id])
    return pairs


def pair_answers(gold: Mapping[Key, Answer], found: Mapping[Key, Answer]) -> Pairs:
    """Return the pairs of the keys of either side."""
    keys = dict.fromkeys(gold) | dict.fromkeys(found)
    return [(gold.get(key, MISSING), found.get(key, MISSING)) for key in keys]


def pair_by_citance(
    gold: Iterable[GoldRow], chosen: Mapping[str, Sequence[int]], texts: Texts
) -> dict[str, Pairs]:
    """Return the pairs of each annotation file's citances; ``chosen`` may lack some.

    Gold rows without a citance in the blind file, and citances outside the gold file, are left out.
    Texts are those of known sentences, in the order of the paper.
    """
    pairs = {}
    for file, rows in by_file(gold).items():
        paper_id = rows[0].paper_id
        pairs[file] = []
        for citance_id, sids in by_citance(rows).items():
            annotated = _answer(paper_id, citance_id, sids, texts)
            submitted = _answer(paper_id, citance_id, chosen.get(citance_id, ()), texts)
            pairs[file].append((annotated, submitted))
    return pairs


def _answer(paper_id: str, citance_id: str, sids: Sequence[int], texts: Texts) -> Answer:
    """Return the answer of some sentences of a paper."""
    known = [texts[paper_id, sid] for sid in sorted(sids) if (paper_id, sid) in texts]
    return Answer(tuple(map(str, sids)), tuple(known), citance_id, tuple(sids))


def count_overlap(pairs: Pairs) -> Counts:
    """Return the counts of one file; an offset counts as often as its list has it.

    Every sentence chosen where no gold span is given is a false positive.
    """
    tp = 0
    fp = 0
    fn = 0
    for gold, found in pairs:
        hits = sum(offset in found.offsets for offset in gold.offsets)
        tp += hits
        fn += len(gold.offsets) - hits
        fp += sum(offset not in gold.offsets for offset in found.offsets)
    return Counts(tp, fp, fn)


def recall_depth(best: Best) -> int:
    """Return the largest K of a ranking, at most ``DEPTH``."""
    return min(DEPTH, max((len(sids) for sids in best.values()), default=0))


def count_hits(pairs: Pairs, best: Best, depth: int) -> Floats:
    """Return the true positives of one file at 1 to ``depth``, shape (depth,).

    They are for recall at K, as if K sentences were submitted for each citance (Ricci et al.,
    appendix C.5, figure 4). A row with an unknown citance ranks its own sentences.
    """
    places: list[int] = []
    for gold, found in pairs:
        ranked = best.get(found.citance_id or "", found.sids)
        place = {str(sid): i for i, sid in enumerate(ranked)}
        places += [place[offset] for offset in gold.offsets if offset in place]
    counts = np.bincount([place for place in places if place < depth], minlength=depth)
    return np.cumsum(counts).astype(np.float64)
