"""The instructions for annotators, as a page of its own: the task, the grades, examples.

Source: CSFCube's annotator guidelines, in our own words. The page needs no script, and can be
printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from paperpool.annotation.guidelines import GENERAL, GRADES, GUIDELINES, MEETINGS, Guideline
from paperpool.annotation.worked_examples import Example
from paperpool.collections.collection import Paper
from paperpool.pages.environment import make_environment
from paperpool.pages.marked_papers import MarkedPaper, mark_paper
from paperpool.pages.run_info import RunLabel


@dataclass(frozen=True)
class ShownExample:
    """A candidate of a worked example, its grade and why."""

    candidate: MarkedPaper
    grade: int
    why: str


@dataclass(frozen=True)
class FacetPart:
    """The instructions for a facet; of each query the examples, the highest grade first."""

    facet: str
    guideline: Guideline
    queries: list[tuple[MarkedPaper, list[ShownExample]]]


@dataclass(frozen=True)
class Practice:
    """A practice round: the number of pairs, unless a file has them, and the rho to reach."""

    n_pairs: int | None
    rho: float


def build_instructions(
    run: RunLabel,
    examples: Sequence[Example],
    papers: Mapping[str, Paper],
    practice: Practice | None = None,
) -> str:
    """Return the page; ``papers`` has those of the examples."""
    return (
        make_environment(Path(__file__).parent)
        .get_template("instructions.html.jinja")
        .render(
            run=run,
            general=(*GENERAL, *MEETINGS),
            grades=GRADES,
            facets=arrange_examples(examples, papers),
            practice=practice,
        )
    )


def arrange_examples(examples: Sequence[Example], papers: Mapping[str, Paper]) -> list[FacetPart]:
    """Return the examples by facet and query, in the order of the file but for the grades."""
    parts = []
    for facet, guideline in GUIDELINES.items():
        of_facet = [example for example in examples if example.item.facet == facet]
        order = {i: n for n, i in enumerate(dict.fromkeys(e.item.query_id for e in of_facet))}
        of_facet.sort(key=lambda example: (order[example.item.query_id], -example.grade))
        queries = [
            (
                mark_paper(papers[query], facet),
                [
                    ShownExample(mark_paper(papers[e.item.candidate_id], facet), e.grade, e.why)
                    for e in of_query
                ],
            )
            for query, of_query in groupby(of_facet, key=lambda example: example.item.query_id)
        ]
        parts.append(FacetPart(facet, guideline, queries))
    return parts
