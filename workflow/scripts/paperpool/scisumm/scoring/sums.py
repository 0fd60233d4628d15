"""Scores as ratios of sums over annotation files.

A file is a vector of summands; the scores of a slice or of a bootstrap sample follow from the sum.
"""

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.counts import Counts
from paperpool.scisumm.names import RECALL_AT
from paperpool.scisumm.scoring.rouge_s import Score

TP, FP, FN, FILES, PRECISION, RECALL, SCORED = range(7)
ROUGE = slice(SCORED + 1, SCORED + 4)
HITS = SCORED + 4
"""The columns of a vector; the last ones are true positives at 1, 2, ..."""

OVERLAP = ("precision", "recall", "f1", "macro_precision", "macro_recall", "macro_f1")
ROUGES = ("rouge_s_p", "rouge_s_r", "rouge_s_f1")


def measures(depth: int) -> list[str]:
    """Return the names of the scores of vectors with true positives at 1 to ``depth``."""
    recalls = [f"{RECALL_AT}{k}" for k in range(1, depth + 1)]
    return list(OVERLAP) + list(ROUGES) + recalls


def sum_up(counts: Counts, rouge: Score | None, hits: Floats) -> Floats:
    """Return the vector of a file, which may lack a ROUGE score."""
    sums = np.zeros(HITS + len(hits))
    sums[TP] = counts.tp
    sums[FP] = counts.fp
    sums[FN] = counts.fn
    sums[FILES] = 1
    sums[PRECISION] = counts.precision
    sums[RECALL] = counts.recall

    if rouge is not None:
        sums[SCORED] = 1
        sums[ROUGE] = rouge
    sums[HITS:] = hits
    return sums


def compute_scores(sums: Floats) -> Floats:
    """Return the scores of ``measures``, 0 for a ratio to 0: (..., columns) to (..., scores)."""
    tp = sums[..., TP]
    gold = tp + sums[..., FN]
    precision = _ratio(tp, tp + sums[..., FP])
    recall = _ratio(tp, gold)
    macro_precision = _ratio(sums[..., PRECISION], sums[..., FILES])
    macro_recall = _ratio(sums[..., RECALL], sums[..., FILES])

    overlap = [
        precision,
        recall,
        _harmonic_mean(precision, recall),
        macro_precision,
        macro_recall,
        _harmonic_mean(macro_precision, macro_recall),
    ]

    rouge = _ratio(sums[..., ROUGE], sums[..., SCORED, np.newaxis])
    recalls = _ratio(sums[..., HITS:], gold[..., np.newaxis])
    return np.concatenate([np.stack(overlap, axis=-1), rouge, recalls], axis=-1)


def _ratio(part: Floats, whole: Floats) -> Floats:
    part, whole = np.broadcast_arrays(part, whole)
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole != 0)


def _harmonic_mean(precision: Floats, recall: Floats) -> Floats:
    return _ratio(2.0 * precision * recall, precision + recall)
