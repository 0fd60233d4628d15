"""The tasks of a batch: Label Studio's JSON with its configuration, and a table to fill in.

Tasks are in the order of their draws. They name no run, and no probability.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from paperpool.collections.collection import Collection, OpenCollection, Pair, Paper
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import write_text
from paperpool.judging.asking import Request
from paperpool.judging.items import Items
from paperpool.scoring.differences import Question
from paperpool.workflow.annotation.guidelines import labelling_config
from paperpool.workflow.annotation.tasks import (
    Task,
    describe_facet,
    describe_paper,
    escape,
    write_tasks,
)
from paperpool.workflow.pools.user_tables import write_sheet

_COLUMNS = ("query_id", "doc_id", "query", "title", "abstract", "grade")


def write_batch(
    requests: Sequence[Request], question: Question, folder: Path, seed: int, *, is_held: bool
) -> None:
    """Write the tasks of a batch; if grades were hidden, the answers as well (``held.csv``)."""
    collection = question.collection
    names = collection.topic_names()
    write_tasks(_list_tasks(requests, collection, question.items), folder / "tasks.json")
    write_text(folder / "config.xml", labelling_config(name_grades(collection, question.items)))

    rows = []
    for request in requests:
        topic, document = request.item
        paper = collection.papers[document]
        text = collection.query_text(*topic)
        rows.append([names[topic], document, text, paper.title, paper.abstract, ""])
    write_sheet(_COLUMNS, rows, folder / "tasks.csv")

    if is_held:
        grades = dict(zip(question.items.ids, question.items.grades, strict=True))
        held = []
        for request in requests:
            topic, document = request.item
            grade = grades[request.item]
            held.append([names[topic], document, "" if grade != grade else f"{grade:g}"])
        write_rows(folder / "held.csv", ("query_id", "doc_id", "grade"), held)


def _list_tasks(
    requests: Sequence[Request], collection: Collection, items: Items
) -> Iterator[Task]:
    """Yield the task of each request."""
    names = collection.topic_names()
    for request in requests:
        topic, document = request.item
        yield {
            "data": {
                "query_id": names[topic],
                "doc_id": document,
                "guide_html": _describe_guide(topic, collection, items),
                "query_html": _describe_query(topic, collection),
                "candidate_html": _describe_document(document, topic, collection),
            }
        }


def _describe_guide(topic: Pair, collection: Collection, items: Items) -> str:
    """Return what the grades mean: the guideline of a facet, or the range of others."""
    scheme = collection.scheme
    if topic[1] in scheme.facet_names:
        return describe_facet(scheme, topic[1], scheme.general)
    told = f"Grades are from 0 to {items.max_grade:g}; relevant is a paper from {items.relevant:g}."
    return f"<p>How relevant is the candidate to the query? {told}</p>"


def _describe_query(topic: Pair, collection: Collection) -> str:
    """Return the query as HTML: a paper with its facet's sentences bold, or a text."""
    paper = collection.papers.get(topic[0])
    scheme = collection.scheme
    if isinstance(paper, Paper) and topic[1] in scheme.facet_names:
        return describe_paper(paper, scheme.labels_of(topic[1]))
    return f"<div><p>{escape(collection.query_text(*topic))}</p></div>"


def _describe_document(document: str, topic: Pair, collection: Collection) -> str:
    """Return a candidate as HTML."""
    paper = collection.papers[document]
    scheme = collection.scheme
    if isinstance(paper, Paper) and topic[1] in scheme.facet_names:
        return describe_paper(paper, scheme.labels_of(topic[1]))
    title = escape(paper.title) or "(no title)"
    abstract = escape(paper.abstract) or "(no abstract)"
    return f"<div><h4>{title}</h4><p>{abstract}</p></div>"


def name_grades(collection: Collection, items: Items) -> dict[int, str]:
    """Return the names of the grades, highest first: the scheme's, else their numbers."""
    if not isinstance(collection, OpenCollection):
        return collection.scheme.grade_names
    return {grade: str(grade) for grade in range(int(items.max_grade), -1, -1)}
