"""Annotation tasks for Label Studio: one per query paper, facet and candidate.

A task's ``data`` holds the ids to read an export by and the annotator's text as HTML, escaped.
Candidates are shuffled within a query and facet by a hash of the seed and the ids, since the order
of the pool reveals their sources. No task names a source.
"""

import hashlib
import html
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from paperpool.collections.collection import Paper, pair_name
from paperpool.collections.schemes import Scheme
from paperpool.evaluation.published import is_released_collection
from paperpool.io.files import blank_controls, writing
from paperpool.workflow.annotation.guidelines import explain_facet
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material

ANNOTATION = "annotation"
ADJUDICATION = "adjudication"

STAGES = (ANNOTATION, ADJUDICATION)
"""The stage of a task: ``data.stage``."""

Task = dict[str, dict[str, str]]


def order_items(
    items: Iterable[Item], seed: int, sources: Sequence[Mapping[str, Sequence[str]]] = ()
) -> list[Item]:
    """Return ``items`` with the candidates of each query and facet shuffled, the pairs in order.

    With ``sources``, the rankings of each query, those come first that any source ranks best.
    """
    best: dict[tuple[str, str], int] = {}
    for rankings in sources:
        for query, ranking in rankings.items():
            for rank, candidate in enumerate(ranking, 1):
                best[query, candidate] = min(rank, best.get((query, candidate), rank))

    def key(item: Item) -> tuple[float, bytes]:
        """Return the best rank of an item, and its place among those of equal rank."""
        rank = best.get((item.query_id, item.candidate_id), float("inf"))
        return rank, shuffling_key(seed, *item)

    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        groups.setdefault((item.query_id, item.facet), []).append(item)
    ordered = []
    for group in groups.values():
        ordered += sorted(group, key=key)
    return ordered


def shuffling_key(*parts: int | str) -> bytes:
    """Return a key to sort by at random: a hash of ``parts``, such as a seed and ids."""
    return hashlib.sha256(json.dumps(parts).encode()).digest()


def make_tasks(
    material: Material, seed: int, sources: Sequence[Mapping[str, Sequence[str]]] = ()
) -> Iterator[Task]:
    """Yield the annotation tasks of ``material``, in the order of ``order_items``."""
    for item in order_items(material.items(), seed, sources):
        yield make_task(item, material, ANNOTATION)


def describe_facet(scheme: Scheme, name: str, general: Sequence[str]) -> str:
    """Return the guideline of a facet as HTML, with the ``general`` part of the scheme."""
    facet = scheme.facet(name)
    grades = ""
    for grade, text in facet.grades.items():
        meaning = f": {escape(text)}" if text else ""
        grades += f"<li><b>{escape(scheme.grade_names[grade])}</b>{meaning}</li>"
    rules = f"<p>{escape(' '.join(general))}</p>" if general else ""
    return (
        f"<div><h3>Target facet: {escape(facet.heading)}</h3>"
        f"<p>{escape(explain_facet(facet))}</p>"
        f"<ul>{grades}</ul>{rules}</div>"
    )


def describe_paper(paper: Paper, labels: Set[str]) -> str:
    """Return title and abstract as HTML, the sentences with one of ``labels`` bold.

    Without labels a facet is of the whole abstract, and nothing is bold.
    """
    sentences = []
    for sentence, is_facet in zip(paper.sentences, paper.mark_labelled(labels), strict=True):
        shown = escape(sentence)
        if is_facet and labels:
            shown = f"<b>{shown}</b>"
        sentences.append(shown)
    abstract = " ".join(sentences) or "(no abstract)"
    title = escape(paper.title) or "(no title)"
    return f"<div><h4>{title}</h4><p>{abstract}</p></div>"


def make_task(
    item: Item,
    material: Material,
    stage: str,
    guide_html: str = "",
    describe: Callable[[Paper, Set[str]], str] = describe_paper,
) -> Task:
    """Return an item's task for Label Studio, by default with the guideline of its facet.

    ``describe`` returns a paper's HTML, given the labels of the facet's sentences.
    """
    scheme = material.scheme
    labels = scheme.labels_of(item.facet)
    return {
        "data": {
            "query_id": item.query_id,
            "facet": item.facet,
            "candidate_id": item.candidate_id,
            "stage": stage,
            "guide_html": guide_html or describe_facet(scheme, item.facet, scheme.general),
            "query_html": describe(material.papers[item.query_id], labels),
            "candidate_html": describe(material.papers[item.candidate_id], labels),
        }
    }


def escape(text: str) -> str:
    """Return ``text`` as HTML that shows it; control characters become spaces."""
    return html.escape(blank_controls(text))


def write_tasks(tasks: Iterable[Mapping[str, object]], path: str | Path) -> int:
    """Write tasks as one JSON list, a task per line, as they come; return how many there are.

    Only ASCII is written, so that no odd character of a text can make the file unreadable.
    """
    count = 0
    with writing(path) as part, part.open("w", encoding="ascii", newline="\n") as file:
        file.write("[")
        for task in tasks:
            file.write(",\n" if count else "\n")
            json.dump(task, file)
            count += 1
        file.write("\n]\n")
    return count


def warn_of_predicted(
    material: Material, released: str | Path, sheet: str | Path, logger: logging.Logger
) -> None:
    """Warn of sentences of queries with predicted labels, with a hint.

    Facets are corrected by hand before annotation (annotator guidelines, section 1.3); those of
    CSFCube's own queries, in the file ``released``, are. ``sheet`` is the run's label sheet. A
    scheme without labels has none to correct.
    """
    if not material.scheme.labels:
        return
    names = [pair_name(query.paper_id, query.facet) for query in material.queries]
    if is_released_collection(released, names):
        return
    papers = material.query_papers()
    logger.warning(
        "pools.labels is not set: annotators will see %d sentences of %d query papers with the "
        "labels that were predicted. To have them corrected first, write the label sheet by "
        "`snakemake %s`, with the same --configfile.",
        sum(len(paper.sentences) for paper in papers.values()),
        len(papers),
        sheet,
    )
