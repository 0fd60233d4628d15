"""Search a finished run by example: papers like a paper, along a facet."""

from __future__ import annotations

import time
from collections.abc import Iterator, Set
from pathlib import Path

import numpy as np

from paperpool.collections.collection import OpenCollection
from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.finding import find_paper
from paperpool.extras.search_page.model import (
    RERANKING,
    Example,
    Found,
    Result,
    RunFacts,
    Settings,
    Suggestion,
)
from paperpool.extras.search_page.paper_rankers import RERANKED, open_rankers
from paperpool.extras.search_page.papers import Rows
from paperpool.extras.search_page.parts import Tell, open_parts
from paperpool.extras.search_page.questions import Question, add_others, check_question
from paperpool.extras.search_page.ranking import link_sentences
from paperpool.extras.search_page.run_files import CollectionFiles, RunFiles, find_run
from paperpool.extras.search_page.sentences import SentenceLabeller
from paperpool.text.sentences import split_sentences
from paperpool.workflow.corpus.public_ids import restore_arxiv_id
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers


def open_run(
    name: str,
    results: str | Path = Path("results"),
    cache: str | Path | None = None,
    tell: Tell = str,
) -> SearchEngine:
    """Return an engine for the run ``name`` below ``results`` (see ``find_run``), words indexed.

    ``cache`` is the folder of embeddings, by default the run's own; ``tell`` receives each step.
    Raises UserError if the run is missing, unfinished or without papers.
    """
    run = find_run(name, results)
    return SearchEngine(run, Path(cache or run.setting("cache")), tell)


