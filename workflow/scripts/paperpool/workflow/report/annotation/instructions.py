"""The instructions for annotators, as a page of its own: the task, the grades, examples.

Source: CSFCube's annotator guidelines, in our own words. The page needs no script, and can be
printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import Scheme
from paperpool.pages.environment import make_environment
from paperpool.pages.marked_papers import MarkedPaper, mark_paper
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.annotation.guidelines import LAST_KEY, explain_facet
from paperpool.workflow.annotation.worked_examples import Example

_TAKEN = ("task", "content")
"""The ids of the page that are not those of facets."""


@dataclass(frozen=True)
class Practice:
    """A practice round: the number of pairs, unless a file has them, and the rho to reach."""

    n_pairs: int | None
    rho: float


def build_instructions(
    run: RunLabel,
    scheme: Scheme,
    examples: Sequence[Example],
    papers: Mapping[str, Paper],
    practice: Practice | None = None,
) -> str:
    """Return the page for the facets of ``scheme``; ``papers`` has those of the examples."""
    meanings = {tuple(facet.grades.items()) for facet in scheme.facets}
    anchors = {}
    links = [("task", "Your task")]
    for facet in scheme.facets:
        anchors[facet.name] = facet.name
        if facet.name in _TAKEN:
            anchors[facet.name] = f"facet-{facet.name}"
        links.append((anchors[facet.name], facet.heading))

    def mark(paper_id: str, facet: str) -> MarkedPaper:
        return mark_paper(papers[paper_id], scheme.labels_of(facet))

    template = make_environment(Path(__file__).parent).get_template("instructions.html.jinja")
    return template.render(
        run=run,
        fragments=[{"links": [link]} for link in links],
        scheme=scheme,
        facet_names=_join_names(scheme.facet_names),
        last_key=min(scheme.max_grade, LAST_KEY),
        rules=(*scheme.general, *scheme.meetings),
        has_own_grades=len(meanings) > 1,
        anchors=anchors,
        explain=explain_facet,
        examples=arrange_examples(examples, scheme.facet_names),
        mark=mark,
        practice=practice,
    )


def _join_names(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``background, method or result``."""
    *others, last = names
    if not others:
        return last
    return f"{', '.join(others)} or {last}"


def arrange_examples(
    examples: Sequence[Example], facet_names: Sequence[str]
) -> dict[str, dict[str, list[Example]]]:
    """Return the examples by facet and query, in the order of the file, the highest grade first.

    Every facet of ``facet_names`` is there; without examples at all none is.
    """
    if not examples:
        return {}
    facets: dict[str, dict[str, list[Example]]] = {facet: {} for facet in facet_names}
    for example in examples:
        item = example.item
        facets[item.facet].setdefault(item.query_id, []).append(example)

    for queries in facets.values():
        for examples_of_query in queries.values():
            examples_of_query.sort(key=lambda example: -example.grade)
    return facets
