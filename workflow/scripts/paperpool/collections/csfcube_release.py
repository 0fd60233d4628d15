"""Read and validate a collection in the format of the CSFCube release.

Files: ``abstracts-csfcube-preds.jsonl``, ``test-pid2pool-csfcube.json``,
``test-pid2anns-csfcube-{facet}.json``, ``evaluation_splits.json``, ``queries-release.csv``.
"""

import csv
import re
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from paperpool.collections.collection import Collection, Judgments, Pair, Pool, Query, pair_name
from paperpool.collections.csfcube_folds import check_folds, read_folds
from paperpool.collections.facets import FACETS, LABELS, MAX_GRADE, UNGRADED
from paperpool.collections.papers import Paper
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.io.files import read_unique_json
from paperpool.io.strict_json import is_text_list, read_json_rows
from paperpool.io.user_text import read_user_text

ABSTRACTS = "abstracts-csfcube-preds.jsonl"
POOL = "test-pid2pool-csfcube.json"
JUDGMENTS = "test-pid2anns-csfcube-{facet}.json"
SPLITS = "evaluation_splits.json"
QUERIES = "queries-release.csv"

REQUIRED = (ABSTRACTS, POOL, *(JUDGMENTS.format(facet=facet) for facet in FACETS), SPLITS, QUERIES)
"""The files that are read."""

_PAPER = "a paper of the release"
PAPER_KEYS = ("paper_id", "title", "abstract", "pred_labels", "metadata")
_QUERY_COLUMNS = ("pid", "facet")
_YEAR_DIGITS = 4
_ANNOTATOR = re.compile(r"relevance_(ann\w+)")
_HINT = "Compare with the release's own files (snakemake fetch_csfcube)."

Parsed = TypeVar("Parsed")


def read_collection(folder: str | Path, evaluable: bool = True) -> Collection:
    """Read a release folder; if it need not be ``evaluable``, its splits may be incomplete.

    Raises UserError with every problem: missing files, malformed rows, judged papers without an
    abstract, grades outside 0-3, splits with an unknown pair.
    """
    folder = Path(folder)
    if missing := [name for name in REQUIRED if not (folder / name).is_file()]:
        what = "A file of the CSFCube release is missing."
        raise UserError([Problem(what, str(folder / name), _HINT) for name in missing])
    problems: list[Problem] = []
    papers = _read_papers(folder / ABSTRACTS, problems)
    pools = _read_entries(folder / POOL, _parse_pool, problems)
    judgments: dict[Pair, Judgments] = {}
    for facet in FACETS:
        read = _read_entries(folder / JUDGMENTS.format(facet=facet), _parse_judgments, problems)
        judgments |= {(query, facet): of_query for query, of_query in read.items()}
    folds = read_folds(folder / SPLITS, _HINT, problems)
    queries = _read_queries(folder / QUERIES, problems)
    collection = Collection(papers, pools, judgments, folds, queries)
    if not problems:
        problems += _check_references(collection, folder)
        if evaluable:
            problems += check_folds(collection, str(folder / SPLITS))
    if problems:
        raise UserError(problems)
    return collection


def read_papers(path: str | Path) -> dict[str, Paper]:
    problems: list[Problem] = []
    papers = _read_papers(Path(path), problems)
    if problems:
        raise UserError(problems)
    return papers


def read_paper_ids(paths: Iterable[str | Path]) -> set[str]:
    ids: set[str] = set()
    problems: list[Problem] = []
    for path in paths:
        rows = read_json_rows(path, _PAPER, _parse_id, _HINT, problems)
        ids.update(paper_id for _, paper_id in rows)
    if problems:
        raise UserError(problems)
    return ids


def _read_papers(path: Path, problems: list[Problem]) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    for number, paper in read_json_rows(path, _PAPER, parse_paper, _HINT, problems):
        if paper.paper_id in papers:
            what = f"Paper {paper.paper_id} is listed twice."
            problems.append(Problem(what, f"{path}, line {number}", _HINT))
        papers[paper.paper_id] = paper
    return papers


def _parse_id(row: dict[str, Any]) -> str:
    if not isinstance(row["paper_id"], str):
        raise ValueError("paper_id must be a string")
    return row["paper_id"]


def parse_paper(row: dict[str, Any]) -> Paper:
    """Parse a row of a release's abstracts.

    Metadata are kept as they are, like keys besides ``PAPER_KEYS`` (``pred_labels_truncated``).
    Raises KeyError for a missing key, ValueError or TypeError for a wrong value.
    """
    if not is_text_list(row["abstract"]):
        raise ValueError("abstract is not a list of sentences")
    if not is_text_list(row["pred_labels"]):
        raise ValueError("pred_labels is not a list of labels")
    sentences = tuple(row["abstract"])
    labels = tuple(label.removesuffix("_label") for label in row["pred_labels"])
    if len(labels) != len(sentences):
        raise ValueError(f"{len(sentences)} sentences but {len(labels)} labels")
    if unknown := sorted(set(labels) - set(LABELS)):
        raise ValueError(f"unknown label {quote(unknown[0])}")
    if not isinstance(row["paper_id"], str) or not isinstance(row["title"], str):
        raise ValueError("paper_id and title must be strings")
    metadata = row.get("metadata")
    if not isinstance(metadata, dict | None):
        raise ValueError("metadata is not an object")
    year = _read_year((metadata or {}).get("year"))
    others = {key: value for key, value in row.items() if key not in PAPER_KEYS}
    return Paper(row["paper_id"], row["title"], sentences, labels, year, metadata, others)