class SearchEngine:
    """Searches the papers of a run, one question at a time; ``facts`` describe its choices."""

    def __init__(self, run: RunFiles, cache: Path, tell: Tell = str):
        self._collection = run.collection
        parts = open_parts(run, self._collection, cache, tell)
        self.papers = parts.papers
        self._sentences = parts.sentences
        self._titles = parts.titles
        self._citations = parts.citations
        facets = run.config.get("facets") or {}
        self._labeller = SentenceLabeller(run.labeller, facets, run.scheme.labels, run.job_threads)
        self._same_papers: dict[str, str] = {}
        if run.papers:
            self._same_papers = read_same_papers(run.twins)
        self.rankers = open_rankers(run, parts, cache)
        self.facts = self._state_facts(run)

    def prepare(self, tell: Tell = str) -> None:
        """Load all papers' embeddings and the encoder; encode what the cache lacks."""
        if self.rankers.vectors is not None:
            tell("Reading the papers' embeddings, computing those that the cache lacks")
            self.rankers.vectors.open()
        if self.rankers.encoder is not None:
            self.rankers.encoder.encode([""])

    def look_up(self, text: str) -> Example | tuple[Suggestion, ...]:
        """Return the paper that is meant, else those that may be; see ``find_paper``."""
        found = find_paper(text, self.papers, self._titles, self.facts.run)
        if not isinstance(found, int):
            return tuple(map(self._suggest, found))

        paper = self.papers.at(found)
        sentences = self._labeller.complete(self._sentences.of(found))
        return Example(paper["paper_id"], paper["title"] or "", sentences, paper["year"])

    def paste(self, title: str, abstract: str) -> Example:
        """Return a pasted paper as an example, split and labelled; UserError if it is empty."""
        texts = split_sentences(" ".join(abstract.split()))
        if not texts:
            hint = "Paste the abstract: papers are searched by its sentences."
            raise UserError(Problem("The abstract is empty.", "abstract", hint))
        return Example(None, " ".join(title.split()), self._labeller.label(texts))

    def search(self, example: Example, settings: Settings) -> Found:
        """Return the papers that are most like ``example``; UserError if it cannot be searched."""
        start = time.perf_counter()
        question = add_others(self._ask(example, settings), self.look_up, self._ask)
        rows = self._find_candidates(question)
        results = tuple(self._show_page(question, rows))
        seconds = time.perf_counter() - start

        return Found(
            example,
            settings,
            question.chosen,
            results,
            n_candidates=len(rows),
            seconds=seconds,
            notes=tuple(self._note_answer(question, len(rows))),
            like=tuple(part.example for part in question.more),
            unlike=tuple(part.example for part in question.less),
        )

    def _show_page(self, question: Question, rows: Rows) -> Iterator[Result]:
        """Yield the results of the question's page among the candidates ``rows``."""
        ranked = self.rankers.rank_page(question, rows)
        compared = self.rankers.compare(question, [row for row, _ in ranked])
        cited_ids = None
        if self._citations:
            cited_ids = self._citations.cited(question.example_ids)
        grades = self._find_grades(question)

        rank = question.settings.first
        for (row, score), cosines in zip(ranked, compared, strict=True):
            paper = self.papers.at(row)
            paper_id = paper["paper_id"]
            is_cited = None
            if cited_ids is not None:
                is_cited = paper_id in cited_ids
            yield Result(
                rank=rank,
                paper_id=paper_id,
                title=paper["title"] or "",
                score=score,
                sentences=self._labeller.complete(self._sentences.of(row)),
                links=link_sentences(cosines, question.chosen),
                year=paper["year"],
                fields=tuple(paper["fields"] or ()),
                venue=paper["venue"],
                doi=paper["doi"],
                arxiv_id=restore_arxiv_id(paper["arxiv_id"]),
                acl_id=paper["acl_id"],
                cited=is_cited,
                grade=grades.get(paper_id),
                citations=paper["n_inbound"],
                authors=tuple(paper["authors"] or ()),
            )
            rank += 1

    def _state_facts(self, run: RunFiles) -> RunFacts:
        collection = None
        if isinstance(run, CollectionFiles):
            collection = run.name
        example_rows = self._find_queries() or self.papers.sample()
        return RunFacts(
            run=run.run,
            n_papers=len(self.papers),
            rankers=self.rankers.names,
            fields=self.papers.fields,
            years=self.papers.years,
            facets=bool(self._sentences),
            scheme=run.scheme,
            examples=tuple(map(self._suggest, example_rows)),
            collection=collection,
        )

    def _find_queries(self) -> list[int]:
        """Return the rows of the collection's query papers, each once, in the collection's order.

        A query that is not among the searched papers has no row.
        """
        if self._collection is None:
            return []

        rows = []
        for paper_id in dict.fromkeys(query.paper_id for query in self._collection.queries):
            row = self.papers.ids.find(paper_id)
            if row is not None:
                rows.append(row)
        return rows

    def _suggest(self, row: int) -> Suggestion:
        paper = self.papers.at(row)
        return Suggestion(paper["paper_id"], paper["title"] or "", paper["year"])

    def _ask(self, example: Example, settings: Settings) -> Question:
        """Return the question of one paper."""
        if settings.ranker == "trained" and self.rankers.rerankers is not None:
            self.rankers.rerankers.check(settings.facet)
        example_ids = self._find_example_ids(example)
        return check_question(
            example, settings, self.facts.scheme, bool(self._labeller), example_ids
        )

    def _find_example_ids(self, example: Example) -> frozenset[str]:
        """Return the ids of the example and its twins."""
        if example.paper_id is not None:
            ids: Set[str] = {example.paper_id}
        else:
            abstract = " ".join(sentence.text for sentence in example.sentences)
            rows = self.papers.like_pasted(example.title, abstract)
            ids = {self.papers.ids[row] for row in rows}

        same_papers = find_excluded(ids, self._same_papers)
        return frozenset().union(*same_papers.values())

    def _find_candidates(self, question: Question) -> Rows:
        """Return the rows of the papers that may be found, ascending."""
        passing = self.papers.passing(question.settings.filters)
        passing[self.papers.rows(question.all_example_ids)] = False
        return np.flatnonzero(passing)

    def _find_grades(self, question: Question) -> dict[str, int]:
        """Return CSFCube's grades by paper, if the question is a query of it; else it is empty."""
        if self._collection is None or isinstance(self._collection, OpenCollection):
            return {}
        for paper_id in sorted(question.example_ids):
            judged = self._collection.judgments.get((paper_id, question.settings.facet))
            if judged is not None:
                return judged.grades()
        return {}

    def _note_answer(self, question: Question, n_candidates: int) -> Iterator[str]:
        """Yield a sentence for each thing to know of the answer to a question."""
        example = question.example
        settings = question.settings
        if self.facts.facets and not any(sentence.facet for sentence in example.sentences):
            yield "The sentences of this abstract have no facets: the run has no labeller."
        if example.paper_id is None and question.example_ids:
            yield f"The run has this paper, as {min(question.example_ids)}: it is left out."
        if question.has_others:
            yield "Scores combine all example papers; linked sentences are those of the first."
        if settings.ranker == "trained" and self.rankers.rerankers is not None:
            yield from self.rankers.rerankers.note(question)
        if settings.ranker in RERANKING and min(settings.last, n_candidates) > RERANKED:
            yield (
                f"The first {RERANKED} papers are re-ranked; the others keep the order and the "
                "scores of the first ranking."
            )
