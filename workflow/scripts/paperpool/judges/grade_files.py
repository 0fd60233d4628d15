"""Read the grades that a model gave, from files in any of four forms.

- JSON lines (``.jsonl``): ``{"query": …, "facet": …, "candidate": …, "grade": 0-3}``; ``query_id``
  and ``candidate_id`` are taken as well. ``"grade": null`` says that the model gave none.
- umbrela's JSON lines: ``query``, ``passage`` (the texts of the pair that was asked for),
  ``judgment`` 0-3, and ``result_status``, 0 where the answer could not be read. They have no ids:
  of pairs with the same texts the first line is the first pair's, and so on.
- CSV or TSV (``.csv``, ``.tsv``) with the same columns as the first; an empty grade is none.
- Judgments as TREC writes them (any other name), as umbrela's evaluation does:
  ``<paper>_<facet> 0 <candidate> <grade>``.

A row that cannot be placed is an error that tells its file and line: a pair that nobody asked for,
a grade out of range, a pair for the second time, a line that is no JSON. Nothing is read then. A
row without a grade is counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.annotation.material import Item, Material
from paperpool.collections.collection import pair_name
from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.judges.asked_pairs import Texts, pair_texts
from paperpool.pools.user_tables import read_header, read_user_rows, read_user_text
from paperpool.strict_json import read_json_rows
from paperpool.user_text import split_lines

COLUMNS = {
    "query": ("query", "query_id"),
    "facet": ("facet",),
    "candidate": ("candidate", "candidate_id"),
    "grade": ("grade",),
}
"""What a row has, and the names that each of it may stand under."""

FORM_HINT = "A row has a query, a facet, a candidate and a grade of 0 to 3 (docs/annotation.md)."
_ASKED_HINT = "Grade the pairs of this run's annotation/judge_pairs.jsonl, or remove the row."


@dataclass
class JudgeGrades:
    """The grades of a judge by pair, and how many rows have none."""

    grades: dict[Item, int] = field(default_factory=dict)
    n_blank: int = 0

    @property
    def n_read(self) -> int:
        """The rows of the files."""
        return len(self.grades) + self.n_blank


@dataclass(frozen=True)
class Asked:
    """The pairs that a judge may grade, and for those with texts the pairs by their texts."""

    items: frozenset[Item]
    by_texts: Mapping[Texts, list[Item]] = field(default_factory=dict)
    by_name: Mapping[str, tuple[str, str]] = field(default_factory=dict)


Row = tuple[Item, Any]
"""A pair and its grade as it stands in the file, None where there is none."""


def gather_asked(materials: Sequence[Material], others: Collection[Item] = ()) -> Asked:
    """Return the pairs of some materials; ``others`` are further pairs, without texts."""
    by_texts: dict[Texts, list[Item]] = {}
    for material in materials:
        for item in material.items():
            same = by_texts.setdefault(pair_texts(item, material), [])
            if item not in same:
                same.append(item)
    items = frozenset(others).union(*by_texts.values()) if by_texts else frozenset(others)
    by_name = {pair_name(query, facet): (query, facet) for query, facet, _ in sorted(items)}
    return Asked(items, by_texts, by_name)


def read_judge_grades(paths: Sequence[str | Path], asked: Asked) -> JudgeGrades:
    """Return the grades of one judge, of all its files.

    Raises UserError with every problem of every file: see the module's docstring.
    """
    read = JudgeGrades()
    problems: list[Problem] = []
    seen: dict[Item, str] = {}
    used: dict[Texts, int] = {}
    for path in paths:
        n_before = len(seen) + len(problems)
        try:
            for where, (item, grade) in _read_rows(path, asked, used, problems):
                if problem := _find_problem(item, grade, where, asked, seen):
                    problems.append(problem)
                    continue
                seen[item] = where
                if grade is None:
                    read.n_blank += 1
                else:
                    read.grades[item] = grade
        except UserError as error:
            problems += error.problems
        if len(seen) + len(problems) == n_before:
            problems.append(Problem("The file holds no grade.", str(path), FORM_HINT))
    if problems:
        raise UserError(first_of(problems))
    return read


def _find_problem(
    item: Item, grade: Any, where: str, asked: Asked, seen: Mapping[Item, str]
) -> Problem | None:
    """Return what is wrong with a row, None where nothing is."""
    if item.facet not in FACETS:
        what = f"There is no facet {quote(item.facet)}."
        return Problem(what, where, f"One of {', '.join(FACETS)}.")
    if item not in asked.items:
        what = f"Nobody asked for query {item.query_id}, {item.facet}, {item.candidate_id}."
        return Problem(what, where, _ASKED_HINT)
    if item in seen:
        what = f"Query {item.query_id}, {item.facet}, {item.candidate_id} stands there twice."
        return Problem(what, where, f"It has a grade already ({seen[item]}). Remove one of them.")
    if grade is not None and (type(grade) is not int or not 0 <= grade <= MAX_GRADE):
        return Problem(f"The grade is {quote(grade)}.", where, f"A whole number, 0 to {MAX_GRADE}.")
    return None


def _read_rows(
    path: str | Path, asked: Asked, used: dict[Texts, int], problems: list[Problem]
) -> Iterator[tuple[str, Row]]:
    """Yield where each row of a file stands, and the row; rows of no form add to ``problems``."""
    suffix = Path(path).suffix.lower()
    if suffix in (".jsonl", ".json"):

        def parse(row: dict[str, Any]) -> Row:
            return _parse_umbrela(row, asked, used) if "judgment" in row else _parse_row(row)

        for line, row in read_json_rows(path, "a grade", parse, FORM_HINT, problems):
            yield f"{path}, line {line}", row
    elif suffix in (".csv", ".tsv"):
        yield from _read_table(path)
    else:
        yield from _read_trec(path, asked, problems)


def _parse_row(row: Mapping[str, Any]) -> Row:
    ids = [_take(row, name) for name in ("query", "facet", "candidate")]
    if "grade" not in row:
        raise KeyError("grade")
    return Item(*ids), row["grade"]


def _take(row: Mapping[str, Any], name: str) -> str:
    """Return the text of a row under one of the names that it may have."""
    value = next((row[key] for key in COLUMNS[name] if key in row), None)
    if value is None:
        raise KeyError(name)
    if not isinstance(value, str) or not value:
        raise ValueError(f"the {name} is {quote(value)}, not an id")
    return value


def _parse_umbrela(row: Mapping[str, Any], asked: Asked, used: dict[Texts, int]) -> Row:
    """Return the pair of a row of umbrela's: the next one with its texts."""
    texts = (row["query"], row["passage"])
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("query and passage are texts in umbrela's output")
    items = asked.by_texts.get(texts)
    if not items:
        raise ValueError("nobody asked for its query and passage")
    place = used.get(texts, 0)
    used[texts] = place + 1
    unread = row.get("result_status", 1) == 0
    return items[min(place, len(items) - 1)], None if unread else row["judgment"]


