"""Annotation tasks as CSV, for other tools than Label Studio and for spreadsheets.

A row has the ids and texts of a task, and columns to fill in: ``grade_tables`` reads the file back.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import Scheme
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.pools.user_tables import write_sheet

IDS = ("query", "facet", "paper", "stage")

TEXTS = ("query_title", "query_abstract", "facet_sentences", "paper_title", "paper_abstract")
"""``facet_sentences`` are those of the query, which are bold in Label Studio.

They are blank under a scheme without labels, whose facets are of whole abstracts.
"""

TO_FILL = ("annotator", "grade")

GRADES_SO_FAR = "grades_so_far"
"""The column of both annotators' grades, the lower one first, in tasks of adjudication."""


def write_task_table(
    items: Iterable[Item],
    papers: Mapping[str, Paper],
    scheme: Scheme,
    stage: str,
    path: str | Path,
    grades: Mapping[Item, tuple[int, int]] | None = None,
) -> None:
    """Write a row for each item, in their order, with the texts of ``papers``.

    The facets are of ``scheme``. ``grades`` has those that an item's two annotators gave. Cells are
    safe in a spreadsheet.
    """
    columns = [*IDS, *TEXTS]
    if grades is not None:
        columns.append(GRADES_SO_FAR)
    columns += TO_FILL

    rows = []
    for item in items:
        query = papers[item.query_id]
        paper = papers[item.candidate_id]
        row = [*item, stage]
        labels = scheme.labels_of(item.facet)
        marked = query.labelled_sentences(labels) if labels else []
        row += [query.title, query.abstract, " ".join(marked)]
        row += [paper.title, paper.abstract]
        if grades is not None:
            row.append(" and ".join(map(str, grades[item])))
        row += [""] * len(TO_FILL)
        rows.append(row)
    write_sheet(columns, rows, path)
