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

from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, name_some
from paperpool.search_page.encoder_choices import EncoderChoice
from paperpool.search_page.model import WHOLE, Example, RunFacts, Settings, Suggestion
from paperpool.search_page.ranking import Scores


@dataclass(frozen=True)
class Question:
    """An example and how to search by it: by the sentences at the places ``chosen``.

    ``choice`` is the encoder, ``loss`` that of the trained re-ranker, if any. ``own`` are the ids
    of the example and its twins.
    """

    example: Example
    settings: Settings
    chosen: tuple[int, ...]
    choice: EncoderChoice | None
    loss: str | None
    own: frozenset[str]
    more: tuple[Question, ...] = ()
    """The other papers that a result should be like, each as a question of its own."""
    less: tuple[Question, ...] = ()
    """The papers that a result should be less like."""

    @property
    def all_own(self) -> frozenset[str]:
        """The ids of all papers of the question."""
        return frozenset().union(*(part.own for part in (self, *self.more, *self.less)))

    @property
    def text(self) -> str:
        """The chosen sentences, joined by a space."""
        return " ".join(self.example.sentences[place].text for place in self.chosen)

    @property
    def words(self) -> str:
        """The text for words: the chosen sentences, after the title for the whole paper."""
        whole = self.settings.facet == WHOLE and not self.settings.marked
        return f"{self.example.title} {self.text}" if whole else self.text


def check_question(
    example: Example,
    settings: Settings,
    facts: RunFacts,
    choices: tuple[EncoderChoice, ...],
    has_labeller: bool,
    own: frozenset[str],
) -> Question:
    """Return the question for accepted settings; UserError if the example has no text for it."""
    if settings.ranker == "scisearch" and settings.facet == WHOLE:
        what = "The trained re-rankers know facets, not whole abstracts."
        raise UserError(Problem(what, "facet", f"Choose a facet: {', '.join(FACETS)}."))
    chosen = example.chosen(settings.facet, settings.marked)
    if not chosen:
        raise UserError(_nothing_chosen(example, settings, has_labeller))
    choice = _choose_encoder(settings, facts, choices)
    losses = facts.losses.get(choice.name, ()) if choice else ()
    loss = settings.loss if settings.loss in losses else next(iter(losses), None)
    return Question(example, settings, chosen, choice, loss, own)


def _nothing_chosen(example: Example, settings: Settings, has_labeller: bool) -> Problem:
    """Return the problem of an example without a sentence of the facet."""
    if not example.sentences:
        return Problem("The paper has no abstract.", "example", "Choose another paper.")
    hint = f"Mark some sentences, or choose {WHOLE}."
    if any(sentence.facet for sentence in example.sentences):
        if with_facet := [facet for facet in FACETS if example.chosen(facet)]:
            hint = f"It has sentences of {', '.join(with_facet)}; or mark some, or choose {WHOLE}."
        return Problem(f"No sentence of the paper is about {settings.facet}.", "facet", hint)
    why = "" if has_labeller else ": the run has no labeller"
    return Problem(f"The paper's sentences have no facets{why}.", "facet", hint)


def _choose_encoder(
    settings: Settings, facts: RunFacts, choices: tuple[EncoderChoice, ...]
) -> EncoderChoice | None:
    """Return the requested encoder, or the first that the ranker can use."""
    able = [choice.name for choice in choices]
    if settings.encoder is not None:
        able = [settings.encoder]
    elif settings.ranker == "scisearch":
        able = [e for e, losses in facts.losses.items() if settings.loss in (None, *losses)]
    return next((choice for choice in choices if choice.name in able[:1]), None)


UNLIKE_WEIGHT = 0.25
"""The weight of the papers to be less like, relative to those to be like."""

LookUp = Callable[[str], Example | tuple[Suggestion, ...]]


def combine(question: Question, score: Callable[[Question], Scores]) -> Scores:
    """Return the scores of a question's papers as one, by the score of each alone."""
    if not (question.more or question.less):
        return score(question)
    liked = np.mean([score(part) for part in (question, *question.more)], axis=0)
    if not question.less:
        return liked
    return liked - UNLIKE_WEIGHT * np.mean([score(part) for part in question.less], axis=0)


def scale(scores: Scores) -> Scores:
    """Return scores by words between 0 and 1, so that long and short papers count the same."""
    largest = scores.max(initial=0.0)
    return scores / largest if largest > 0 else scores


def ask_with_others(
    example: Example,
    settings: Settings,
    look_up: LookUp,
    ask: Callable[[Example, Settings], Question],
) -> Question:
    """Return the question of an example together with the other papers in ``settings``.

    ``ask`` makes the question of one paper; marked sentences apply to the example alone. Raises
    UserError, naming the paper, for ambiguous or repeated names, and for unusable papers.
    """
    question = ask(example, settings)
    if not (settings.like or settings.unlike):
        return question
    alone = replace(settings, marked=(), like=(), unlike=())
    known = {example.paper_id}
    parts: list[Question] = []
    for name in (*settings.like, *settings.unlike):
        other = look_up(name)
        if not isinstance(other, Example):
            ids = name_some([f"{paper.paper_id} ({paper.title})" for paper in other], 8)
            what = f"It is not clear which paper {name!r} is."
            raise UserError(Problem(what, "papers", f"Name one by its id: {ids}."))
        if other.paper_id in known:
            what = f"Paper {other.paper_id!r} is named twice."
            raise UserError(Problem(what, "papers", "Remove one of them."))
        known.add(other.paper_id)
        try:
            parts.append(ask(other, alone))
        except UserError as error:
            where = f"paper {other.paper_id}"
            raise UserError([replace(p, where=where) for p in error.problems]) from None
    n = len(settings.like)
    return replace(question, more=tuple(parts[:n]), less=tuple(parts[n:]))
