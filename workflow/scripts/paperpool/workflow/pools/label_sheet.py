"""The label sheet: sentences of query papers with predicted labels, for a person to correct.

Source: CSFCube, section 3, and its annotator guidelines, section 1.3: facets are predicted, and
wrong labels of query abstracts are corrected by hand before annotation. The corrected labels then
go into a collection in the release's format.
"""

import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from paperpool.collections.collection import Collection, Paper, pair_name
from paperpool.collections.csfcube_release import ABSTRACTS, REQUIRED, read_collection
from paperpool.collections.facets import LABELS
from paperpool.errors import Problem, UserError, first_of, name_some, quote
from paperpool.io.files import writing
from paperpool.io.lines import read_user_lines
from paperpool.io.strict_json import parse_json
from paperpool.workflow.pools.user_tables import (
    UserRow,
    read_sheet_rows,
    read_user_text,
    write_sheet,
)

COLUMNS = ("paper_id", "sentence_id", "sentence", "predicted_label", "corrected_label")
"""The columns. ``sentence_id`` counts from 0; ``corrected_label`` stays empty if the label is
right.
"""

_AS_DRAWN = "Leave all columns but corrected_label as they were drawn."


@dataclass(frozen=True)
class LabelledSentence:
    """A row of the sheet: its place, the sentence, and its final label."""

    where: str
    sentence_id: str
    text: str
    label: str


Sheet = Mapping[str, list[LabelledSentence]]


def write_label_sheet(papers: Iterable[Paper], path: str | Path) -> None:
    """Write the sentences of query papers as a sheet to fill in (CSV, see ``write_sheet``)."""
    rows = [
        (paper.paper_id, number, sentence, label, "")
        for paper in papers
        for number, (sentence, label) in enumerate(zip(paper.sentences, paper.labels, strict=True))
    ]
    write_sheet(COLUMNS, rows, path)


def read_label_sheet(path: str | Path) -> Sheet:
    """Read a sheet as a spreadsheet saves it; without a correction the prediction holds.

    Raises UserError listing every problem: missing columns, rows without a paper, unknown labels.
    """
    text, where = read_user_text(path), str(path)
    sheet: dict[str, list[LabelledSentence]] = {}
    problems: list[Problem] = []
    for row in read_sheet_rows(text, where, "label sheet", COLUMNS, COLUMNS):
        problems += _find_problems(row)
        label = (row.cells["corrected_label"] or row.cells["predicted_label"]).lower()
        read = LabelledSentence(row.where, row.cells["sentence_id"], row.cells["sentence"], label)
        sheet.setdefault(row.cells["paper_id"], []).append(read)
    if problems:
        raise UserError(first_of(problems))
    return sheet


def _find_problems(row: UserRow) -> Iterable[Problem]:
    if not row.cells["paper_id"]:
        yield Problem("A row without a paper id.", row.where, _AS_DRAWN)
    for column, may_be_empty in (("predicted_label", False), ("corrected_label", True)):
        label = row.cells[column]
        if label.lower() not in LABELS and not (may_be_empty and not label):
            hint = f"One of {', '.join(LABELS)}" + (", or nothing." if may_be_empty else ".")
            yield Problem(f"The {column} is {quote(label)}.", row.where, hint)


def correct_labels(queries: Mapping[str, Paper], sheet: Sheet) -> dict[str, Paper]:
    """Return the query papers in ``sheet``, with its labels.

    Raises UserError listing every misfit: a paper that is no query, a sentence that is missing,
    repeated, unknown, or has other text (spaces aside).
    """
    problems: list[Problem] = []
    corrected: dict[str, Paper] = {}
    for paper_id, rows in sheet.items():
        paper = queries.get(paper_id)
        if paper is None:
            what = f"Paper {paper_id} is no query paper."
            problems.append(Problem(what, rows[0].where, "Remove its rows, or draw a new sheet."))
            continue
        labels: dict[int, str] = {}
        numbers = {str(number): number for number in range(len(paper.sentences))}
        for row in rows:
            number = numbers.get(row.sentence_id)
            if number is None:
                what = f"Paper {paper_id} has no sentence {quote(row.sentence_id)}."
                problems.append(Problem(what, row.where, _AS_DRAWN))
            elif number in labels:
                what = f"Sentence {number} of paper {paper_id} is listed twice."
                problems.append(Problem(what, row.where, "Remove one of the rows."))
            elif row.text.split() != paper.sentences[number].split():
                what = f"Sentence {number} of paper {paper_id} differs from the sheet."
                problems.append(Problem(what, row.where, _AS_DRAWN))
            labels.setdefault(numbers.get(row.sentence_id, -1), row.label)
        if missing := [str(number) for number in numbers.values() if number not in labels]:
            what = f"Sentences of paper {paper_id} are missing: {', '.join(missing)}."
            problems.append(Problem(what, rows[0].where, "Leave every sentence in the sheet."))
        elif not problems:
            corrected[paper_id] = replace(paper, labels=tuple(labels[n] for n in numbers.values()))
    if problems:
        raise UserError(first_of(problems))
    return corrected


def correct_release(
    folder: str | Path, sheet: str | Path, output: str | Path, may_have_others: bool = False
) -> int:
    """Write the collection of ``folder`` to ``output`` with the labels of ``sheet``.

    Files, and lines of abstracts with unchanged labels, are copied byte for byte; blank lines and a
    byte order mark are left out. If it ``may_have_others``, the sheet's other papers are skipped.
    Returns the number of changed labels. Raises UserError like ``correct_labels``, and if a query
    is left without a sentence of its facet.
    """
    folder, output = Path(folder), Path(output)
    collection = read_collection(folder, evaluable=False)
    queries = {query: collection.labelled(query) for query, _ in collection.pairs()}
    rows = read_label_sheet(sheet)
    if may_have_others:
        rows = {paper_id: read for paper_id, read in rows.items() if paper_id in queries}
    corrected = correct_labels(queries, rows)
    _check_facets(collection, corrected, str(sheet))
    for name in REQUIRED:
        with writing(output / name) as part:
            if name == ABSTRACTS:
                _write_abstracts(folder / name, corrected, part)
            else:
                shutil.copyfile(folder / name, part)
    return sum(
        before != after
        for paper_id, paper in corrected.items()
        for before, after in zip(queries[paper_id].labels, paper.labels, strict=True)
    )


def _check_facets(collection: Collection, corrected: Mapping[str, Paper], where: str) -> None:
    lost = [
        pair_name(query, facet)
        for query, facet in collection.pairs()
        if query in corrected and not corrected[query].facet_sentences(facet)
    ]
    if lost:
        what = f"Queries have no sentence of their facet left: {name_some(lost)}."
        hint = "A query is compared by these sentences: leave at least one, or remove the query."
        raise UserError(Problem(what, where, hint))


def _write_abstracts(path: Path, corrected: Mapping[str, Paper], output: Path) -> None:
    with output.open("wb") as file:
        for _, line in read_user_lines(path, ""):
            row = parse_json(line)
            paper = corrected.get(row["paper_id"])
            labels = None if paper is None else [f"{label}_label" for label in paper.labels]
            if labels is not None and labels != row["pred_labels"]:
                line = json.dumps({**row, "pred_labels": labels}).encode()
            file.write(line + b"\n")
