"""Search a finished run by example: papers like a paper, along a facet."""

from __future__ import annotations

import time
from collections.abc import Set
from dataclasses import replace
from pathlib import Path

import numpy as np

from paperpool.corpus.public_ids import restore_arxiv_id
from paperpool.corpus.twins import find_excluded, read_same_papers
from paperpool.errors import Problem, UserError
from paperpool.scisearch.names import ranker_name
from paperpool.search_page.encoder_choices import (
    THE_ENSEMBLE,
    choose_best,
    ensemble_choice,
    measure_choices,
)
from paperpool.search_page.explaining import explain_paper, note_answer
from paperpool.search_page.finding import find_paper
from paperpool.search_page.given import GivenSearch
from paperpool.search_page.model import (
    POOL,
    RANKERS,
    WHOLE,
    CollectionFacts,
    Example,
    Explanation,
    Found,
    Result,
    RunFacts,
    Settings,
    Signal,
    Suggestion,
)
from paperpool.search_page.paper_rankers import PaperRankers
from paperpool.search_page.papers import Rows
from paperpool.search_page.parts import Tell, open_parts
from paperpool.search_page.questions import Question, ask_with_others, check_question
from paperpool.search_page.ranking import link_sentences
from paperpool.search_page.reranking import Rerankers
from paperpool.search_page.run_files import CollectionFiles, RunFiles, find_run
from paperpool.search_page.sentences import SentenceLabeller, example_of, pasted_example
from paperpool.search_page.topics import Topics
from paperpool.search_page.vectors import VectorSearch


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
    """Searches the papers of a run; ``facts`` describe its choices. It is thread-safe."""

    def __init__(self, run: RunFiles, cache: Path, tell: Tell = str):
        self._collection = run.collection
        parts = open_parts(run, self._collection, cache, tell)
        self._papers, self._sentences = parts.papers, parts.sentences
        self._citations = parts.citations
        self._labeller = SentenceLabeller(
            run.labeller, run.config.get("facets") or {}, run.job_threads
        )
        self._same = read_same_papers(run.twins) if run.papers else {}
        tables = run.score_table, run.metrics("scisearch")
        measured = measure_choices(run.config, run.encoders, *tables)
        self._best_ranker, best = choose_best({} if run.is_demo else measured)
        self._choices = tuple(sorted(run.encoders, key=lambda choice: choice.name != best))
        self._topics = Topics(self._collection)
        self._titles = parts.titles
        self._given = {
            choice.name: GivenSearch(choice.name, run, self._papers, parts.index)
            for choice in self._choices
            if choice.settings is None
        }
        self._vectors = {
            choice.name: VectorSearch(
                choice, run, self._papers, self._collection, cache, parts.index
            )
            for choice in self._choices
            if choice.settings is not None
        }
        self._rerankers = Rerankers(run, self._collection)
        names = {choice.trained: choice.name for choice in self._choices if choice.trained}
        if names and self._rerankers.has_ensembles:
            ensemble = ensemble_choice(self._choices)
            self._vectors[ensemble.name] = self._vectors[next(iter(names.values()))]
            self._choices = (*self._choices, ensemble)
        self._measured = measure_choices(run.config, self._choices, *tables)
        self._rankers = PaperRankers(
            parts.words,
            self._vectors,
            self._given,
            self._rerankers,
            self._sentences,
            names,
            len(self._papers),
        )
        self.facts = self._state_facts(run)

    def prepare(self, tell: Tell = str) -> None:
        """Load all papers' embeddings by every encoder now; encode those that the cache lacks."""
        for name, vectors in (*self._vectors.items(), *self._given.items()):
            tell(f"Reading the embeddings by {name}, computing those that the cache lacks")
            vectors.prepare()

    def look_up(self, text: str) -> Example | tuple[Suggestion, ...]:
        """Return the paper that is meant, else those that may be; see ``find_paper``."""
        found = find_paper(text, self._papers, self._titles, self.facts.run)
        if isinstance(found, int):
            return example_of(found, self._papers, self._sentences, self._labeller)
        return tuple(self._suggest(row) for row in found)

    def find_topic(self, topic_id: str) -> Example:
        """Return a topic of a user's collection as an example; UserError if it is unknown."""
        return self._topics.example(topic_id)

    def paste(self, title: str, abstract: str) -> Example:
        """Return a pasted paper as an example, split and labelled; UserError if it is empty."""
        return pasted_example(title, abstract, self._labeller)

    def search(self, example: Example, settings: Settings) -> Found:
        """Return the papers that are most like ``example``; UserError if it cannot be explained."""
        start = time.perf_counter()
        question = ask_with_others(example, settings, self.look_up, self._ask)
        rows = self._find_candidates(question)
        ranked = self._rankers.rank_page(question, rows)
        cited = self._find_cited(question)
        topic = self._topics.find_asked(question)
        grades = self._topics.grades(topic)
        cosines = self._rankers.compare_found(question, rows, [row for row, _ in ranked])

        def show(rank: int, row: int, score: float) -> Result:
            paper = self._papers.at(row)
            paper_id = paper["paper_id"]
            return Result(
                rank=rank,
                paper_id=paper_id,
                title=paper["title"] or "",
                score=score,
                sentences=self._labeller.complete(self._sentences.of(row)),
                links=link_sentences(cosines[row], question.chosen),
                year=paper["year"],
                fields=tuple(paper["fields"] or ()),
                authors=tuple(paper["authors"] or ()),
                **{name: paper[name] for name in ("venue", "doi", "acl_id")},
                arxiv_id=restore_arxiv_id(paper["arxiv_id"]),
                citations=paper["n_inbound"],
                cited=None if cited is None else paper_id in cited,
                grade=grades.get(paper_id),
            )

        results = tuple(show(rank, *found) for rank, found in enumerate(ranked, settings.first))
        judged = self._topics.note(question)
        notes = note_answer(question, self.facts, self._rerankers, len(rows))
        notes = (*([judged] if judged else []), *notes)
        seconds = time.perf_counter() - start
        asked = None if topic is None else example.topic
        others = (tuple(part.example for part in parts) for parts in (question.more, question.less))
        return Found(
            example, settings, question.chosen, results, len(rows), seconds, notes, asked, *others
        )

    def explain(self, example: Example, settings: Settings, paper_id: str) -> Explanation:
        """Explain the rank of a paper; UserError if it is not a candidate."""
        question = ask_with_others(example, settings, self.look_up, self._ask)
        rows = self._find_candidates(question)
        row = self._papers.ids.find(paper_id)
        if row is None or row not in rows:
            what = f"Paper {paper_id!r} is not among the searched papers."
            hint = "The example itself and papers that do not pass the filters are not searched."
            raise UserError(Problem(what, "paper", hint))
        signals = explain_paper(
            question, self._rankers, self._sentences, rows, row, self._has_networks(question)
        )
        known = []
        if (cited := self._find_cited(question)) is not None:
            known.append(Signal("cited", float(paper_id in cited)))
        grades = self._topics.grades(self._topics.find_asked(question))
        if paper_id in grades:
            name = "grade" if example.topic is None else "judged"
            known.append(Signal(name, float(grades[paper_id])))
        title = self._papers.at(row)["title"] or ""
        return Explanation(paper_id, title, (*signals, *known))

    def _state_facts(self, run: RunFiles) -> RunFacts:
        losses = {choice.name: self._rerankers.losses(choice) for choice in self._choices}
        losses = {name: trained for name, trained in losses.items() if trained}
        of_encoders = {"dense", "fusion"} if self._choices else set()
        of_networks = {"scisearch"} if losses else set()
        rankers = {"bm25", "sentences", *of_encoders, *of_networks}
        queries = [] if self._collection is None else self._collection.queries
        ids = dict.fromkeys(query.paper_id for query in queries)
        asking = [row for row in map(self._papers.ids.find, ids) if row is not None]
        has_some = bool(asking) or isinstance(run, CollectionFiles)
        return RunFacts(
            run=run.run,
            n_papers=len(self._papers),
            rankers=tuple(name for name in RANKERS if name in rankers),
            encoders=tuple(c.name for c in self._choices if c.name != THE_ENSEMBLE),
            losses=losses,
            fields=self._papers.fields,
            years=self._papers.years,
            facets=bool(self._sentences),
            examples=tuple(map(self._suggest, asking)),
            samples=() if has_some else tuple(map(self._suggest, self._papers.sample())),
            collection=CollectionFacts(run.name, run.collection.relevant, self._topics.describe())
            if isinstance(run, CollectionFiles)
            else None,
            others=tuple(run.others),
            pairs=self._topics.pairs(),
            measured=self._measured,
            best_ranker=self._best_ranker,
            generated=run.is_demo,
        )

    def _suggest(self, row: int) -> Suggestion:
        paper = self._papers.at(row)
        return Suggestion(paper["paper_id"], paper["title"] or "", paper["year"])

    def _ask(self, example: Example, settings: Settings) -> Question:
        question = check_question(
            example,
            settings,
            self.facts,
            self._choices,
            bool(self._labeller),
            self._find_own(example),
        )
        given = self._given.get(question.choice.name) if question.choice else None
        if given and not given.has_vector(example.paper_id):
            if settings.ranker in ("dense", "fusion"):
                raise UserError(_lacks_vector(question))
            question = replace(question, choice=None)
        if settings.ranker == "scisearch" and not self._has_networks(question):
            what = f"No re-ranker was trained for {settings.facet}."
            hint = "Finish them: .venv/bin/snakemake scisearch with the run's configuration."
            raise UserError(Problem(what, "facet", hint))
        return question

    def _has_networks(self, question: Question) -> bool:
        """Return whether there are trained re-rankers."""
        trained = question.choice.trained if question.choice else None
        if trained is None or question.loss is None or question.settings.facet == WHOLE:
            return False
        name = ranker_name(trained, question.loss)
        return self._rerankers.are_there(name, question.settings.facet)

    def _find_own(self, example: Example) -> frozenset[str]:
        """Return the ids of the example and its twins; empty for a topic without a paper here."""
        if example.paper_id is not None:
            ids: Set[str] = {example.paper_id}
        elif example.topic is not None:
            ids = set()
        else:
            abstract = " ".join(sentence.text for sentence in example.sentences)
            rows = self._papers.like_pasted(example.title, abstract)
            ids = {self._papers.ids[row] for row in rows}
        return frozenset().union(*find_excluded(ids, self._same).values())

    def _find_candidates(self, question: Question) -> Rows:
        """Return the rows of the papers that may be found, ascending."""
        passing = self._papers.passing(question.settings.filters)
        passing[self._papers.rows(question.all_own)] = False
        if question.settings.within == POOL:
            judged = self._papers.rows(self._topics.pool(question))
            return judged[passing[judged]]
        return np.flatnonzero(passing)

    def _find_cited(self, question: Question) -> Set[str] | None:
        """Return the ids that the example cites, or None if the run has no citations."""
        return self._citations.cited(question.own) if self._citations else None


def _lacks_vector(question: Question) -> Problem:
    """Return the problem of an example without a vector among given ones."""
    paper, ranker = question.example.paper_id, question.choice and question.choice.name
    hint = "Choose another encoder, or rank by words."
    if paper is None:
        what = f"{ranker} has vectors of the run's papers alone: it cannot encode a pasted text."
        return Problem(what, "encoder", f"{hint} Or name a paper of the run.")
    return Problem(f"{ranker} has no vector of paper {paper}.", "encoder", hint)
