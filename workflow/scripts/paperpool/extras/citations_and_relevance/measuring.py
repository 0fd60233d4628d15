"""How often papers that are linked are relevant to the same question.

Of each question, and each paper that is relevant to it, the linked papers are looked at.
``precision`` is the share of them that are relevant to the question too, ``chance`` the share that
would be if as many were drawn from all pooled papers, ``lift`` the first by the second. ``recall``
is the share of the relevant papers that are linked to another relevant one, ``pair_recall`` the
share of the pairs of two relevant papers that are linked. All are ratios of sums over the questions
with two relevant papers or more, and intervals draw these questions. A paper is pooled if it was
judged for any question; judgments that a question lacks count as not relevant.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse

from paperpool.collections.collection import Collection, Pair
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats, bootstrap_counts, interval_where_defined
from paperpool.evaluation.runs import Run
from paperpool.extras.citations_and_relevance.relations import Matrix, link_neighbours

MEASURES = ("precision", "chance", "lift", "recall", "pair_recall")

DIFFERENCE = "precision_difference"
"""The precision of neighbours by text, less that of links."""

COLUMNS = "grade relation neighbours measure value ci_low ci_high n_questions n_linked".split()
"""``grade`` is the least one of a relevant paper. ``neighbours`` are ``citations``, or the ranker
whose nearest papers take the place of the linked ones, as many of each paper."""

CITATIONS = "citations"

MOST_GRADES = 8
"""Different grades above 0 that are measured; of more the least relevant one alone is."""

_STREAM = 900


@dataclass(frozen=True)
class Judged:
    """The grades of a collection: questions, papers, and grades of shape (questions, papers)."""

    questions: list[Pair]
    papers: list[str]
    grades: sparse.csr_array
    is_pooled: NDArray[np.bool_]

    def find_relevant(self, least: float) -> Matrix:
        """Return 1 for each paper with at least a grade, shape (questions, papers)."""
        return sparse.csr_array(self.grades >= least).astype(np.int64)

    def list_grades(self, relevant: float) -> list[float]:
        """Return the grades to measure at: those above 0, or ``relevant`` alone of many."""
        found = sorted({float(grade) for grade in self.grades.data if grade > 0})
        return found if len(found) <= MOST_GRADES else [relevant]


def make_judged(collection: Collection) -> Judged:
    """Return the grades of a collection; those of papers that are not there are left out."""
    papers = collection.documents
    numbers = {paper: number for number, paper in enumerate(papers)}
    questions = collection.pairs()
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    is_pooled = np.zeros(len(papers), dtype=bool)
    for row, pair in enumerate(questions):
        for paper, grade in collection.judgments[pair].grades().items():
            column = numbers.get(paper)
            if column is None:
                continue
            is_pooled[column] = True
            rows.append(row)
            columns.append(column)
            values.append(grade)
    shape = (len(questions), len(papers))
    grades = sparse.csr_array((np.array(values, float), (rows, columns)), shape=shape)
    return Judged(questions, papers, grades, is_pooled)


@dataclass(frozen=True)
class Counts:
    """Counts of each question with two relevant papers or more, each of shape (questions,).

    ``linked`` papers of relevant ones, ``hits`` of these that are relevant, ``expected`` hits by
    chance, ``reached`` relevant papers, ``relevant`` ones, and ``pairs`` of two of them.
    """

    linked: Floats
    hits: Floats
    expected: Floats
    reached: Floats
    relevant: Floats
    pairs: Floats

    def measure(self, weights: Floats) -> dict[str, Floats]:
        """Return each of MEASURES by weights of questions, shape (draws, questions)."""
        linked = weights @ self.linked
        hits = weights @ self.hits
        expected = weights @ self.expected
        with np.errstate(invalid="ignore", divide="ignore"):
            return {
                "precision": hits / linked,
                "chance": expected / linked,
                "lift": hits / expected,
                "recall": (weights @ self.reached) / (weights @ self.relevant),
                "pair_recall": hits / (weights @ self.pairs),
            }


def count_linked(relation: Matrix, relevant: Matrix, is_pooled: NDArray[np.bool_]) -> Counts:
    """Count the links of each question; links to papers that were not pooled do not count.

    ``relation``: shape (papers, papers); ``relevant``: shape (questions, papers).
    """
    n_relevant = np.asarray(relevant.sum(axis=1)).astype(float)
    is_kept = n_relevant > 1
    n_relevant = n_relevant[is_kept]
    relevant = relevant[is_kept]
    pooled = relation @ sparse.diags_array(is_pooled.astype(np.int64), dtype=np.int64)

    linked = (relevant @ pooled.sum(axis=1)).astype(float)
    reaching = relevant @ pooled  # how many relevant papers link to each paper
    hits = np.asarray(reaching.multiply(relevant).sum(axis=1)).astype(float)
    reached = np.asarray((reaching > 0).multiply(relevant).sum(axis=1)).astype(float)
    by_chance = (n_relevant - 1) / max(int(is_pooled.sum()) - 1, 1)
    pairs = n_relevant * (n_relevant - 1)
    return Counts(linked, hits, linked * by_chance, reached, n_relevant, pairs)


def measure_relations(
    judged: Judged,
    relations: Mapping[str, Matrix],
    runs: Mapping[str, Run],
    relevant: float,
    resampling: Resampling,
) -> pd.DataFrame:
    """Return the table of COLUMNS: each relation at each grade, and neighbours by text beside it.

    ``runs`` rank the papers for papers that are relevant from the grade ``relevant`` on; below it
    some relevant papers have no ranking, and neighbours by text are not measured.
    """
    pooled = set(compress(judged.papers, judged.is_pooled))
    rankings = {name: rank_papers(run, pooled) for name, run in runs.items()}
    rows: list[tuple[object, ...]] = []
    for grade in judged.list_grades(relevant):
        marked = judged.find_relevant(grade)
        for name, relation in relations.items():
            matrices = {CITATIONS: relation}
            if grade >= relevant:
                n_links = np.asarray(relation @ judged.is_pooled.astype(np.int64))
                for ranker, ranking in rankings.items():
                    matrices[ranker] = link_neighbours(judged.papers, ranking, n_links)

            linked = count_linked(relation, marked, judged.is_pooled)
            for neighbours, matrix in matrices.items():
                counts = linked
                if neighbours != CITATIONS:
                    counts = count_linked(matrix, marked, judged.is_pooled)
                for estimate in estimate_measures(counts, linked, resampling):
                    rows.append((grade, name, neighbours, *estimate))
    return pd.DataFrame(rows, columns=COLUMNS)


def rank_papers(run: Run, pooled: Set[str]) -> dict[str, list[str]]:
    """Return the ranked papers among ``pooled`` of a run, by the query paper."""
    rankings = {}
    for (asking, _), ranking in run.items():
        rankings[asking] = [paper for paper, _ in ranking if paper in pooled]
    return rankings


@lru_cache(maxsize=1)  # relations of one grade have the same questions
def draw_questions(n_questions: int, resampling: Resampling) -> Floats:
    """Return how often each question is drawn, shape (draws, questions)."""
    rng = np.random.default_rng([resampling.seed, _STREAM])
    return bootstrap_counts([n_questions], resampling.n_bootstrap, rng).astype(float)


def estimate_measures(
    counts: Counts, linked: Counts, resampling: Resampling
) -> Iterator[tuple[object, ...]]:
    """Yield each measure, its value and interval, and the numbers of questions and of links.

    ``linked`` are the counts of the papers that are linked by citations, which neighbours by text
    are compared with.
    """
    n_questions = len(counts.relevant)
    n_linked = int(counts.linked.sum())
    if not n_questions:
        return
    weights = draw_questions(n_questions, resampling)
    sampled = counts.measure(weights)
    values = counts.measure(np.ones((1, n_questions)))
    for measure in MEASURES:
        [value] = values[measure]
        estimate = interval_where_defined(value, sampled[measure], resampling.confidence)
        yield (measure, *estimate, n_questions, n_linked)

    if counts is not linked:
        by_links = linked.measure(weights)["precision"]
        [value] = values["precision"] - linked.measure(np.ones((1, n_questions)))["precision"]
        drawn = sampled["precision"] - by_links
        estimate = interval_where_defined(value, drawn, resampling.confidence)
        yield (DIFFERENCE, *estimate, n_questions, n_linked)
