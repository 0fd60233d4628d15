"""Rows of runs from Python: DataFrames, tuples and mappings, checked and grouped by topic."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from paperpool.api.given_rows import take_items
from paperpool.collections.collection import Pair
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.evaluation import runs as rankings_of
from paperpool.evaluation.score_checks import check_scores

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("query_id", "doc_id", "score")
"""The columns of a run, as ir_measures calls them."""

_OTHER_NAMES = {"qid": "query_id", "docno": "doc_id"}
"""PyTerrier's names of columns."""

_FORMS = "Give a path, a DataFrame, tuples of query, document and score, or a ranker."

_LARGEST_WHOLE = 2**53
"""Up to here each whole number is a float of its own."""

Row = tuple[Any, Any, Any]
"""An unchecked query, document and score."""


def read_rows(run: object, topics: Mapping[str, Pair], where: str) -> rankings_of.Run:
    """Return the rankings of a DataFrame, of rows, or of ``{query: {document: score}}``.

    ``topics`` has the pair of each topic's id, ``where`` names the run. Raises UserError for rows,
    ids, scores or ranks that cannot be used, and for a document that is there twice.
    """
    by_rank = False
    rows: Iterable[Row]
    items = take_items(run)
    if hasattr(run, "columns"):
        frame = _name_columns(run, where)
        by_rank = "rank" in frame.columns
        if by_rank:
            frame = _order_by_rank(frame, where)
        rows = frame[[*COLUMNS]].itertuples(index=False, name=None)
    elif items is not None:
        rows = _list_nested(items, where)
    elif isinstance(run, Iterable) and not isinstance(run, str | bytes | bytearray):
        rows = _list_tuples(run, where)
    else:
        message = f"A run cannot be {quote(run)}."
        raise UserError(Problem(message, where, _FORMS))

    grouped = _group(rows, where)
    rankings: rankings_of.Run = {}
    for query, scores in grouped.items():
        checked = check_scores(scores, "The run", f"{where}, query {query}")
        _refuse_repeated(checked, query, where)
        ranking = checked
        if not by_rank:
            ranking = rankings_of.rank_scores(checked)
        rankings[topics.get(query, (query, ""))] = ranking
    return rankings


def _group(rows: Iterable[Row], where: str) -> dict[str, list[tuple[str, Any]]]:
    """Return the documents and unchecked scores of each query, in the order of the rows."""
    grouped: dict[str, list[tuple[str, Any]]] = {}
    for number, (query, document, score) in enumerate(rows, 1):
        place = f"{where}, row {number}"
        topic = read_id(query, "query_id", place)
        grouped.setdefault(topic, []).append((read_id(document, "doc_id", place), score))
    if not grouped:
        raise UserError(Problem("The run ranks nothing.", where, "Give a row per document."))
    return grouped


def read_id(value: object, column: str, where: str) -> str:
    """Return an id as a text; a whole number, as pandas may have read it, is the text of it."""
    if isinstance(value, str) and value:
        return str(value)
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        number = float(value)
        if number.is_integer() and abs(number) < _LARGEST_WHOLE:
            return str(int(number))

    message = f"{column} has {quote(value)}, which is no id."
    raise UserError(
        Problem(message, where, "Ids are texts or whole numbers; leave no row without.")
    )


def _refuse_repeated(scores: list[tuple[str, float]], query: str, where: str) -> None:
    seen: set[str] = set()
    repeated: dict[str, None] = {}
    for document, _ in scores:
        if document in seen:
            repeated[document] = None
        seen.add(document)
    if repeated:
        message = f"{len(repeated):,} documents are there twice: {name_some(list(repeated))}."
        hint = "Give each document of a query one row."
        raise UserError(Problem(message, f"{where}, query {query}", hint))


def _name_columns(run: object, where: str) -> pd.DataFrame:
    """Return a DataFrame of pandas with COLUMNS, and ``rank`` if there is one."""
    import pandas as pd

    frame = run
    if not isinstance(run, pd.DataFrame) and hasattr(run, "to_pandas"):  # polars, pyarrow
        frame = run.to_pandas()
    if not isinstance(frame, pd.DataFrame):
        raise UserError(Problem(f"A run cannot be of type {type(run).__name__}.", where, _FORMS))

    frame = frame.rename(columns=_OTHER_NAMES)
    names = list(frame.columns)
    hint = f"A run has the columns {', '.join(COLUMNS)}, and may have rank."
    missing = [column for column in COLUMNS if column not in names]
    if missing:
        raise UserError(Problem(f"The DataFrame has no column {name_some(missing)}.", where, hint))
    repeated = [column for column in (*COLUMNS, "rank") if names.count(column) > 1]
    if repeated:
        message = f"Columns of the DataFrame are there twice: {name_some(repeated)}."
        raise UserError(Problem(message, where, hint))
    return frame


def _order_by_rank(frame: pd.DataFrame, where: str) -> pd.DataFrame:
    """Return the rows by rank; raise UserError for ranks that are missing or there twice."""
    import pandas as pd

    ranks = pd.to_numeric(frame["rank"], errors="coerce").replace([math.inf, -math.inf], math.nan)
    hint = "Number the documents of each query from 1, or leave the column rank out."
    unranked = frame[ranks.isna()]
    if len(unranked):
        first = unranked.iloc[0]
        message = (
            f"rank has {len(unranked):,} values that are no finite number: "
            f"{first['rank']} of document {first['doc_id']!r} first."
        )
        raise UserError(Problem(message, f"{where}, query {first['query_id']}", hint))

    frame = frame.assign(rank=ranks)
    repeated = frame[frame.duplicated(["query_id", "rank"])]
    if len(repeated):
        first = repeated.iloc[0]
        message = (
            f"rank has {first['rank']:g} for several documents, {first['doc_id']!r} among them."
        )
        raise UserError(Problem(message, f"{where}, query {first['query_id']}", hint))
    return frame.sort_values("rank", kind="stable")


def _list_nested(run: Mapping[Any, Any], where: str) -> Iterator[Row]:
    """Yield the rows of ``{query: {document: score}}``, pytrec_eval's form."""
    for query, scores in run.items():
        if not isinstance(scores, Mapping):
            message = f"The mapping has {quote(scores)} for {quote(query)}."
            hint = "A run as a mapping is {query: {document: score}}."
            raise UserError(Problem(message, where, hint))
        for document, score in scores.items():
            yield query, document, score


def _list_tuples(run: Iterable[Any], where: str) -> Iterator[Row]:
    """Yield rows of query, document and score, also those of ir_measures."""
    for row in run:
        if all(hasattr(row, column) for column in COLUMNS):
            yield row.query_id, row.doc_id, row.score
            continue
        has_length = hasattr(row, "__len__") and not isinstance(row, str | bytes | Mapping)
        if not has_length or len(row) != len(COLUMNS):
            message = f"A row is {quote(row)}, not a query, a document and a score."
            raise UserError(Problem(message, where, _FORMS))
        query, document, score = row
        yield query, document, score
