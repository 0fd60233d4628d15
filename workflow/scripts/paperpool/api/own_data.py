"""Build a collection of a user's papers, queries and judgments in memory.

Every check is that of collections in files; errors name the arguments.
"""

from __future__ import annotations

import logging
import math
import numbers
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from paperpool.api.given_rows import Column, Form, Row, is_missing, list_rows, take_items
from paperpool.api.run_rows import read_id
from paperpool.collections.collection import OpenCollection
from paperpool.collections.found import BAD_ROWS, Found, Hints, Topic, assemble
from paperpool.collections.papers import PlainPaper
from paperpool.collections.readers.rows import parse_grade
from paperpool.errors import Problem, UserError, first_of, quote

logger = logging.getLogger("paperpool")

SPLIT = "test"
"""The split's name in tables: the default of collections in files."""

DEPTH = 1000
"""The length of runs: again the default of collections in files."""

LARGEST_GRADE = 1e9
"""Grades lie below, as those in files."""

_DOCUMENT = Column(("doc_id", "docno", "paper_id", "corpus_id", "document_id", "_id", "id"))
_QUERY = Column(("query_id", "qid", "topic_id", "_id", "id"))

PAPERS = Form(
    "papers",
    (
        _DOCUMENT,
        Column(("title",), is_needed=False),
        Column(("abstract", "text", "contents", "body"), is_needed=False),
    ),
    3,
    "{id: {'title': ..., 'abstract': ...}}, or {id: text}",
)

QUERIES = Form(
    "queries",
    (
        _QUERY,
        Column(("text", "query", "question", "title"), is_needed=False),
        Column(("query_paper",), is_needed=False),
    ),
    2,
    "{id: text}",
)

QRELS = Form(
    "qrels",
    (
        Column(("query_id", "qid", "topic_id", "query")),
        Column(("doc_id", "docno", "paper_id", "corpus_id", "document_id")),
        Column(("relevance", "label", "grade", "score", "rel")),
    ),
    3,
    "{query: {document: grade}}, or {query: [relevant documents]}",
)

CANDIDATES = Form("candidates", QRELS.columns[:2], 2, "{query: [documents]}, or a run")

_HINTS = Hints(
    documents="Give at least one row.",
    judgments="Give qrels as {query: {document: grade}}, or as rows.",
    irrelevant="Correct the grades, or set relevant, the least grade that is relevant.",
)


def build_collection(
    papers: object, queries: object, qrels: object, candidates: object, relevant: float
) -> OpenCollection:
    """Return the collection of a user's data, in the forms that ``pp.collection`` describes.

    Raises UserError with the problems of all arguments.
    """
    problems = _check_relevant(relevant)
    arguments = {
        "documents": "papers",
        "topics": "queries",
        "qrels": "qrels",
        "candidates": "candidates",
    }
    found = Found(where=arguments, hints=_HINTS)
    found.hint = "Correct queries or qrels: both name a query by its id."
    if candidates is not None:
        found.candidates = {}

    for read, value in (
        (_read_papers, papers),
        (_read_queries, queries),
        (_read_qrels, qrels),
        (_read_candidates, candidates),
    ):
        try:
            if value is not None:
                read(value, found)
        except UserError as error:
            problems += error.problems
    problems += found.problems
    if problems:
        raise UserError(first_of(problems))

    collection = assemble(found, SPLIT, relevant, DEPTH)
    _tell_dropped(found)
    return collection


def _check_relevant(relevant: object) -> list[Problem]:
    is_number = isinstance(relevant, numbers.Real) and not isinstance(relevant, bool)
    if is_number and 0 < float(relevant) < math.inf:
        return []
    message = f"The least relevant grade is a number above 0, not {quote(relevant)}."
    return [Problem(message, "relevant", "Leave it out (1), or give a grade.")]


def _read_papers(papers: object, found: Found) -> None:
    rows = _list_papers(papers)

    def add(row: Row, place: str) -> None:
        """Add the paper of a row: its id, title and abstract."""
        paper_id = read_id(row[0], "An id", place)
        title = _read_text(row[1], "title", place)
        abstract = _read_text(row[2], "abstract", place)
        found.read["documents"] += 1
        found.add_document(paper_id, PlainPaper(paper_id, title, abstract))

    _read_each(rows, PAPERS, add)
    if not any(paper.abstract.strip() for paper in found.documents.values()):
        logger.warning("papers: none has an abstract (or text), so that titles are all there is.")


def _list_papers(papers: object) -> Iterable[Row]:
    items = _take_texts(papers)
    if items is None:
        return list_rows(papers, PAPERS)

    rows = []
    for paper_id, value in items.items():
        if isinstance(value, Mapping):
            cells = {name: cell for name, cell in value.items() if name not in _DOCUMENT.names}
            rows.append({"doc_id": paper_id, **cells})
        else:
            rows.append({"doc_id": paper_id, "abstract": value})
    return list_rows(rows, PAPERS)


