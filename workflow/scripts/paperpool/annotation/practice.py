"""The practice round: pairs whose grades are settled, for annotators to grade before the others.

Source: CSFCube, section 4: annotators "were trained prior to annotation and demonstrated Spearman
Correlation based agreements of 0.5 - 0.7 with an adjudicated training set of examples". Which pairs
these were the paper does not say: here they are drawn from a collection, every grade of every facet
as often as the others where there are as many, so that few pairs show all grades.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection as Ids
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

from paperpool.annotation.guidelines import GRADES
from paperpool.annotation.material import Item, Material
from paperpool.annotation.tasks import Task, describe_facet, make_task, order_items
from paperpool.annotation.worked_examples import Example
from paperpool.collections.collection import Collection, Paper
from paperpool.collections.facets import FACETS, UNGRADED
from paperpool.errors import Problem, UserError
from paperpool.io.files import read_json, write_json

PRACTICE = "practice"
"""What a task of the practice round has as ``data.stage``: no import takes it for a judgment."""

FEWEST = 10
"""The pairs from which rho tells something."""

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Settled:
    """A pair of the practice round: its settled grade, why where somebody said so, both titles."""

    item: Item
    grade: int
    why: str
    query_title: str
    candidate_title: str


_TOLD = ("grade", "why", "query_title", "candidate_title")


def settled_pairs(collection: Collection) -> list[Example]:
    """Return every pair of a collection with an adjudicated grade and two texts, sorted."""
    return [
        Example(Item(*pair, candidate), grade, "", "")
        for pair in collection.pairs()
        for candidate, grade in sorted(collection.judgments[pair].grades().items())
        if grade != UNGRADED and candidate != pair[0] and candidate in collection.papers
    ]


def draw_practice(
    settled: Sequence[Example], n: int, seed: int, others_than: Ids[Item]
) -> list[Example]:
    """Return ``n`` of the ``settled`` pairs: facets take turns, and in each of them grades do.

    The items of ``others_than`` are drawn only where there are not enough others. Raises UserError
    where there are fewer than ``n``.
    """
    if len(settled) < n:
        what = f"{n} pairs are to be practised on; {len(settled)} have a settled grade."
        hint = "Lower annotation.practice.pairs, in a demo demo.practice."
        raise UserError(Problem(what, "the collection", hint))
    others = [example for example in settled if example.item not in others_than]
    drawn = _take_turns(others if len(others) >= n else settled, n, seed)
    return sorted(drawn, key=lambda example: example.item)


def warn_of_pairs(pairs: Sequence[Example], tasks: Ids[Item], shown: Ids[Item]) -> None:
    """Log what speaks against practising on some pairs.

    Whoever practises on ``tasks`` of the run is told their grade, the instructions tell that of
    the pairs that are ``shown``, and of few pairs, or of one grade, rho tells nothing.
    """
    items = [example.item for example in pairs]
    for others, name, told in (
        (tasks, "tasks too", "who practises on them is told their grade"),
        (shown, "worked examples too", "the instructions tell their grade"),
    ):
        if n := sum(item in others for item in items):
            _LOG.warning(
                "%d of %d practice pairs are %s: %s. Name others in annotation.practice.pairs.",
                n, len(items), name, told,
            )  # fmt: skip
    if len(items) < FEWEST:
        _LOG.warning("Only %d pairs to practise on: rho tells little of so few.", len(items))
    if len({example.grade for example in pairs}) == 1:
        _LOG.warning("All practice pairs have one grade: rho is undefined, and nobody passes.")


def _take_turns(settled: Sequence[Example], n: int, seed: int) -> list[Example]:
    def key(example: Example) -> bytes:
        return hashlib.sha256(json.dumps([seed, PRACTICE, *example.item]).encode()).digest()

    ordered = sorted(settled, key=key)
    of_facet = [
        _interleave([e for e in ordered if (e.item.facet, e.grade) == (facet, grade)]
                    for grade in GRADES)
        for facet in FACETS
    ]  # fmt: skip
    return _interleave(of_facet)[:n]


def _interleave(parts) -> list[Example]:
    """Return the first of each part, then the second of each, and so on."""
    return [one for one in chain.from_iterable(zip_longest(*parts)) if one is not None]


def settle_titles(pairs: Sequence[Example], papers: Mapping[str, Paper]) -> list[Settled]:
    """Return the pairs with the titles of their papers."""
    titles = {paper_id: paper.title for paper_id, paper in papers.items()}
    return [
        Settled(e.item, e.grade, e.why, titles[e.item.query_id], titles[e.item.candidate_id])
        for e in pairs
    ]


def make_practice_tasks(
    pairs: Sequence[Example], papers: Mapping[str, Paper], seed: int
) -> Iterator[Task]:
    """Yield the tasks of the practice round; none tells its grade, nor does their order."""
    material = Material(dict(papers), {}, [], {})
    for item in order_items(sorted(example.item for example in pairs), seed):
        yield make_task(item, material, PRACTICE, describe_facet(item.facet))


def write_settled(path: str | Path, pairs: Sequence[Settled]) -> None:
    """Write the pairs of the round with their settled grades, which annotators do not see."""
    write_json(path, [pair.item._asdict() | {n: getattr(pair, n) for n in _TOLD} for pair in pairs])


def read_settled(path: str | Path) -> list[Settled]:
    """Read what ``write_settled`` wrote."""
    return [
        Settled(Item(*(row[n] for n in Item._fields)), *(row[n] for n in _TOLD))
        for row in read_json(path)
    ]
