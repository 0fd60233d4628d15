"""Sheets of labelled sentences of a field, which train the labeller: CSV with a label a sentence.

A sheet has the columns paper_id, sentence and label. A label sheet that was filled in will do, too:
its label is the corrected one, else the predicted one (``label_sheet``).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError, first_of, guess, quote
from paperpool.workflow.facets.extending import FieldAbstract
from paperpool.workflow.pools.user_tables import (
    UserRow,
    read_header,
    read_sheet_rows,
    read_user_text,
)

COLUMNS = ("paper_id", "sentence", "label")

_OF_LABEL_SHEET = ("predicted_label", "corrected_label")


@dataclass(frozen=True)
class TrainingRow:
    """A row of a sheet: its place, the paper, the sentence, and its label."""

    where: str
    paper_id: str
    sentence: str
    label: str


def read_training_sheets(
    paths: Iterable[str | Path], labels: Sequence[str]
) -> dict[str, list[TrainingRow]]:
    """Return the rows of sheets by paper, in the order of files and rows.

    Raises UserError listing every problem of a sheet: missing columns, no row at all, rows without
    a paper, sentence or label, and labels other than ``labels``.
    """
    by_paper: dict[str, list[TrainingRow]] = {}
    problems: list[Problem] = []
    for path in paths:
        rows = _read_sheet(path)
        if not rows:
            hint = f"It needs a row for each labelled sentence: {', '.join(COLUMNS)}."
            problems.append(Problem("The sheet has no row.", str(path), hint))

        for row in rows:
            label = _find_label(row)
            problems += _find_problems(row, label, labels)
            read = TrainingRow(row.where, row.cells["paper_id"], row.cells["sentence"], label)
            by_paper.setdefault(read.paper_id, []).append(read)
    if problems:
        raise UserError(first_of(problems))
    return by_paper


def _read_sheet(path: str | Path) -> list[UserRow]:
    """Return the rows of a sheet of either form."""
    text = read_user_text(path)
    needed: tuple[str, ...] = COLUMNS
    if "label" not in read_header(text) and _OF_LABEL_SHEET[0] in read_header(text):
        needed = (*COLUMNS[:2], *_OF_LABEL_SHEET)
    return read_sheet_rows(text, str(path), "sheet of labelled sentences", COLUMNS, needed)


def _find_label(row: UserRow) -> str:
    """Return the label of a row in lower case, empty without one."""
    if "label" in row.cells:
        return row.cells["label"].lower()
    return (row.cells["corrected_label"] or row.cells["predicted_label"]).lower()


def _find_problems(row: UserRow, label: str, labels: Sequence[str]) -> Iterable[Problem]:
    """Yield a problem for each cell of a row that cannot be used."""
    if not row.cells["paper_id"]:
        yield Problem("A row without a paper id.", row.where, "Name the sentence's paper.")
    if not row.cells["sentence"]:
        yield Problem("A row without a sentence.", row.where, "Remove the row.")

    one_of = f"One of {', '.join(labels)}."
    if not label:
        yield Problem("A sentence without a label.", row.where, f"{one_of} Or remove the row.")
    elif label not in labels:
        message = f"There is no label {quote(label)}."
        yield Problem(message, row.where, f"{one_of}{guess(label, labels)}")


def match_sentences(
    rows: Mapping[str, Sequence[TrainingRow]], papers: Mapping[str, Sequence[str]]
) -> list[FieldAbstract]:
    """Return the abstracts of a sheet's papers, sorted by id, each sentence with its label or None.

    ``papers`` are the sentences of the corpus's papers by id. Sentences that no row has are the
    context of the others. Raises UserError listing every misfit: a paper that the corpus lacks, and
    a sentence that the paper lacks or that has more rows than the paper has such sentences.
    """
    problems: list[Problem] = []
    abstracts = []
    for paper_id in sorted(rows):
        of_paper = rows[paper_id]
        if paper_id not in papers:
            message = f"Paper {quote(paper_id)} has no abstract in the corpus."
            hint = "Correct the id, or remove its rows."
            problems.append(Problem(message, of_paper[0].where, hint))
            continue
        sentences = papers[paper_id]
        labels = _place_labels(of_paper, sentences, problems)
        abstracts.append(FieldAbstract(paper_id, tuple(sentences), labels))
    if problems:
        raise UserError(first_of(problems))
    return abstracts


def _place_labels(
    rows: Sequence[TrainingRow], sentences: Sequence[str], problems: list[Problem]
) -> tuple[str | None, ...]:
    """Return the label of each sentence of a paper; add a problem for each row that fits none."""
    places: dict[str, list[int]] = {}
    for place, sentence in enumerate(sentences):
        places.setdefault(_fold(sentence), []).append(place)

    labels: list[str | None] = [None] * len(sentences)
    n_rows: Counter[str] = Counter()
    for row in rows:
        key = _fold(row.sentence)
        number = n_rows[key]
        n_rows[key] += 1
        if key not in places:
            message = f"Paper {row.paper_id} has no sentence {quote(row.sentence)}."
            hint = "Take sentences as a label sheet has them: one each, and without headings."
            problems.append(Problem(message, row.where, hint))
        elif number >= len(places[key]):
            message = f"A sentence of paper {row.paper_id} is listed twice."
            problems.append(Problem(message, row.where, "Remove one of the rows."))
        else:
            labels[places[key][number]] = row.label
    return tuple(labels)


def _fold(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())