def _read_year(value: object) -> int | None:
    """Parse a year, optional; raise ValueError for a number that is no year."""
    text = str(value) if isinstance(value, int | str) else ""
    if text.isascii() and text.isdigit() and len(text) <= _YEAR_DIGITS:
        return int(text)
    if text.isnumeric():  # too long, or of other digits than 0 to 9
        raise ValueError(f"year is {quote(value)}")
    return None


def _read_entries(
    path: Path, parse: Callable[[Any], Parsed], problems: list[Problem]
) -> dict[str, Parsed]:
    try:
        entries = read_unique_json(path, _HINT)
    except UserError as error:
        problems += error.problems
        return {}
    parsed = {}
    for query, entry in entries.items():
        try:
            parsed[query] = parse(entry)
        except ValueError as error:
            problems.append(Problem(f"{error}.", f"{path}, query {query}", _HINT))
    return parsed


def _parse_candidates(entry: Any, what: str) -> tuple[str, ...]:
    if not isinstance(entry, dict) or not is_text_list(entry.get("cands")):
        raise ValueError(f"Not {what}: cands is not a list of paper ids, which are strings")
    return tuple(entry["cands"])


def _parse_pool(entry: Any) -> Pool:
    candidates = _parse_candidates(entry, "a pool")
    sources = entry.get("cand_source")
    if not isinstance(sources, list) or not all(map(is_text_list, sources)):
        raise ValueError("Not a pool: cand_source is not a list of lists of sources")
    if len(candidates) != len(sources) or len(set(candidates)) != len(candidates):
        raise ValueError("Candidates are repeated or lack sources")
    return Pool(candidates, tuple(map(tuple, sources)))


def _parse_judgments(entry: Any) -> Judgments:
    candidates = _parse_candidates(entry, "judgments")
    keys = {m[1]: key for key in sorted(entry) if (m := _ANNOTATOR.fullmatch(key))}
    keys = {"adjudicated": "relevance_adju", **keys}
    if lacking := [key for key in keys.values() if not isinstance(entry.get(key), list)]:
        raise ValueError(f"Not judgments: {lacking[0]} is not a list of grades")
    grades = {name: tuple(entry[key]) for name, key in keys.items()}
    wrong = []
    for name, values in grades.items():
        allowed = range(0 if name == "adjudicated" else UNGRADED, MAX_GRADE + 1)
        is_sound = all(type(value) is int and value in allowed for value in values)
        if len(values) != len(candidates) or not is_sound:
            wrong.append(name)
    if wrong:
        raise ValueError(f"Grades of {name_some(wrong)} are not one of 0-3 per candidate")
    if len(set(candidates)) != len(candidates):
        raise ValueError("A candidate is judged twice")
    return Judgments(candidates, grades.pop("adjudicated"), grades)


def _read_queries(path: Path, problems: list[Problem]) -> list[Query]:
    try:
        text = StringIO(read_user_text(path, _HINT), newline="")
    except UserError as error:
        problems += error.problems
        return []
    reader = csv.DictReader(text, strict=True)
    try:
        lacking = [name for name in _QUERY_COLUMNS if name not in (reader.fieldnames or ())]
        rows = [] if lacking else [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        where = f"{path}, line {reader.line_num}"
        problems.append(Problem(f"Not a table: {error}.", where, _HINT))
        return []
    if lacking:
        what = f"The list of queries lacks the columns {', '.join(lacking)}."
        problems.append(Problem(what, f"{path}, line 1", _HINT))
    queries: dict[Pair, Query] = {}
    for number, row in rows:
        try:
            query = _parse_query(row)
            if (query.paper_id, query.facet) in queries:
                raise ValueError(f"Listed twice: {pair_name(query.paper_id, query.facet)}")
        except ValueError as error:
            problems.append(Problem(f"{error}.", f"{path}, line {number}", _HINT))
        else:
            queries[query.paper_id, query.facet] = query
    return list(queries.values())


def _parse_query(row: dict[str, Any]) -> Query:
    if not row.get("pid") or row.get("facet") not in FACETS:
        raise ValueError("A query needs a pid and a facet")
    if None in row:
        raise ValueError("The row has more cells than the header")
    texts = (row.get("title") or "", row.get("paper type") or "")
    return Query(row["pid"], row["facet"], _read_year(row.get("year")), *texts)


def _check_references(collection: Collection, folder: Path) -> list[Problem]:
    """Return a problem for each file that refers to something another file lacks."""
    pairs = set(collection.judgments)
    named = {c for j in collection.judgments.values() for c in j.candidates}
    without_text = sorted((named | {query for query, _ in pairs}) - set(collection.papers))
    without_pool = sorted({query for query, _ in pairs} - set(collection.pools))
    listed = {(query.paper_id, query.facet) for query in collection.queries}
    unlisted = [pair_name(*pair) for pair in sorted(pairs - listed)]
    without_sentences = [
        pair_name(query, facet)
        for query, facet in collection.pairs()
        if query in collection.papers and not collection.labelled(query).facet_sentences(facet)
    ]
    found = (
        (f"{len(without_text)} judged papers have no abstract", without_text, ABSTRACTS),
        ("Queries without a pool", without_pool, POOL),
        ("Judged pairs that the list of queries lacks", unlisted, QUERIES),
        ("Queries without a sentence of their facet", without_sentences, ABSTRACTS),
    )
    return [
        Problem(f"{what}: {name_some(names)}.", str(folder / file), _HINT)
        for what, names, file in found
        if names
    ]