def _read_table(path: str | Path) -> Iterator[tuple[str, Row]]:
    text = read_user_text(path)
    header = read_header(text)
    missing = [name for name, names in COLUMNS.items() if not set(names) & set(header)]
    if missing:
        what = f"The table lacks the columns {', '.join(missing)}."
        raise UserError(Problem(what, f"{path}, line 1", FORM_HINT))
    keys = {name: next(n for n in names if n in header) for name, names in COLUMNS.items()}
    for row in read_user_rows(text, str(path)):
        query, facet, candidate, grade = (row.cells[keys[name]] for name in COLUMNS)
        yield f"{path}, line {row.line}", (Item(query, facet, candidate), _parse_grade(grade))


def _read_trec(
    path: str | Path, asked: Asked, problems: list[Problem]
) -> Iterator[tuple[str, Row]]:
    for line, text in enumerate(split_lines(read_user_text(path)), 1):
        if not text.strip():
            continue
        where, cells = f"{path}, line {line}", text.split()
        if len(cells) != 4:
            what = f"A line of {len(cells)} cells; TREC's judgments have four."
            problems.append(Problem(what, where, "<paper>_<facet> 0 <candidate> <grade>"))
            continue
        query, facet = asked.by_name.get(cells[0], cells[0].rpartition("_")[::2])
        yield where, (Item(query, facet, cells[2]), _parse_grade(cells[3]))


def _parse_grade(cell: str) -> Any:
    """Return the grade of a cell: None of an empty one, the text itself where it is no number."""
    is_number = cell.isascii() and cell.isdigit() and len(cell) < 10
    return int(cell) if is_number else cell or None
