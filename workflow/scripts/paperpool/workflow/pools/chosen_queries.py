"""Read the file of the queries that a user chose: ids, a table, or the filled query sheet."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.collections.collection import Query
from paperpool.errors import Problem, UserError, first_of
from paperpool.io.user_csv import DELIMITERS
from paperpool.io.user_text import is_paper_id, split_lines
from paperpool.workflow.pools.pool_queries import PoolQuery, join_facets
from paperpool.workflow.pools.query_sheet import is_query_sheet, read_filled_sheet
from paperpool.workflow.pools.user_tables import (
    read_header,
    read_user_rows,
    read_user_text,
)

_ID_COLUMNS = ("paper_id", "pid", "query_id")
_FACET_COLUMNS = ("facet", "facets")
_TYPE_COLUMNS = ("paper type", "paper_type")
_KINDS = (
    "A text file of paper ids, one a line, or CSV whose header has paper_id and, if wanted, facet, "
    "year, title and paper_type."
)


def read_chosen_queries(path: str | Path, facets: Sequence[str]) -> list[PoolQuery]:
    """Return the queries named in the file at ``path``, sorted by id, each with some of ``facets``.

    The file is one of three:

    - a text file of ids, one a line;
    - a CSV table with the id in ``paper_id``, ``pid`` or ``query_id``, and optionally ``facet``,
      ``year``, ``title`` and ``paper type``. A cell may hold several facets, separated by spaces;
      rows of one paper are joined; without the column a query has all facets;
    - the filled query sheet (``query_sheet.read_filled_sheet``).

    Raises UserError listing every problem: an unknown facet, a repeated (paper, facet), an invalid
    year, rows without an id, a file without a query.
    """
    return join_facets(_read_pairs(path, facets), facets)


def read_chosen_ids(path: str | Path | None) -> set[str]:
    """Return the ids of the queries in a file, whatever their facets; empty without a file."""
    if not path:
        return set()
    return {query.paper_id for query in _read_pairs(path, ())}


def _read_pairs(path: str | Path, facets: Sequence[str]) -> list[Query]:
    """Return the (paper, facet) pairs of a file; of any facet if ``facets`` is empty."""
    text = read_user_text(path)
    where = str(path)
    header = read_header(text)
    if is_query_sheet(header):
        return read_filled_sheet(text, where, facets)

    is_table = len(header) > 1 or (header and header[0] in _ID_COLUMNS)
    if is_table:
        queries = _read_table(text, where, facets)
    else:
        queries = _read_ids(text, where, facets)
    if not queries:
        raise UserError(Problem("There is no query in the file.", where, _KINDS))
    return queries


def _read_ids(text: str, where: str, facets: Sequence[str]) -> list[Query]:
    """Return the queries of a text file of ids, each with all facets."""
    paper_ids: dict[str, None] = {}
    problems = []
    for number, line in enumerate(split_lines(text), 1):
        paper_id = line.strip()
        if not paper_id:
            continue
        has_several = any(delimiter in paper_id for delimiter in DELIMITERS)
        if not is_paper_id(paper_id) or has_several:
            problems.append(Problem("Not a single paper id.", f"{where}, line {number}", _KINDS))
        elif paper_id in paper_ids:
            message = f"Paper {paper_id} is listed twice."
            problems.append(Problem(message, f"{where}, line {number}", "Remove one of the lines."))
        else:
            paper_ids[paper_id] = None
    if problems:
        raise UserError(first_of(problems))

    queries = []
    for paper_id in paper_ids:
        for facet in facets or [""]:
            queries.append(Query(paper_id, facet))
    return queries


def _read_table(text: str, where: str, known: Sequence[str]) -> list[Query]:
    """Return the queries of a table; a row may have several of the ``known`` facets."""
    header = read_header(text)
    problems: list[Problem] = []
    id_column = _find_column(header, _ID_COLUMNS, where, problems)
    facet_column = _find_column(header, _FACET_COLUMNS, where, problems)
    type_column = _find_column(header, _TYPE_COLUMNS, where, problems)
    if id_column is None and not problems:
        message = f"No column of paper ids among {', '.join(filter(None, header))}."
        problems.append(Problem(message, f"{where}, line 1", _KINDS))
    for name in header:
        if facet_column is None and "facet" in name:
            message = f"The column {name} would be ignored, and every query would have all facets."
            problems.append(Problem(message, f"{where}, line 1", "Call it facet."))
    if problems or id_column is None:
        raise UserError(problems)

    queries: dict[tuple[str, str], Query] = {}
    for row in read_user_rows(text, where):
        paper_id = row.cells[id_column]
        title = row.cells.get("title", "")
        paper_type = row.cells[type_column] if type_column else ""
        facets = list(known) or [""]
        if facet_column:
            facets = row.cells[facet_column].lower().split()

        if not paper_id:
            problems.append(Problem("A query needs a paper id.", row.where, _KINDS))
        elif not is_paper_id(paper_id):
            problems.append(Problem("Not a single paper id.", row.where, _KINDS))
        if not facets:
            hint = f"One of {', '.join(known)}; without the column a query has all."
            problems.append(Problem("A query needs a facet.", row.where, hint))
        problems += row.find_unknown_facets(facets, known)
        problems += row.find_odd_year()

        for facet in facets:
            if paper_id and (paper_id, facet) in queries:
                message = f"Paper {paper_id} is listed twice for {facet}."
                problems.append(Problem(message, row.where, "Remove one of them."))
            queries[paper_id, facet] = Query(paper_id, facet, row.year, title, paper_type)
    if problems:
        raise UserError(first_of(problems))
    return list(queries.values())


def _find_column(
    header: list[str], names: tuple[str, ...], where: str, problems: list[Problem]
) -> str | None:
    """Return the column that has one of ``names``, or None."""
    found = [name for name in names if name in header]
    if len(found) > 1:
        message = f"The columns {' and '.join(found)} have the same meaning."
        problems.append(Problem(message, f"{where}, line 1", "Keep one of them."))
    return next(iter(found), None)
