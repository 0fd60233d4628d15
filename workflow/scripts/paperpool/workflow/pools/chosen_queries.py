"""Read the file of the queries that a user chose: ids, a table, or the filled query sheet."""

from pathlib import Path

from paperpool.collections.collection import Query
from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, first_of
from paperpool.io.user_text import is_paper_id, split_lines
from paperpool.workflow.pools.queries import PoolQuery, join_facets
from paperpool.workflow.pools.query_sheet import is_query_sheet, read_filled_sheet
from paperpool.workflow.pools.user_tables import (
    DELIMITERS,
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


def read_chosen_queries(path: str | Path) -> list[PoolQuery]:
    """Return the queries named in the file at ``path``, sorted by id.

    The file is one of three:

    - a text file of ids, one a line;
    - a CSV table with the id in ``paper_id``, ``pid`` or ``query_id``, and optionally ``facet``,
      ``year``, ``title`` and ``paper type``. A cell may hold several facets, separated by spaces;
      rows of one paper are joined; without the column a query has all facets;
    - the filled query sheet (``query_sheet.read_filled_sheet``).

    Raises UserError listing every problem: an unknown facet, a repeated (paper, facet), an invalid
    year, rows without an id, a file without a query.
    """
    text, where = read_user_text(path), str(path)
    header = read_header(text)
    if is_query_sheet(header):
        return join_facets(read_filled_sheet(text, where))
    is_table = len(header) > 1 or (header and header[0] in _ID_COLUMNS)
    queries = _read_table(text, where) if is_table else _read_ids(text, where)
    if not queries:
        raise UserError(Problem("There is no query in the file.", where, _KINDS))
    return join_facets(queries)


def read_chosen_ids(path: str | Path | None) -> set[str]:
    """Return the ids of the queries in a file; empty without a file."""
    return {query.query_id for query in read_chosen_queries(path)} if path else set()


def _read_ids(text: str, where: str) -> list[Query]:
    queries: dict[str, list[Query]] = {}
    problems = []
    for number, line in enumerate(split_lines(text), 1):
        paper_id = line.strip()
        if not paper_id:
            continue
        if not is_paper_id(paper_id) or any(one in paper_id for one in DELIMITERS):
            problems.append(Problem("Not a single paper id.", f"{where}, line {number}", _KINDS))
        elif paper_id in queries:
            what = f"Paper {paper_id} is listed twice."
            problems.append(Problem(what, f"{where}, line {number}", "Remove one of the lines."))
        else:
            queries[paper_id] = [Query(paper_id, facet) for facet in FACETS]
    if problems:
        raise UserError(first_of(problems))
    return [query for of_paper in queries.values() for query in of_paper]


def _read_table(text: str, where: str) -> list[Query]:
    header = read_header(text)
    problems: list[Problem] = []
    id_column, facet_column, type_column = (
        _find_column(header, names, where, problems)
        for names in (_ID_COLUMNS, _FACET_COLUMNS, _TYPE_COLUMNS)
    )
    if id_column is None and not problems:
        what = f"No column of paper ids among {', '.join(filter(None, header))}."
        problems.append(Problem(what, f"{where}, line 1", _KINDS))
    for name in header:
        if facet_column is None and "facet" in name:
            what = f"The column {name} would be ignored, and every query would have all facets."
            problems.append(Problem(what, f"{where}, line 1", "Call it facet."))
    if problems or id_column is None:
        raise UserError(problems)
    queries: dict[tuple[str, str], Query] = {}
    for row in read_user_rows(text, where):
        here, paper_id, title = row.where, row.cells[id_column], row.cells.get("title", "")
        paper_type = row.cells[type_column] if type_column else ""
        facets = row.cells[facet_column].lower().split() if facet_column else list(FACETS)
        if not paper_id:
            problems.append(Problem("A query needs a paper id.", here, _KINDS))
        elif not is_paper_id(paper_id):
            problems.append(Problem("Not a single paper id.", here, _KINDS))
        if not facets:
            hint = f"One of {', '.join(FACETS)}; without the column a query has all."
            problems.append(Problem("A query needs a facet.", here, hint))
        problems += [*row.find_unknown_facets(facets), *row.find_odd_year()]
        for facet in facets:
            if paper_id and (paper_id, facet) in queries:
                what = f"Paper {paper_id} is listed twice for {facet}."
                problems.append(Problem(what, here, "Remove one of them."))
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
        what = f"The columns {' and '.join(found)} have the same meaning."
        problems.append(Problem(what, f"{where}, line 1", "Keep one of them."))
    return found[0] if found else None
