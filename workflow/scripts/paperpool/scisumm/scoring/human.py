"""Human performance: each annotator's rows are scored against another's file.

Each ordered pair of a reference paper's annotators is a submission and its gold. The corrected
protocol compares the citances that both judged: a citance that an annotator was not given is no
answer.
"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pandas as pd

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.names import ALL, PROTOCOLS
from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file
from paperpool.scisumm.scoring.evaluation import Judged, Submission, submission_sums
from paperpool.scisumm.scoring.overlap import Texts
from paperpool.scisumm.scoring.rouge_s import SkipBigrams
from paperpool.scisumm.scoring.sums import HITS, compute_scores, measures

COLUMNS = ["protocol", "split", "slice", "metric", "value"]


def human_table(split: str, gold: Sequence[GoldRow], texts: Texts) -> pd.DataFrame:
    """Return the scores of each paper's pairs and of all pairs, in COLUMNS.

    A pair counts as a file does in the evaluation: micro scores are of the summed counts, macro
    scores and ROUGE are means over pairs. A split without a paper of two annotators has no rows.
    """
    files: dict[str, list[list[GoldRow]]] = {}
    for rows in by_file(gold).values():
        files.setdefault(rows[0].paper_id, []).append(rows)

    table = []
    for protocol in PROTOCOLS:
        bigrams = SkipBigrams(protocol)
        papers = {}
        for paper_id, of_paper in sorted(files.items()):
            vectors = []
            for rows, other in permutations(of_paper, 2):
                vectors.append(_pair(protocol, rows, other, texts, bigrams))
            if vectors:
                papers[paper_id] = np.sum(vectors, axis=0)
        if not papers:
            continue
        sums = {ALL: np.sum(list(papers.values()), axis=0)}
        sums.update(papers)
        for name, vector in sums.items():
            for measure, value in zip(measures(0), compute_scores(vector), strict=True):
                table.append((protocol, split, name, measure, float(value)))
    return pd.DataFrame(table, columns=COLUMNS)


def _pair(
    protocol: str,
    gold: Sequence[GoldRow],
    other: Sequence[GoldRow],
    texts: Texts,
    bigrams: SkipBigrams,
) -> Floats:
    """Return the vector (see ``sums``) of the gold file, scored with the other annotator's rows."""
    file = gold[0].file
    if protocol == "corrected":
        judged = by_citance(other)
        gold = [row for row in gold if row.citance_id in judged]
    sums = submission_sums(protocol, Judged(gold, {}, texts), Submission(other, {}), bigrams)
    return sums.get(file, np.zeros(HITS))
