"""Several papers asked with at once: those to be like, and those to be less like.

Each paper scores every candidate by itself. A candidate's score is the mean over the papers to be
like, minus ``SHARE`` of the mean over those to be less like. Source: Rocchio (1971), who adds and
takes away vectors; for cosines of unit vectors the orders are nearly the same, and scores can be
added up where a ranker has no vectors.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from paperpool.errors import Problem, UserError, name_some
from paperpool.search_page.model import Example, Settings, Suggestion
from paperpool.search_page.questions import Question
from paperpool.search_page.ranking import Scores

SHARE = 0.25
"""What the papers to be less like count, of what those to be like do."""

LookUp = Callable[[str], Example | tuple[Suggestion, ...]]


def combine(question: Question, score: Callable[[Question], Scores]) -> Scores:
    """Return the scores of a question's papers as one, by the score of each alone."""
    if not (question.more or question.less):
        return score(question)
    liked = np.mean([score(part) for part in (question, *question.more)], axis=0)
    if not question.less:
        return liked
    return liked - SHARE * np.mean([score(part) for part in question.less], axis=0)


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
    """Return the question of an example together with the other papers that settings name.

    ``ask`` makes the question of one paper. Ticked sentences are the example's alone: of the others
    those of the facet count. Raises UserError for a name that is not one paper, for a paper that is
    named twice, and where one paper cannot be asked with; it names the paper.
    """
    question = ask(example, settings)
    if not (settings.like or settings.unlike):
        return question
    alone = replace(settings, marked=(), like=(), unlike=())
    known = {example.paper_id}
    parts: list[Question] = []
    for name in (*settings.like, *settings.unlike):
        other = _find_one(name, look_up)
        if other.paper_id in known:
            what = f"Paper {other.paper_id!r} is named twice."
            raise UserError(Problem(what, "papers", "Remove it once."))
        known.add(other.paper_id)
        try:
            parts.append(ask(other, alone))
        except UserError as error:
            where = f"paper {other.paper_id}"
            raise UserError([replace(p, where=where) for p in error.problems]) from None
    n = len(settings.like)
    return replace(question, more=tuple(parts[:n]), less=tuple(parts[n:]))


def _find_one(name: str, look_up: LookUp) -> Example:
    found = look_up(name)
    if isinstance(found, Example):
        return found
    ids = name_some([f"{paper.paper_id} ({paper.title})" for paper in found], 8)
    hint = f"Name one by its id: {ids}."
    raise UserError(Problem(f"It is not clear which paper {name!r} is.", "papers", hint))
