"""A requested search: the examples and settings, checked.

Each example scores every candidate by itself. A candidate's score is the mean over the papers to be
like, minus ``UNLIKE_WEIGHT`` of the mean over those to be less like. Source: Rocchio (1971), who
adds and subtracts vectors; for cosines of unit vectors the orders are nearly the same, and adding
scores works for rankers without vectors, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.extras.search_page.model import WHOLE, Example, Settings, Suggestion
from paperpool.extras.search_page.ranking import Scores

UNLIKE_WEIGHT = 0.25
"""The weight of the papers to be less like, relative to those to be like."""

LookUp = Callable[[str], Example | tuple[Suggestion, ...]]


@dataclass(frozen=True)
class Question:
    """An example and how to search by it: by the sentences at the places ``chosen``.

    ``example_ids`` are the ids of the example and its twins.
    """

    example: Example
    settings: Settings
    chosen: tuple[int, ...]
    example_ids: frozenset[str]
    more: tuple[Question, ...] = ()
    """The other papers that a result should be like, each as a question of its own."""
    less: tuple[Question, ...] = ()
    """The papers that a result should be less like."""

    @property
    def has_others(self) -> bool:
        """Whether there are several example papers."""
        return bool(self.more or self.less)

    @property
    def all_example_ids(self) -> frozenset[str]:
        """The ids of all papers of the question."""
        ids = set(self.example_ids)
        for other in self.more + self.less:
            ids |= other.example_ids
        return frozenset(ids)

    @property
    def text(self) -> str:
        """The chosen sentences, joined by a space."""
        return " ".join(self.example.sentences[place].text for place in self.chosen)

    @property
    def words(self) -> str:
        """The text for words: the chosen sentences, after the title for the whole paper."""
        if self.settings.facet == WHOLE and not self.settings.marked:
            return f"{self.example.title} {self.text}"
        return self.text


def check_question(
    example: Example,
    settings: Settings,
    scheme: Scheme,
    has_labeller: bool,
    example_ids: frozenset[str],
) -> Question:
    """Return the question for accepted settings; UserError if the example has no text for it."""
    chosen = example.chosen(settings.facet, scheme, settings.marked)
    if not chosen:
        raise UserError(_nothing_chosen(example, settings, scheme, has_labeller))
    return Question(example, settings, chosen, example_ids)


def _nothing_chosen(
    example: Example, settings: Settings, scheme: Scheme, has_labeller: bool
) -> Problem:
    """Return the problem of an example without a sentence of the facet."""
    if not example.sentences:
        return Problem("The paper has no abstract.", "example", "Choose another paper.")

    hint = f"Mark some sentences, or choose {WHOLE}."
    if any(sentence.facet for sentence in example.sentences):
        names = scheme.facet_names
        with_facet = [facet for facet in names if example.chosen(facet, scheme)]
        if with_facet:
            hint = f"It has sentences of {', '.join(with_facet)}; or mark some, or choose {WHOLE}."
        return Problem(f"No sentence of the paper is about {settings.facet}.", "facet", hint)

    reason = ""
    if not has_labeller:
        reason = ": the run has no labeller"
    return Problem(f"The paper's sentences have no facets{reason}.", "facet", hint)


def combine(question: Question, score: Callable[[Question], Scores]) -> Scores:
    """Return the scores of a question's papers as one, by the score of each alone."""
    if not question.has_others:
        return score(question)

    liked = np.mean([score(part) for part in (question, *question.more)], axis=0)
    if not question.less:
        return liked
    disliked = np.mean([score(part) for part in question.less], axis=0)
    return liked - UNLIKE_WEIGHT * disliked


def scale(scores: Scores) -> Scores:
    """Return scores by words between 0 and 1, so that long and short papers count the same."""
    largest = scores.max(initial=0.0)
    if largest <= 0:
        return scores
    return scores / largest


def add_others(
    question: Question, look_up: LookUp, ask: Callable[[Example, Settings], Question]
) -> Question:
    """Return the question together with the other papers that its settings name.

    ``ask`` makes the question of one paper; marked sentences apply to the example alone. Raises
    UserError, naming the paper, for ambiguous or repeated names, and for unusable papers.
    """
    settings = question.settings
    settings_of_one = replace(settings, marked=(), like=(), unlike=())
    known_ids = {question.example.paper_id}
    questions = []
    for name in settings.like + settings.unlike:
        other = look_up(name)
        if not isinstance(other, Example):
            ids = name_some([f"{paper.paper_id} ({paper.title})" for paper in other], 8)
            message = f"It is not clear which paper {name!r} is."
            raise UserError(Problem(message, "papers", f"Name one by its id: {ids}."))
        if other.paper_id in known_ids:
            message = f"Paper {other.paper_id!r} is named twice."
            raise UserError(Problem(message, "papers", "Remove one of them."))
        known_ids.add(other.paper_id)

        try:
            questions.append(ask(other, settings_of_one))
        except UserError as error:
            place = f"paper {other.paper_id}"
            problems = [replace(problem, where=place) for problem in error.problems]
            raise UserError(problems) from None

    n_like = len(settings.like)
    return replace(question, more=tuple(questions[:n_like]), less=tuple(questions[n_like:]))
