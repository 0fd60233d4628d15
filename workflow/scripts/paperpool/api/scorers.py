"""Rankers of one's own: call a user's function for each topic, and check what it returns."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.evaluation.runs import Ranking, rank_scores
from paperpool.evaluation.runs import Run as Rankings
from paperpool.evaluation.score_checks import check_scores
from paperpool.rankers import ranker as kinds
from paperpool.settings import setting

if TYPE_CHECKING:
    import pandas as pd

_HINT = "Return a score for each candidate, in their order, or a mapping by their ids."


@dataclass(frozen=True)
class Topic:
    """The query of a ranker of one's own: the id, the query paper, the facet or field, the text.

    ``part`` is empty for topics without one; ``text`` is the text that rankers search with: a
    facet's sentences, title and abstract, or a query.
    """

    id: str
    paper: Paper | PlainPaper
    part: str
    text: str


Rank = Callable[[Topic, Sequence[Paper | PlainPaper]], Mapping[str, float] | Iterable[float]]
"""A ranker of one's own: scores of candidates by id, or in their order; higher is better."""


class OwnRanker(kinds.Ranker, abstract=True):
    """A ranker of one's own: it is called for each topic."""

    scorer: Rank = setting("a function of a topic and its candidates", {})

    def order(self, collection: Collection, context: kinds.Context) -> Rankings:
        """Return the rankings of all topics; raise UserError for scores that cannot be used."""
        names = collection.topic_names()
        run: Rankings = {}
        for pair in collection.pairs():
            run[pair] = self._order(pair, names[pair], collection, context.name)
        return run

    def _order(
        self, pair: tuple[str, str], name: str, collection: Collection, ranker: str
    ) -> Ranking:
        query, part = pair
        papers = collection.papers
        paper = papers[query]
        if query in collection.questions:
            paper = replace(paper, paper_id=name)  # without the mark of questions
        topic = Topic(name, paper, part, collection.query_text(query, part))
        ids = collection.rankable(query, part)
        returned = self.scorer(topic, [papers[paper_id] for paper_id in ids])

        whose = f"Ranker {ranker!r}"
        where = f"topic {name}"
        try:
            scores = pair_scores(returned, ids)
        except ValueError as error:
            raise UserError(Problem(f"{whose} {error}.", where, _HINT)) from error
        return rank_scores(check_scores(scores, whose, where))


def refuse_odd_function(scorer: object, name: str) -> None:
    """Raise UserError for a function that cannot be called with a topic and its candidates."""
    hint = "Write rank(topic, candidates); of a class, give an object."
    if not callable(scorer):
        raise UserError(Problem(f"The rank of {name} is no function.", "kind", hint))
    try:
        signature = inspect.signature(scorer)
    except (TypeError, ValueError):  # one of C
        return
    try:
        signature.bind("topic", "candidates")
    except TypeError as error:
        message = f"{name} cannot be called with a topic and its candidates ({error})."
        raise UserError(Problem(message, "kind", hint)) from error


def pair_scores(returned: object, ids: Sequence[str]) -> list[tuple[str, Any]]:
    """Return the (candidate, score) that a function returned for the candidates ``ids``.

    Scores are unchecked. Raises ValueError, whose message goes on after the ranker's name, if they
    are not those of the candidates.
    """
    if isinstance(returned, Mapping):
        return _pair_by_id(returned, ids)
    if is_series(returned) and list(returned.index) != list(range(len(ids))):
        return _pair_by_id(returned, ids)

    shape = getattr(returned, "shape", None)
    if shape is not None and len(shape) != 1:
        raise ValueError(f"returned an array of the shape {tuple(shape)}, not a number a candidate")
    is_text = isinstance(returned, str | bytes | bytearray)
    if is_text or isinstance(returned, AbstractSet) or not isinstance(returned, Iterable):
        raise ValueError(f"returned {quote(returned)}, no scores")

    listed = list(returned)
    if len(listed) != len(ids):
        raise ValueError(f"gave {len(listed):,} scores for {len(ids):,} candidates")
    return list(zip(ids, listed, strict=True))


def is_series(returned: object) -> TypeGuard[pd.Series]:
    """Return whether a value is a Series of pandas, whose index may be of ids."""
    return hasattr(returned, "index") and hasattr(returned, "items")


def _pair_by_id(
    returned: Mapping[Any, Any] | pd.Series, ids: Sequence[str]
) -> list[tuple[str, Any]]:
    """Return the scores of a mapping or Series by candidates; raise ValueError for other ids."""
    scores = [(str(candidate), score) for candidate, score in returned.items()]
    named = [candidate for candidate, _ in scores]

    unknown = sorted(set(named) - set(ids))
    if unknown:
        message = f"scored {len(unknown):,} papers that are no candidates: {name_some(unknown)}"
        if ids:
            message += f"; a candidate is {ids[0]!r}"
        raise ValueError(message)
    if len(set(named)) < len(named):
        repeated = sorted({candidate for candidate in named if named.count(candidate) > 1})
        raise ValueError(f"scored papers twice: {name_some(repeated)}")
    return scores
