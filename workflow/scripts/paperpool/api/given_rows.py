"""Rows of a user's tables in memory: DataFrames, rows by name, tuples, and mappings by id.

Columns go by the names that other people's tools use for them. An id is a text, or a whole number
as pandas reads it.
"""

from __future__ import annotations

import logging
import numbers
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some, quote

logger = logging.getLogger("paperpool")

Row = tuple[Any, ...]
"""The unchecked values of a row, None for a column that is not there."""


@dataclass(frozen=True)
class Column:
    """A column: the names that it may have, the first one that is there, and whether it has to."""

    names: Sequence[str]
    is_needed: bool = True

    def __str__(self) -> str:
        first, *others = self.names
        if not others:
            return first
        return f"{first} (or {', '.join(others)})"


@dataclass(frozen=True)
class Form:
    """The columns of an argument's rows, and what else it may be, in words.

    A tuple has the first ``in_tuple`` columns. Of the columns that are not needed one is there.
    """

    argument: str
    columns: Sequence[Column]
    in_tuple: int
    others: str

    def describe(self) -> str:
        """Return a hint that lists the columns and the other forms."""
        listed = ", ".join(map(str, self.columns))
        return f"Give a DataFrame, mappings or tuples with the columns {listed}; or {self.others}."

    def refuse(self, message: str) -> UserError:
        """Return the error of an argument of another form."""
        return UserError(Problem(message, self.argument, self.describe()))


def list_rows(value: object, form: Form) -> Iterator[Row]:
    """Yield a row, in the order of the form's columns, for each row of a table.

    ``value`` is a DataFrame (or what has ``to_pandas``), or an iterable of mappings, of named
    tuples, or of tuples. Raises UserError for anything else, and if a needed column is missing.
    """
    if isinstance(value, str | Path):
        hint = f"Read it first, such as by pandas: {form.argument}=pandas.read_csv({str(value)!r})."
        raise UserError(Problem(f"{form.argument} is a path or text.", form.argument, hint))
    if hasattr(value, "columns"):
        yield from _list_frame(value, form)
        return
    if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray):
        raise form.refuse(f"{form.argument} cannot be {quote(value)}.")

    rows = list(value)
    if not rows:
        return
    if _as_mapping(rows[0]) is None:
        yield from _list_tuples(rows, form)
        return

    named = []
    keys: dict[Any, None] = {}
    for row in rows:
        cells = _as_mapping(row)
        if cells is None:
            raise form.refuse(f"A row is {quote(row)}, and others have names of columns.")
        named.append(cells)
        keys.update(dict.fromkeys(cells))
    chosen = _choose_columns(list(keys), form)
    for cells in named:
        yield tuple(None if key is None else cells.get(key) for key in chosen)


def _list_frame(value: object, form: Form) -> Iterator[Row]:
    import pandas as pd

    frame = value.to_pandas() if hasattr(value, "to_pandas") else value  # polars, pyarrow
    if not isinstance(frame, pd.DataFrame):
        raise form.refuse(f"{form.argument} cannot be of type {type(value).__name__}.")
    if frame.index.name is not None and frame.index.name not in frame.columns:
        frame = frame.reset_index()

    columns = []
    for name in _choose_columns(list(frame.columns), form):
        if name is None:
            columns.append([None] * len(frame))
        else:
            columns.append(frame[name].tolist())
    yield from zip(*columns, strict=True)


def _list_tuples(rows: Sequence[Any], form: Form) -> Iterator[Row]:
    absent = [None] * (len(form.columns) - form.in_tuple)
    for row in rows:
        is_row = isinstance(row, Sequence) and not isinstance(row, str | bytes)
        if not is_row or len(row) != form.in_tuple:
            names = ", ".join(column.names[0] for column in form.columns[: form.in_tuple])
            raise form.refuse(f"A row is {quote(row)}, not {names}.")
        yield (*row, *absent)


def _as_mapping(row: object) -> Mapping[Any, Any] | None:
    """Return a row by the names of its columns; None if it has no names."""
    if isinstance(row, Mapping):
        return row
    if hasattr(row, "_asdict"):
        return row._asdict()
    return None


def _choose_columns(found: Sequence[Any], form: Form) -> list[Any]:
    """Return which of the columns ``found`` each column of the form is, None for a missing one.

    Names differ neither by case nor by hyphens. Of several that fit the first of the form counts,
    and the others are logged. Raises UserError if a needed column is missing or there twice.
    """
    spelled: dict[str, list[Any]] = {}
    for name in found:
        spelled.setdefault(_spell(name), []).append(name)

    chosen: list[Any] = []
    problems = []
    for column in form.columns:
        fitting: list[Any] = []
        for known in column.names:
            fitting += spelled.get(_spell(known), ())
        chosen.append(fitting[0] if fitting else None)

        if not fitting and column.is_needed:
            message = (
                f"{form.argument} has no column {column}; it has {name_some(list(found), 12)}."
            )
            problems.append(Problem(message, form.argument, "Rename a column."))
        if fitting and len(spelled[_spell(fitting[0])]) > 1:
            message = f"{form.argument} has the column {fitting[0]} several times."
            problems.append(Problem(message, form.argument, "Leave one of them."))
        elif len(fitting) > 1:
            others = name_some(fitting[1:])
            logger.warning("%s: the column %s is read, not %s.", form.argument, fitting[0], others)

    # of the columns that are not needed one has to be there
    optional = []
    has_optional = False
    for column, name in zip(form.columns, chosen, strict=True):
        if not column.is_needed:
            optional.append(column)
            has_optional = has_optional or name is not None
    if optional and not has_optional:
        wanted = " nor ".join(map(str, optional))
        message = f"{form.argument} has neither {wanted}; it has {name_some(list(found), 12)}."
        problems.append(Problem(message, form.argument, "Rename a column."))
    if problems:
        raise UserError(problems)
    return chosen


def _spell(name: object) -> str:
    """Return a column's name as it is compared: in lower case, with underscores."""
    return str(name).strip().lower().replace("-", "_").replace(" ", "_")


def take_items(value: object) -> Mapping[Any, Any] | None:
    """Return a mapping, also that of an object of ranx; None for anything else."""
    for name in ("qrels", "run"):  # of ranx.Qrels and ranx.Run
        inner = getattr(value, name, None)
        if not hasattr(value, "columns") and isinstance(inner, Mapping):
            return inner
    if isinstance(value, Mapping):
        return value
    return None


def is_missing(value: object) -> bool:
    """Return whether a value is None, or a missing one of pandas (NaN, NA)."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, numbers.Real) and bool(value != value)
