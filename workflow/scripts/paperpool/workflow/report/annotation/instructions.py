"""The instructions for annotators, as a page of its own: the task, the grades, examples.

Source: CSFCube's annotator guidelines, in our own words. The page needs no script, and can be
printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.collection import Paper
from paperpool.pages.environment import make_environment
from paperpool.pages.marked_papers import mark_paper
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.annotation.guidelines import GENERAL, GRADES, GUIDELINES, MEETINGS
from paperpool.workflow.annotation.worked_examples import Example


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
    links = [("task", "Your task")]
    for facet, guideline in GUIDELINES.items():
        links.append((facet, guideline.title))
    template = make_environment(Path(__file__).parent).get_template("instructions.html.jinja")
    return template.render(
        run=run,
        fragments=[{"links": [link]} for link in links],
        general=(*GENERAL, *MEETINGS),
        grades=GRADES,
        guidelines=GUIDELINES,
        examples=arrange_examples(examples),
        mark=lambda paper_id, facet: mark_paper(papers[paper_id], facet),
        practice=practice,
    )


def arrange_examples(examples: Sequence[Example]) -> dict[str, dict[str, list[Example]]]:
    """Return the examples by facet and query, in the order of the file, the highest grade first."""
    facets: dict[str, dict[str, list[Example]]] = {facet: {} for facet in GUIDELINES}
    for example in examples:
        item = example.item
        facets[item.facet].setdefault(item.query_id, []).append(example)

    for queries in facets.values():
        for examples_of_query in queries.values():
            examples_of_query.sort(key=lambda example: -example.grade)
    return facets
