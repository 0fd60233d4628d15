"""The label sheet: sentences of query papers with predicted labels, for a person to correct.

Source: CSFCube, section 3, and its annotator guidelines, section 1.3: facets are predicted, and
wrong labels of query abstracts are corrected by hand before annotation. The corrected labels then
go into a collection in the release's format.
"""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from paperpool.collections.collection import Collection, Paper, pair_name
from paperpool.collections.csfcube_release import ABSTRACTS, list_files, read_collection
from paperpool.errors import Problem, UserError, first_of, name_some, quote
from paperpool.io.files import writing
from paperpool.io.lines import read_user_lines
from paperpool.io.strict_json import parse_json
from paperpool.workflow.csfcube.release_writer import remove_scheme
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
    rows = []
    for paper in papers:
        for number, sentence in enumerate(paper.sentences):
            rows.append((paper.paper_id, number, sentence, paper.labels[number], ""))
    write_sheet(COLUMNS, rows, path)


def read_label_sheet(path: str | Path, labels: Sequence[str]) -> Sheet:
    """Read a sheet as a spreadsheet saves it; without a correction the prediction holds.

    ``labels`` are those of the scheme.
    Raises UserError listing every problem: missing columns, rows without a paper, unknown labels.
    """
    text = read_user_text(path)
    sheet: dict[str, list[LabelledSentence]] = {}
    problems: list[Problem] = []
    for row in read_sheet_rows(text, str(path), "label sheet", COLUMNS, COLUMNS):
        problems += _find_problems(row, labels)
        label = (row.cells["corrected_label"] or row.cells["predicted_label"]).lower()
        read = LabelledSentence(row.where, row.cells["sentence_id"], row.cells["sentence"], label)
        sheet.setdefault(row.cells["paper_id"], []).append(read)
    if problems:
        raise UserError(first_of(problems))
    return sheet


def _find_problems(row: UserRow, labels: Sequence[str]) -> Iterable[Problem]:
    """Yield a problem for each cell of a row that cannot be used."""
    if not row.cells["paper_id"]:
        yield Problem("A row without a paper id.", row.where, _AS_DRAWN)

    named = ", ".join(labels)
    predicted = row.cells["predicted_label"]
    if predicted.lower() not in labels:
        message = f"The predicted_label is {quote(predicted)}."
        yield Problem(message, row.where, f"One of {named}.")
    corrected = row.cells["corrected_label"]
    if corrected and corrected.lower() not in labels:
        message = f"The corrected_label is {quote(corrected)}."
        yield Problem(message, row.where, f"One of {named}, or nothing.")


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
            message = f"Paper {paper_id} is no query paper."
            hint = "Remove its rows, or draw a new sheet."
            problems.append(Problem(message, rows[0].where, hint))
            continue

        labels: dict[int, str] = {}
        numbers = {str(number): number for number in range(len(paper.sentences))}
        for row in rows:
            number = numbers.get(row.sentence_id)
            if number is None:
                message = f"Paper {paper_id} has no sentence {quote(row.sentence_id)}."
                problems.append(Problem(message, row.where, _AS_DRAWN))
                continue
            if number in labels:
                message = f"Sentence {number} of paper {paper_id} is listed twice."
                problems.append(Problem(message, row.where, "Remove one of the rows."))
            elif row.text.split() != paper.sentences[number].split():
                message = f"Sentence {number} of paper {paper_id} differs from the sheet."
                problems.append(Problem(message, row.where, _AS_DRAWN))
            labels.setdefault(number, row.label)

        missing = [str(number) for number in numbers.values() if number not in labels]
        if missing:
            message = f"Sentences of paper {paper_id} are missing: {', '.join(missing)}."
            hint = "Leave every sentence in the sheet."
            problems.append(Problem(message, rows[0].where, hint))
        elif not problems:
            in_order = tuple(labels[number] for number in numbers.values())
            corrected[paper_id] = replace(paper, labels=in_order)

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
    folder = Path(folder)
    output = Path(output)
    collection = read_collection(folder, evaluable=False)
    queries = {query: collection.labelled(query) for query, _ in collection.pairs()}
    rows = read_label_sheet(sheet, collection.scheme.labels)
    if may_have_others:
        rows = {paper_id: read for paper_id, read in rows.items() if paper_id in queries}
    corrected = correct_labels(queries, rows)
    _check_facets(collection, corrected, str(sheet))

    for name in list_files(collection.scheme):
        with writing(output / name) as part:
            if name == ABSTRACTS:
                _write_abstracts(folder / name, corrected, part)
            else:
                shutil.copyfile(folder / name, part)
    if collection.scheme.is_default:
        remove_scheme(output)

    n_changed = 0
    for paper_id, paper in corrected.items():
        for before, after in zip(queries[paper_id].labels, paper.labels, strict=True):
            if before != after:
                n_changed += 1
    return n_changed


def _check_facets(collection: Collection, corrected: Mapping[str, Paper], where: str) -> None:
    """Raise UserError if a corrected query has no sentence of its facet."""
    lost = []
    for query, facet in collection.pairs():
        labels = collection.scheme.labels_of(facet)
        if query in corrected and not corrected[query].labelled_sentences(labels):
            lost.append(pair_name(query, facet))
    if lost:
        message = f"Queries have no sentence of their facet left: {name_some(lost)}."
        hint = "A query is compared by these sentences: leave at least one, or remove the query."
        raise UserError(Problem(message, where, hint))


def _write_abstracts(path: Path, corrected: Mapping[str, Paper], output: Path) -> None:
    """Write the papers of a release; only lines of papers with changed labels change."""
    with output.open("wb") as file:
        for _, line in read_user_lines(path, ""):
            row = parse_json(line)
            paper = corrected.get(row["paper_id"])
            if paper is not None:
                labels = [f"{label}_label" for label in paper.labels]
                if labels != row["pred_labels"]:
                    row["pred_labels"] = labels
                    line = json.dumps(row).encode()
            file.write(line + b"\n")
