"""Search a finished run by example: which papers are like a paper, along a facet."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from paperpool.errors import Problem, UserError
from paperpool.pools.exclusions import find_excluded, read_same_papers
from paperpool.search.citations import Citations
from paperpool.search.encoder_choices import find_choices
from paperpool.search.examples import SentenceLabeller, example_of, pasted_example
from paperpool.search.links import SentenceSpace, compare_chosen, link_sentences, mean_of_best
from paperpool.search.model import (
    WHOLE,
    Example,
    Found,
    Link,
    Result,
    RunFacts,
    Settings,
    Suggestion,
)
from paperpool.search.papers import Papers, Rows, Sentences
from paperpool.search.questions import MAX_RESULTS, Question, check_question
from paperpool.search.ranking import Scores, fuse, order_rows
from paperpool.search.run_files import RunFiles, find_run
from paperpool.search.titles import TitleSearch
from paperpool.search.vectors import VectorSearch
from paperpool.search.words import WordSearch

LOSSES = ("nll", "kl", "kl-fitted")

RERANKED = MAX_RESULTS
"""The first papers that are ranked anew by their sentences or by a trained re-ranker."""

_SUGGESTIONS = 8
_CACHED_SCORES = 8


def open_run(
    name: str, results: str | Path = Path("results"), cache: str | Path | None = None
) -> SearchEngine:
    """Return an engine for the run ``name`` below ``results``, its words indexed.

    ``cache`` is the folder of embeddings, by default the run's own. Raises UserError where there
    is no such run, and where it has no papers or is not finished.
    """
    run = find_run(name, results)
    return SearchEngine(run, Path(cache or run.setting("cache")))


class SearchEngine:
    """Searches the papers of a run; ``facts`` say by what. Safe to use from several threads."""

    def __init__(self, run: RunFiles, cache: Path):
        self._collection = run.collection
        self._papers = Papers(run.papers, self._collection)
        self._sentences = Sentences(run.sentences, self._papers, self._collection)
        self._labeller = SentenceLabeller(run.labeller, run.config.get("facets") or {})
        self._citations = Citations(run.citations, self._collection)
        self._same = read_same_papers(run.twins) if run.twins else {}
        self._choices = find_choices(run.config)
        self._words = WordSearch(self._papers.texts())
        self._titles = TitleSearch(self._papers.titles())
        self._vectors = {
            choice.name: VectorSearch(choice, run.papers, self._papers, self._collection, cache)
            for choice in self._choices
        }
        self._score_words = lru_cache(_CACHED_SCORES)(self._words.score)
        self._score_vectors = lru_cache(_CACHED_SCORES)(
            lambda encoder, title, text: self._vectors[encoder].score(title, text)
        )
        self.facts = self._state_facts(run)

    def prepare(self) -> None:
        """Load the embeddings of all papers by every encoder; encode those that the cache lacks.

        Without it an encoder's are loaded at the first search that needs them.
        """
        for vectors in self._vectors.values():
            vectors.prepare()

    def look_up(self, text: str) -> Example | tuple[Suggestion, ...]:
        """Return the paper with this id or title; else the papers whose titles are like it.

        Titles are compared as normalised (``corpus.keys``). Raises UserError where nothing is
        like it.
        """
        text = text.strip()
        row = self._papers.row.get(text)
        if row is None and len(rows := self._papers.with_title(text)):
            row = int(rows[0])
        if row is not None:
            return example_of(row, self._papers, self._sentences, self._labeller)
        found = self._titles.find(text, _SUGGESTIONS)
        if not found:
            what = f"No paper has this id, and no title is like it: {text!r}."
            if not text:
                what = "Nothing was asked for."
            hint = "Give a paper's id or words of its title, or paste title and abstract."
            raise UserError(Problem(what, f"run {self.facts.run!r}", hint))
        return tuple(self._suggest(row) for row in found)

    def paste(self, title: str, abstract: str) -> Example:
        """Return a pasted paper as an example, split and labelled; UserError where it is empty."""
        return pasted_example(title, abstract, self._labeller)

    def search(self, example: Example, settings: Settings) -> Found:
        """Return the papers that are most like ``example``; UserError where it cannot be said."""
        start = time.perf_counter()
        question = self._check(example, settings)
        notes = self._note_labels(question)
        own = self._find_own(example)
        if example.paper_id is None and len(own):
            notes.append(f"The run has this paper, as {self._papers.ids[own[0]]}: it is left out.")
        rows = self._find_candidates(question, own)
        ranked = self._rank(question, rows)[: settings.n_results]
        cited = self._citations.cited(self._own_ids(example, own))
        grades = self._find_grades(question)
        linked = self._link(question, [row for row, _ in ranked], notes)
        results = tuple(
            self._show(rank, row, score, links, cited, grades)
            for rank, ((row, score), links) in enumerate(zip(ranked, linked, strict=True), 1)
        )
        if len(results) < settings.n_results:
            notes.append(f"Only {len(rows)} papers pass the filters.")
        seconds = time.perf_counter() - start
        return Found(example, settings, question.chosen, results, len(rows), seconds, tuple(notes))

    def _state_facts(self, run: RunFiles) -> RunFacts:
        rankers = (
            ("bm25", "dense", "fusion", "sentences") if self._choices else ("bm25", "sentences")
        )
        queries = [] if self._collection is None else self._collection.queries
        ids = dict.fromkeys(query.paper_id for query in queries)
        return RunFacts(
            run=run.run,
            n_papers=len(self._papers),
            rankers=rankers,
            encoders=tuple(choice.name for choice in self._choices),
            losses={},
            fields=self._papers.fields,
            years=self._papers.years,
            facets=bool(self._sentences),
            examples=tuple(
                self._suggest(self._papers.row[i]) for i in ids if i in self._papers.row
            ),
        )

    def _suggest(self, row: int) -> Suggestion:
        paper = self._papers.at(row)
        return Suggestion(paper["paper_id"], paper["title"] or "", paper["year"])

    def _check(self, example: Example, settings: Settings) -> Question:
        return check_question(example, settings, self.facts, self._choices, bool(self._labeller))

    def _note_labels(self, question: Question) -> list[str]:
        if any(sentence.facet for sentence in question.example.sentences):
            return []
        return ["The sentences of this abstract have no facets: the run has no labeller."]

    def _find_own(self, example: Example) -> Rows:
        """Return the rows of the example itself, under whatever id."""
        if example.paper_id is not None:
            ids = {example.paper_id}
        else:
            abstract = " ".join(sentence.text for sentence in example.sentences)
            ids = {self._papers.ids[r] for r in self._papers.like_pasted(example.title, abstract)}
        return self._papers.rows(set().union(*find_excluded(ids, self._same).values()))

    def _own_ids(self, example: Example, own: Rows) -> frozenset[str]:
        return frozenset(self._papers.ids[row] for row in own) | (
            set() if example.paper_id is None else {example.paper_id}
        )

    def _find_candidates(self, question: Question, own: Rows) -> Rows:
        passing = self._papers.passing(question.settings.filters)
        passing[own] = False
        return np.flatnonzero(passing)

    def _score(self, question: Question, rows: Rows) -> Scores:
        """Return the score of every paper before any re-ranking; only those of ``rows`` count."""
        ranker = question.settings.ranker
        if ranker in ("sentences", "scisearch"):
            ranker = "fusion" if question.choice else "bm25"
        if ranker == "bm25":
            return self._score_words(question.words)
        dense = self._score_vectors(question.choice.name, question.example.title, question.text)
        return dense if ranker == "dense" else fuse(self._score_words(question.words), dense, rows)

    def _rank(self, question: Question, rows: Rows) -> list[tuple[int, float]]:
        """Return rows and scores of the best papers, ``RERANKED`` at most."""
        scores = self._score(question, rows)
        first = [int(row) for row in order_rows(scores, rows)[:RERANKED]]
        if question.settings.ranker == "sentences":
            return _order_pairs((row, mean_of_best(self._compare(question, row))) for row in first)
        return [(row, float(scores[row])) for row in first]

    def _space(self, question: Question) -> SentenceSpace:
        return self._words if question.choice is None else self._vectors[question.choice.name]

    def _compare(self, question: Question, row: int):
        """Return the cosines of the chosen sentences with those of a paper."""
        return compare_chosen(
            self._space(question),
            question.example.sentences,
            question.chosen,
            self._sentences.of(row),
        )

    def _link(
        self, question: Question, rows: Sequence[int], notes: list[str]
    ) -> list[tuple[Link, ...]]:
        return [link_sentences(self._compare(question, row), question.chosen) for row in rows]

    def _find_grades(self, question: Question) -> dict[str, int]:
        """Return the adjudicated grades of the candidates that were judged for the question."""
        paper_id, facet = question.example.paper_id, question.settings.facet
        if self._collection is None or paper_id is None or facet == WHOLE:
            return {}
        judged = self._collection.judgments.get((paper_id, facet))
        return {} if judged is None else judged.grades()

    def _show(self, rank: int, row: int, score: float, links, cited, grades) -> Result:
        paper = self._papers.at(row)
        return Result(
            rank=rank,
            paper_id=paper["paper_id"],
            title=paper["title"] or "",
            score=score,
            sentences=self._sentences.of(row),
            links=links,
            year=paper["year"],
            fields=tuple(paper["fields"] or ()),
            venue=paper["venue"],
            doi=paper["doi"],
            arxiv_id=paper["arxiv_id"],
            acl_id=paper["acl_id"],
            cited=paper["paper_id"] in cited,
            grade=grades.get(paper["paper_id"]),
        )


def _order_pairs(pairs) -> list[tuple[int, float]]:
    """Return (row, score) pairs by falling score, equal scores by row."""
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
