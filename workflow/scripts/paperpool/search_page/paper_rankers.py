"""Rank papers for a question by words, embeddings, both, sentences or trained networks.

``sentences`` and ``scisearch`` re-rank the first ``RERANKED`` papers by words, embeddings or both.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial

import numpy as np

from paperpool.search_page.given import GivenSearch
from paperpool.search_page.model import RERANKING, Example, Sentence, Settings
from paperpool.search_page.papers import Rows
from paperpool.search_page.questions import Question, combine, scale
from paperpool.search_page.ranking import Scores, fuse, mean_of_best, order_rows
from paperpool.search_page.reranking import Rerankers
from paperpool.search_page.sentences import Sentences
from paperpool.search_page.vectors import VectorSearch
from paperpool.search_page.words import WordSearch

RERANKED = 100
"""The papers that are re-ranked, at least; encoding their sentences takes most of a search."""

_CACHED_SCORES = 8
_CACHED_BYTES = 2**28
"""Scores of all papers are kept for so many questions; of very many papers for fewer."""

Scored = list[tuple[int, float]]
"""Rows and their scores, the best first."""


class PaperRankers:
    """Ranks papers by the encoders ``vectors`` and by ``given`` vectors.

    ``names`` maps the encoders' names among the re-rankers to those on the page.
    """

    def __init__(
        self,
        words: WordSearch,
        vectors: Mapping[str, VectorSearch],
        given: Mapping[str, GivenSearch],
        rerankers: Rerankers,
        sentences: Sentences,
        names: Mapping[str, str],
        n_papers: int,
    ):
        self._words = words
        self._vectors = vectors
        self._rerankers = rerankers
        self._sentences = sentences
        self._names = names
        kept = max(2, min(_CACHED_SCORES, _CACHED_BYTES // (8 * max(1, n_papers))))
        self._score_words = lru_cache(kept)(words.score)
        self._score_vectors = lru_cache(kept)(
            lambda encoder, *asked: {**vectors, **given}[encoder].score(*asked)
        )

    def by_words(self, question: Question) -> Scores:
        """Return the BM25 score of every paper; of several examples, scaled by the largest."""
        if not (question.more or question.less):
            return self._score_words(question.words)
        return combine(question, lambda part: scale(self._score_words(part.words)))

    def weigh_words(self, question: Question, row: int) -> list[tuple[str, float]]:
        """Return the part of each word in the BM25 score of a paper, the largest first."""
        return self._words.weigh(question.words, row)

    def by_vectors(self, question: Question) -> Scores:
        """Return the cosine of every paper, by the question's encoder."""
        return combine(question, self._vector_scores)

    def _vector_scores(self, question: Question) -> Scores:
        assert question.choice  # else nothing asks for vectors
        example = question.example
        return self._score_vectors(
            question.choice.name, example.title, question.text, example.paper_id
        )

    def first(self, question: Question, rows: Rows) -> Scores:
        """Return the score of every paper in the first ranking; only those of ``rows`` count.

        With fusion, papers that are neither re-ranked nor shown may have a score of 0.
        """
        ranker = question.settings.ranker
        if ranker == "bm25" or question.choice is None:
            return self.by_words(question)
        if ranker == "dense":
            return self.by_vectors(question)
        n = max(find_depth(question.settings), question.settings.last)
        return fuse(self.by_words(question), self.by_vectors(question), rows, n)

    def first_rows(self, question: Question, rows: Rows) -> list[int]:
        """Return the rows that come first in the first ranking: ``RERANKED``, or all to show."""
        depth = find_depth(question.settings)
        return order_rows(self.first(question, rows), rows, depth).tolist()

    def rank(self, question: Question, rows: Rows) -> Scored:
        """Return the best of ``rows``: at least as many as the first page shows."""
        return self._rank(question, rows, find_depth(question.settings))

    def rank_page(self, question: Question, rows: Rows) -> Scored:
        """Return the page's results in ``rows``; the same papers are re-ranked for all pages."""
        settings = question.settings
        n = max(find_depth(settings), settings.last)
        return self._rank(question, rows, n)[settings.first - 1 : settings.last]

    def _rank(self, question: Question, rows: Rows, n: int) -> Scored:
        """Return the first ``n`` of ``rows``, the first of these ranked anew on request."""
        scores = self.first(question, rows)
        depth = find_depth(question.settings)
        found = order_rows(scores, rows, n).tolist()
        ranked = [(row, float(scores[row])) for row in found]
        if (ranker := question.settings.ranker) in RERANKING:
            score = self._score_by_sentences if ranker == "sentences" else self._score_by_networks
            anew = combine(question, partial(score, rows=found[:depth]))
            again = zip(found[:depth], map(float, anew), strict=True)
            ranked[:depth] = sorted(again, key=lambda pair: (-pair[1], pair[0]))
        return ranked

    def _score_by_sentences(self, question: Question, rows: list[int]) -> Scores:
        """Return how well the sentences of papers meet each chosen one."""
        return np.array([mean_of_best(cosines) for cosines in self.compare(question, rows)])

    def _score_by_networks(self, question: Question, rows: list[int]) -> Scores:
        """Return the grades of papers that the trained re-rankers expect."""
        from paperpool.scisearch.networks import expected_grades  # imports torch

        return expected_grades(self.grade_probabilities(question, rows))

    def grade_probabilities(self, question: Question, rows: list[int]) -> Scores:
        """Return the mean grade probabilities over the used networks, shape (len(rows), grades)."""
        facet = question.settings.facet
        source = self._rerankers.candidate_source(question)
        texts = [_text_of(self._sentences.of(row), facet, source) for row in rows]
        encoded, of_networks = {}, []
        for model in self._rerankers.asked(question):
            encoder = self._rerankers.encoder_of(question, model)
            if encoder not in encoded:
                vectors = self._vectors[self._names[encoder]]
                encoded[encoder] = vectors.encode((question.text,))[0], vectors.encode_batch(texts)
            of_networks.append(self._rerankers.probabilities(question, model, *encoded[encoder]))
        return np.mean(of_networks, axis=0)

    def compare(self, question: Question, rows: Iterable[int]) -> list[Scores]:
        """Return the cosines of the chosen sentences with each paper's, by the encoder or by words.

        All of an example's sentences are compared, so that results can be cached for any choice.
        """
        choice = question.choice
        space = self._vectors.get(choice.name, self._words) if choice else self._words
        asked = [sentence.text for sentence in question.example.sentences]
        offered = [[sentence.text for sentence in self._sentences.of(row)] for row in rows]
        return [cosines[list(question.chosen)] for cosines in space.compare(asked, offered)]

    def compare_found(
        self, question: Question, rows: Rows, found: Sequence[int]
    ) -> dict[int, Scores]:
        """Return the same of papers that were found among ``rows``, as they were ranked by."""
        if question.settings.ranker == "sentences":
            first = self.first_rows(question, rows)
            if set(found) <= set(first):
                found = first
        return dict(zip(found, self.compare(question, found), strict=True))


def find_depth(settings: Settings) -> int:
    """Return how many papers a first ranking gives: those to rank anew, or all of a page."""
    return max(RERANKED, settings.n_results)


def _text_of(sentences: tuple[Sentence, ...], facet: str, source: str) -> str:
    """Return the text of a candidate that re-rankers read, as in ``scisearch.features``."""
    places = Example(None, "", sentences).chosen(facet) if source == "facet" else ()
    return " ".join(sentences[i].text for i in places or range(len(sentences)))
