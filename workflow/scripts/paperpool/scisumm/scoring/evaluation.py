"""Evaluate rankers on CL-SciSumm task 1a, under both protocols.

Source: the shared task's script (see ``overlap`` and ``rouge_s``) and Ricci et al., section 3 and
appendix C.5. A query of the tables is a reference paper: ``n_queries`` counts those that were
scored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, SliceScores
from paperpool.scisumm.names import ALL, ANNOTATOR, PROTOCOLS, SPLITS
from paperpool.scisumm.read.rows import GoldRow, Row, by_citance, by_file
from paperpool.scisumm.scoring.intervals import PaperDraws
from paperpool.scisumm.scoring.overlap import (
    Best,
    Texts,
    count_hits,
    count_overlap,
    pair_by_citance,
    pair_officially,
    recall_depth,
)
from paperpool.scisumm.scoring.rouge_s import SkipBigrams
from paperpool.scisumm.scoring.sums import FILES, HITS, compute_scores, measures, sum_up


@dataclass(frozen=True)
class Submission:
    """The submitted rows of a ranker, and its ranking of each citance's sentences."""

    rows: Sequence[Row]
    best: Best


def submission_sums(
    protocol: str, judged: Judged, submission: Submission, bigrams: SkipBigrams
) -> dict[str, Floats]:
    """Return the vector (see ``sums``) of each annotation file that the protocol scores."""
    rows, best = submission.rows, submission.best
    if protocol == "official":
        files = pair_officially(judged.gold, rows)
    else:
        files = pair_by_citance(judged.gold, by_citance(rows), judged.texts)
    depth = recall_depth(best)
    return {
        file: sum_up(count_overlap(pairs), bigrams.average(pairs), count_hits(pairs, best, depth))
        for file, pairs in files.items()
    }


Published = Mapping[tuple[str, str, str], float]
"""Published scores of all papers under the official protocol, by (split, ranker, measure)."""


@dataclass(frozen=True)
class Judged:
    """A split's gold, its submissions by ranker, and the sentences of its papers."""

    gold: Sequence[GoldRow]
    submissions: Mapping[str, Submission]
    texts: Texts


Files = Mapping[str, Sequence[str]]
"""The annotation files of a slice, by reference paper."""


def evaluate(
    splits: Mapping[str, Judged],
    baselines: Sequence[str],
    resampling: Resampling,
    published: Published,
) -> Evaluation:
    """Return the tables of splits with gold.

    Rankers are tested against each of ``baselines`` with a submission. Slices of one paper have no
    intervals and tests. Recall@K goes as deep as a ranker's rankings.
    """
    rows = EvaluationRows()
    for i, protocol in enumerate(PROTOCOLS):
        bigrams = SkipBigrams(protocol)
        for j, split in enumerate(SPLITS):
            judged = splits.get(split)
            if judged is None or not judged.gold:
                continue
            sums = {
                ranker: submission_sums(protocol, judged, submission, bigrams)
                for ranker, submission in judged.submissions.items()
            }
            official = protocol == "official"
            for k, (name, files) in enumerate(slices(judged.gold)):
                beside = {
                    (ranker, measure): value
                    for (of_split, ranker, measure), value in published.items()
                    if official and name == ALL and of_split == split
                }
                draws = PaperDraws(len(files), resampling, (i, j, k))
                _add_slice(rows, (protocol, split, name), files, sums, draws, baselines, beside)
    return rows.tables()


def slices(gold: Sequence[GoldRow]) -> list[tuple[str, Files]]:
    """Return the slices of a split: all files, each named annotator's, each paper's.

    The annotator of a file is that of most of its rows; ties go to the first name.
    """
    files = by_file(gold)
    names = {file: Counter(sorted(row.annotator for row in rows)) for file, rows in files.items()}
    annotators = {file: of_file.most_common(1)[0][0] for file, of_file in names.items()}

    def by_paper(chosen: Iterable[str]) -> Files:
        papers: dict[str, list[str]] = {}
        for file in chosen:
            papers.setdefault(files[file][0].paper_id, []).append(file)
        return dict(sorted(papers.items()))

    whole = by_paper(files)
    return [
        (ALL, whole),
        *(
            (f"{ANNOTATOR}{name}", by_paper(file for file in files if annotators[file] == name))
            for name in sorted(set(annotators.values()) - {""})
        ),
        *((paper_id, {paper_id: of_paper}) for paper_id, of_paper in whole.items()),
    ]


def _add_slice(
    rows: EvaluationRows,
    place: tuple[str, str, str],
    files: Files,
    sums: Mapping[str, Mapping[str, Floats]],
    draws: PaperDraws,
    baselines: Sequence[str],
    beside: Mapping[tuple[str, str], float],
) -> None:
    """Add the scores of each ranker of a slice, and its tests against the baselines."""
    papers = {ranker: _by_paper(files, of_files) for ranker, of_files in sums.items() if of_files}
    ids = list(files)

    def slice_of(columns: int, scored: NDArray[np.bool_]) -> Slice:
        return Slice(BENCHMARK.name, *place, measures(columns - HITS), list(compress(ids, scored)))

    for ranker, matrix in papers.items():
        scored = matrix[:, FILES] > 0
        if scored.any():
            values = compute_scores(matrix[scored])
            measured = SliceScores(
                {ranker: 1},
                {ranker: values},
                {ranker: draws.intervals(matrix)},
                {ranker: [None] * values.shape[1]},
                {},
            )
            rows.add(slice_of(matrix.shape[1], scored), measured, beside)
    ranked = {ranker: matrix for ranker, matrix in papers.items() if matrix[:, FILES].any()}
    if draws.possible and ranked:
        columns = [measures(0).index(measure) for measure in BENCHMARK.tested]
        values = {ranker: compute_scores(of.sum(axis=0)).tolist() for ranker, of in ranked.items()}
        ranks = draws.ranks(list(ranked.values()), columns)
        rows.add_ranks(Slice(BENCHMARK.name, *place, measures(0), ids), ranks, values)
    for ranker, matrix in papers.items():
        for baseline in baselines:
            if ranker == baseline or baseline not in papers:
                continue
            columns = min(matrix.shape[1], papers[baseline].shape[1])
            pair = matrix[:, :columns], papers[baseline][:, :columns]
            both = (pair[0][:, FILES] > 0) & (pair[1][:, FILES] > 0)
            if both.sum() > 1:
                tests = draws.tests(*(of_one * both[:, np.newaxis] for of_one in pair))
                measured = SliceScores({}, {}, {}, {}, {(ranker, baseline): tests})
                rows.add(slice_of(columns, both), measured, {})


def _by_paper(files: Files, sums: Mapping[str, Floats]) -> Floats:
    """Return the summed vectors of each paper's files, 0 for an unscored paper."""
    nothing = np.zeros_like(next(iter(sums.values())))
    return np.stack(
        [
            np.sum([sums.get(file, nothing) for file in of_paper], axis=0)
            for of_paper in files.values()
        ]
    )
