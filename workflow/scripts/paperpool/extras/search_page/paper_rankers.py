"""Rank papers for a question by words, embeddings, both, sentences or trained networks.

``sentences`` and ``trained`` re-rank the first ``RERANKED`` papers by words, or by words and
embeddings if the run has an encoder of texts.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.extras.search_page.encoders import TextEncoder, choose_encoder, read_headline
from paperpool.extras.search_page.model import RANKERS, RERANKING
from paperpool.extras.search_page.papers import Rows
from paperpool.extras.search_page.parts import Parts
from paperpool.extras.search_page.questions import Question, combine, scale
from paperpool.extras.search_page.ranking import Scores, fuse, mean_of_best, order_rows
from paperpool.extras.search_page.reranking import Rerankers, choose_reranker
from paperpool.extras.search_page.run_files import RunFiles
from paperpool.extras.search_page.sentences import Sentences
from paperpool.extras.search_page.vectors import EncodedPapers, GivenVectors, PaperVectors
from paperpool.extras.search_page.words import WordSearch

RERANKED = 100
"""The papers that are re-ranked; encoding their sentences takes most of a search."""

Scored = list[tuple[int, float]]
"""Rows and their scores, the best first."""


class PaperRankers:
    """Ranks papers by what the run has of ``vectors``, ``encoder`` and ``rerankers``."""

    def __init__(
        self,
        words: WordSearch,
        vectors: PaperVectors | None,
        encoder: TextEncoder | None,
        rerankers: Rerankers | None,
        sentences: Sentences,
    ):
        self.words = words
        self.vectors = vectors
        self.encoder = encoder
        self.rerankers = rerankers
        self._sentences = sentences

    @property
    def names(self) -> tuple[str, ...]:
        """The rankers, in the order of ``RANKERS``."""
        missing = set()
        if self.vectors is None:
            missing |= {"dense", "fusion"}
        if self.rerankers is None:
            missing.add("trained")
        return tuple(name for name in RANKERS if name not in missing)

    def rank_page(self, question: Question, rows: Rows) -> Scored:
        """Return the page's results in ``rows``; the same papers are re-ranked for all pages."""
        settings = question.settings
        scores = self._score_first(question, rows)
        found = order_rows(scores, rows, max(RERANKED, settings.last)).tolist()
        ranked = [(row, float(scores[row])) for row in found]
        if settings.ranker in RERANKING:
            ranked[:RERANKED] = self._rerank(question, found[:RERANKED])
        return ranked[settings.first - 1 : settings.last]

    def compare(self, question: Question, rows: Sequence[int]) -> list[Scores]:
        """Return the cosines of the chosen sentences with each paper's, by the encoder or by words.

        All of an example's sentences are compared, so that results can be cached for any choice.
        """
        space: WordSearch | TextEncoder = self.words
        if self.encoder is not None:
            space = self.encoder
        asked = [sentence.text for sentence in question.example.sentences]
        offered = []
        for row in rows:
            offered.append([sentence.text for sentence in self._sentences.of(row)])

        chosen = list(question.chosen)
        return [cosines[chosen] for cosines in space.compare(asked, offered)]

    def _score_first(self, question: Question, rows: Rows) -> Scores:
        """Return the score of every paper in the first ranking; only those of ``rows`` count."""
        ranker = question.settings.ranker
        if ranker == "dense":
            return self._score_vectors(question)
        if ranker == "bm25" or (ranker in RERANKING and self.encoder is None):
            return self._score_words(question)
        return fuse(self._score_words(question), self._score_vectors(question), rows)

    def _score_words(self, question: Question) -> Scores:
        """Return the BM25 score of every paper; of several examples, scaled by the largest."""
        if not question.has_others:
            return self.words.score(question.words)
        return combine(question, lambda part: scale(self.words.score(part.words)))

    def _score_vectors(self, question: Question) -> Scores:
        """Return the cosine of every paper."""
        vectors = self.vectors
        assert vectors is not None  # else the ranker is not offered
        return combine(question, lambda part: vectors.score(part.example, part.text))

    def _rerank(self, question: Question, rows: list[int]) -> Scored:
        """Return rows and their scores by sentences or networks, equal scores by row."""
        scores = combine(question, lambda part: self._score_first_papers(part, rows))
        scored = zip(rows, map(float, scores), strict=True)
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))

    def _score_first_papers(self, part: Question, rows: list[int]) -> Scores:
        """Return the scores of rows for one example, by sentences or networks."""
        if part.settings.ranker == "sentences":
            return np.array([mean_of_best(cosines) for cosines in self.compare(part, rows)])
        assert self.rerankers is not None  # else the ranker is not offered
        return self.rerankers.score(part, [self._sentences.of(row) for row in rows])


def open_rankers(run: RunFiles, parts: Parts, cache: Path) -> PaperRankers:
    """Return the rankers of a run: by its best encoder and its best re-rankers, if any.

    Scores on generated judgments choose no encoder. Without a dense ranker the re-rankers' encoder
    is that of all papers.
    """
    judged = judged_benchmark()
    scores = {}
    if not run.is_demo:
        scores = read_headline(run.metrics(judged.name), judged.headline)
    choice = choose_encoder(run.rankers, scores)
    trained = choose_reranker(run)
    if choice is None and trained is not None:
        choice = trained[1]

    encoder = None
    vectors = None
    if choice is not None and choice.settings is None:
        vectors = GivenVectors(choice.name, run, parts.papers, parts.index)
    elif choice is not None:
        encoder = TextEncoder(choice, run.collection, cache, run.job_threads)
        vectors = EncodedPapers(encoder, run, parts.papers, parts.index)

    rerankers = None
    if trained is not None:
        folder, of_networks = trained
        reading = encoder
        if reading is None or reading.choice.settings != of_networks.settings:
            reading = TextEncoder(of_networks, run.collection, cache, run.job_threads)
        rerankers = Rerankers(folder, reading, run.collection)
    return PaperRankers(parts.words, vectors, encoder, rerankers, parts.sentences)
