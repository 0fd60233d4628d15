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
    rows = submission.rows
    best = submission.best
    if protocol == "official":
        files = pair_officially(judged.gold, rows)
    else:
        files = pair_by_citance(judged.gold, by_citance(rows), judged.texts)

    depth = recall_depth(best)
    sums = {}
    for file, pairs in files.items():
        hits = count_hits(pairs, best, depth)
        sums[file] = sum_up(count_overlap(pairs), bigrams.average(pairs), hits)
    return sums


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
            sums = {}
            for ranker, submission in judged.submissions.items():
                sums[ranker] = submission_sums(protocol, judged, submission, bigrams)

            for k, (name, files) in enumerate(slices(judged.gold)):
                printed = {}  # published scores are official ones of all papers
                if protocol == "official" and name == ALL:
                    printed = _of_split(published, split)
                draws = PaperDraws(len(files), resampling, (i, j, k))
                _add_slice(rows, (protocol, split, name), files, sums, draws, baselines, printed)
    return rows.tables()


def _of_split(published: Published, split: str) -> dict[tuple[str, str], float]:
    """Return the published scores of a split by (ranker, measure)."""
    scores = {}
    for (name, ranker, measure), value in published.items():
        if name == split:
            scores[ranker, measure] = value
    return scores


def slices(gold: Sequence[GoldRow]) -> list[tuple[str, Files]]:
    """Return the slices of a split: all files, each named annotator's, each paper's.

    The annotator of a file is that of most of its rows; ties go to the first name.
    """
    files = by_file(gold)
    of_annotators: dict[str, list[str]] = {}
    for file, rows in files.items():
        names = Counter(sorted(row.annotator for row in rows))
        annotator = names.most_common(1)[0][0]
        of_annotators.setdefault(annotator, []).append(file)

    whole = _group_by_paper(files, files)
    listed = [(ALL, whole)]
    for annotator, of_annotator in sorted(of_annotators.items()):
        if annotator:
            name = f"{ANNOTATOR}{annotator}"
            listed.append((name, _group_by_paper(of_annotator, files)))
    for paper_id, of_paper in whole.items():
        listed.append((paper_id, {paper_id: of_paper}))
    return listed


def _group_by_paper(chosen: Iterable[str], files: Mapping[str, Sequence[GoldRow]]) -> Files:
    """Return the chosen annotation files by reference paper, sorted by its id."""
    papers: dict[str, list[str]] = {}
    for file in chosen:
        papers.setdefault(files[file][0].paper_id, []).append(file)
    return dict(sorted(papers.items()))


def _add_slice(
    rows: EvaluationRows,
    place: tuple[str, str, str],
    files: Files,
    sums: Mapping[str, Mapping[str, Floats]],
    draws: PaperDraws,
    baselines: Sequence[str],
    printed: Mapping[tuple[str, str], float],
) -> None:
    """Add the scores of each ranker of a slice, and its tests against the baselines.

    ``place`` is the protocol, the split and the slice; ``printed`` are the published scores.
    """
    papers = {ranker: _by_paper(files, of_files) for ranker, of_files in sums.items() if of_files}
    ids = list(files)
    for ranker, matrix in papers.items():
        is_scored = matrix[:, FILES] > 0
        if is_scored.any():
            values = compute_scores(matrix[is_scored])
            scores = SliceScores(
                {ranker: 1},
                {ranker: values},
                {ranker: draws.intervals(matrix)},
                {ranker: [None] * values.shape[1]},
                {},
            )
            rows.add(_name_slice(place, matrix, ids, is_scored), scores, printed)

    ranked = {ranker: matrix for ranker, matrix in papers.items() if matrix[:, FILES].any()}
    if draws.possible and ranked:
        columns = [measures(0).index(measure) for measure in BENCHMARK.tested]
        ranks = draws.ranks(list(ranked.values()), columns)
        totals = {}
        for ranker, matrix in ranked.items():
            totals[ranker] = compute_scores(matrix.sum(axis=0)).tolist()
        rows.add_ranks(Slice(BENCHMARK.name, *place, measures(0), ids), ranks, totals)

    for ranker in papers:
        for baseline in baselines:
            if ranker != baseline and baseline in papers:
                _add_tests(rows, place, ids, papers, ranker, baseline, draws)


def _name_slice(
    place: tuple[str, str, str], matrix: Floats, ids: Sequence[str], is_scored: NDArray[np.bool_]
) -> Slice:
    """Return the slice of the papers that were scored, with the measures of a matrix of sums."""
    names = measures(matrix.shape[1] - HITS)
    return Slice(BENCHMARK.name, *place, names, list(compress(ids, is_scored)))


def _add_tests(
    rows: EvaluationRows,
    place: tuple[str, str, str],
    ids: Sequence[str],
    papers: Mapping[str, Floats],
    ranker: str,
    baseline: str,
    draws: PaperDraws,
) -> None:
    """Add the tests of a ranker against a baseline, on the papers that both are scored on."""
    # rankings may differ in depth, and so in measures of recall
    n_columns = min(papers[ranker].shape[1], papers[baseline].shape[1])
    ours = papers[ranker][:, :n_columns]
    theirs = papers[baseline][:, :n_columns]
    is_scored = (ours[:, FILES] > 0) & (theirs[:, FILES] > 0)

    if is_scored.sum() > 1:
        mask = is_scored[:, np.newaxis]
        tests = draws.tests(ours * mask, theirs * mask)
        compared = SliceScores({}, {}, {}, {}, {(ranker, baseline): tests})
        rows.add(_name_slice(place, ours, ids, is_scored), compared, {})


def _by_paper(files: Files, sums: Mapping[str, Floats]) -> Floats:
    """Return the summed vectors of each paper's files, 0 for an unscored paper."""
    nothing = np.zeros_like(next(iter(sums.values())))
    papers = []
    for of_paper in files.values():
        vectors = [sums.get(file, nothing) for file in of_paper]
        papers.append(np.sum(vectors, axis=0))
    return np.stack(papers)