def _take_texts(value: object) -> Mapping[Any, Any] | None:
    """Return a mapping by id, also of a Series of pandas; None for anything else."""
    if hasattr(value, "items") and hasattr(value, "index") and not hasattr(value, "columns"):
        is_unique = getattr(value.index, "is_unique", False)
        if is_unique:
            return dict(value.items())
    return take_items(value)


def _read_queries(queries: object, found: Found) -> None:
    items = _take_texts(queries)
    if items is not None:
        queries = []
        for query, value in items.items():
            cells = value if isinstance(value, Mapping) else {"text": value}
            queries.append({"query_id": query, **cells})

    def add(row: Row, place: str) -> None:
        """Add the query of a row: its id, and its text or the paper that it is."""
        query, text, paper_id = row
        query = read_id(query, "An id", place)
        if not is_missing(paper_id):
            paper_id = read_id(paper_id, "query_paper", place)
            paper = found.documents.get(paper_id)
            if paper is None:
                message = f"The query {query!r} is paper {paper_id!r}, which is not among papers."
                raise UserError(
                    Problem(message, place, "Correct its query_paper, or leave it out.")
                )
            found.add_topic(query, Topic(paper=paper, paper_id=paper_id))
        elif is_missing(text):
            raise UserError(Problem(f"The query {query!r} has no text.", place, "Give it one."))
        else:
            found.add_topic(query, Topic(_read_text(text, "text", place)))

    _read_each(list_rows(queries, QUERIES), QUERIES, add)


def _read_qrels(qrels: object, found: Found) -> None:
    items = take_items(qrels)
    if items is None:
        rows = list_rows(qrels, QRELS)
    else:
        rows = _list_judged(items, QRELS)

    def add(row: Row, place: str) -> None:
        """Add the judgment of a row: query, document and grade."""
        query = read_id(row[0], "query_id", place)
        document = read_id(row[1], "doc_id", place)
        grade = _read_grade(row[2])
        if grade is None:
            message = f"The grade of document {document!r} for query {query!r} is {quote(row[2])}."
            raise UserError(Problem(message, place, "Grades are numbers such as 0, 1 or 0.25."))
        found.add_grade(query, document, grade)

    _read_each(rows, QRELS, add)


def _read_candidates(candidates: object, found: Found) -> None:
    items = take_items(candidates)
    if items is None:
        rows = list_rows(candidates, CANDIDATES)
    else:
        rows = (row[:2] for row in _list_judged(items, CANDIDATES))

    listed: dict[str, dict[str, None]] = {}

    def add(row: Row, place: str) -> None:
        """Add the candidate of a row: query and document."""
        query = read_id(row[0], "query_id", place)
        document = read_id(row[1], "doc_id", place)
        listed.setdefault(query, {})[document] = None

    _read_each(rows, CANDIDATES, add)
    found.candidates = {query: list(documents) for query, documents in listed.items()}


def _list_judged(items: Mapping[Any, Any], form: Form) -> Iterator[Row]:
    """Yield (query, document, grade) of a mapping by query; documents in a list have grade 1."""
    for query, documents in items.items():
        if isinstance(documents, Mapping):
            for document, grade in documents.items():
                yield query, document, grade
        elif isinstance(documents, Iterable) and not isinstance(documents, str | bytes):
            for document in documents:
                yield query, document, 1
        else:
            raise form.refuse(f"{form.argument} has {quote(documents)} for {quote(query)}.")


def _read_each(rows: Iterable[Row], form: Form, add: Callable[[Row, str], None]) -> None:
    """Call ``add`` with each row and its place; raise UserError with the problems of the first."""
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        try:
            add(row, f"{form.argument}, row {number}")
        except UserError as error:
            problems += error.problems
    if problems:
        raise UserError(first_of(problems, BAD_ROWS))


def _read_text(value: object, column: str, place: str) -> str:
    """Return a text, empty for a missing one of pandas; raise UserError for other values."""
    if isinstance(value, str):
        return value
    if is_missing(value):
        return ""
    raise UserError(
        Problem(f"{column} has {quote(value)}, which is no text.", place, "Give texts.")
    )


def _read_grade(value: object) -> float | None:
    """Return a grade, an int if it is whole: of a number, its text, or a truth value."""
    number = value
    if hasattr(value, "item") and not getattr(value, "ndim", 0):  # a single number of NumPy's
        number = value.item()

    if isinstance(number, str):
        return parse_grade(number)
    if not isinstance(number, numbers.Real):
        return None

    try:
        grade = float(number)
    except OverflowError:  # a whole number beyond all floats
        return None
    if not abs(grade) < LARGEST_GRADE:  # NaN, too
        return None
    if grade.is_integer():
        return int(grade)
    return grade


def _tell_dropped(found: Found) -> None:
    """Warn of rows that are left out."""
    sentences = {
        ("documents", "duplicate_id"): "papers: {:,} have the id of an earlier one, which counts.",
        ("topics", "not_judged"): "queries: {:,} have no judgment, and are left out.",
        ("judgments", "repeated"): "qrels: {:,} are there several times, and count once.",
    }
    for (kind, reason), sentence in sentences.items():
        number = found.dropped.get(kind, {}).get(reason)
        if number:
            logger.warning("%s", sentence.format(number))
