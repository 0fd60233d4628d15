"""The query sheet: sampled papers for a person to classify, rate and choose from.

Source: CSFCube's annotator guidelines, section 1.4 ("Query abstracts"), steps 2 to 4: a paper is
classified by type and rated from 1 to 5 by three criteria. Papers rated 3 or higher, except
surveys, may be chosen for any facet, so that years, types and facets are about uniform.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.collections.collection import Query
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.workflow.pools.user_tables import UserRow, read_sheet_rows, write_sheet

if TYPE_CHECKING:  # needs pyarrow
    from paperpool.workflow.pools.query_sample import SampledPaper

SURVEY = "Survey Papers"

PAPER_TYPES = (
    "Application/Tool",
    "Empirical/data-driven approaches",
    "Resources and evaluation",
    "Theoretical",
    SURVEY,
)
"""The classes of the guidelines; a survey is no query, as its facets are other papers'."""

CRITERIA = (
    "contains substantial content in at least one facet",
    "meaning of abstract does not rely entirely on a paper being cited in the abstract",
    "fits the description of at least one of the paper types",
)
"""The criteria of a rating: columns for ``yes``, ``no`` or an empty cell."""

MIN_RATING = 3
"""The least rating (1 to 5) of a chosen paper."""

_DRAWN = ("paper_id", "period", "year", "title", "abstract")

COLUMNS = (*_DRAWN, "paper_type", *CRITERIA, "rating", "chosen")
"""The columns of the sheet; a person fills those from ``paper_type`` on.

``rating`` is of the paper, not of a facet; ``chosen`` holds its chosen facets, separated by spaces.
"""

_NEEDED = ("paper_id", "paper_type", "rating", "chosen")
_TYPES = {name.lower(): name for name in PAPER_TYPES}


def write_query_sheet(sample: Mapping[str, Iterable[SampledPaper]], path: str | Path) -> None:
    """Write the papers of each period as a sheet to fill in (CSV, see ``write_sheet``)."""
    to_fill = [""] * (len(COLUMNS) - len(_DRAWN))
    rows = []
    for period, papers in sample.items():
        for paper in papers:
            drawn = [paper.paper_id, period, paper.year, paper.title, paper.abstract]
            rows.append(drawn + to_fill)
    write_sheet(COLUMNS, rows, path)


def is_query_sheet(header: Sequence[str]) -> bool:
    """Return whether a table with this header is a query sheet."""
    return "chosen" in header or not set(CRITERIA).isdisjoint(header)


def read_filled_sheet(text: str, where: str, facets: Sequence[str]) -> list[Query]:
    """Return the chosen (paper, facet) pairs of a sheet, in its order.

    ``text`` is the sheet as a spreadsheet saves it, ``where`` its path, ``facets`` those that may
    be chosen, none if any may. Raises UserError listing
    every problem: missing columns, an unknown type, rating or facet, a criterion other than yes and
    no, a repeated paper, no choice at all; a chosen paper without a type, with a rating that is
    missing or below 3, or of type survey.
    """
    problems: list[Problem] = []
    queries: list[Query] = []
    seen: set[str] = set()
    for row in read_sheet_rows(text, where, "query sheet", COLUMNS, _NEEDED):
        paper_id = row.cells["paper_id"]
        if not paper_id:
            hint = "Leave the ids as drawn."
            problems.append(Problem("A row without a paper id.", row.where, hint))
        elif paper_id in seen:
            message = f"Paper {paper_id} is listed twice."
            problems.append(Problem(message, row.where, "Remove one of the rows."))
        seen.add(paper_id)
        problems += _find_problems(row, facets)

        title = row.cells.get("title", "")
        paper_type = _TYPES.get(row.cells["paper_type"].lower(), "")
        for facet in row.cells["chosen"].lower().split():
            queries.append(Query(paper_id, facet, row.year, title, paper_type))

    if not queries and not problems:
        hint = "Write the facets that a paper is chosen for into its cell of the column chosen."
        problems.append(Problem("No paper of the query sheet is chosen.", where, hint))
    if problems:
        raise UserError(first_of(problems))
    return queries


def _find_problems(row: UserRow, facets: Sequence[str]) -> Iterable[Problem]:
    """Yield a problem for each cell of a row that cannot be used, or does not fit the others."""
    where = row.where
    chosen = row.cells["chosen"].lower().split()
    yield from row.find_odd_year()
    yield from row.find_unknown_facets(chosen, facets)
    for facet in sorted({facet for facet in chosen if chosen.count(facet) > 1}):
        yield Problem(f"The facet {facet!r} is chosen twice.", where, "Name it once.")

    paper_type = row.cells["paper_type"]
    types = f"One of {', '.join(PAPER_TYPES)}."
    if paper_type and paper_type.lower() not in _TYPES:
        yield Problem(f"There is no paper type {quote(paper_type)}.", where, types)
    if chosen and not paper_type:
        yield Problem("A chosen paper has no paper type.", where, types)
    if chosen and paper_type.lower() == SURVEY.lower():
        hint = "The guidelines exclude surveys; choose another paper."
        yield Problem("A survey is chosen.", where, hint)

    for criterion in CRITERIA:
        answer = row.cells.get(criterion, "")
        if answer.lower() not in {"", "yes", "no"}:
            message = f"The answer to {criterion!r} is {quote(answer)}."
            yield Problem(message, where, "yes, no, or nothing.")

    rating = row.cells["rating"]
    if rating and rating not in {"1", "2", "3", "4", "5"}:
        hint = "A whole number from 1 to 5, or nothing."
        yield Problem(f"The rating is {quote(rating)}.", where, hint)
    elif chosen and (not rating or int(rating) < MIN_RATING):
        hint = f"A paper is chosen where its rating is {MIN_RATING} or higher."
        yield Problem(f"The paper is chosen, but its rating is {rating or 'empty'}.", where, hint)
