"""Read and validate a collection in the format of the CSFCube release.

Files: ``abstracts-csfcube-preds.jsonl``, ``test-pid2pool-csfcube.json``,
``test-pid2anns-csfcube-{facet}.json``, ``evaluation_splits.json``, ``queries-release.csv``; and
``scheme.yaml``, the collection's scheme, without which it is that of CSFCube.
"""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TypeVar

from paperpool.collections.collection import Collection, Judgments, Pair, Pool, Query, pair_name
from paperpool.collections.csfcube_folds import check_folds, read_folds
from paperpool.collections.papers import Paper
from paperpool.collections.schemes import (
    SCHEME,
    UNGRADED,
    Scheme,
    find_collection_scheme,
    read_scheme,
)
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.io.files import read_unique_json
from paperpool.io.strict_json import JsonObject, is_text_list, read_json_rows
from paperpool.io.user_text import read_user_text

ABSTRACTS = "abstracts-csfcube-preds.jsonl"
POOL = "test-pid2pool-csfcube.json"
JUDGMENTS = "test-pid2anns-csfcube-{facet}.json"
SPLITS = "evaluation_splits.json"
QUERIES = "queries-release.csv"


_PAPER = "a paper of the release"
PAPER_KEYS = ("paper_id", "title", "abstract", "pred_labels", "metadata")
_QUERY_COLUMNS = ("pid", "facet")
_YEAR_DIGITS = 4
_ANNOTATOR = re.compile(r"relevance_(ann\w+)")
_HINT = "Compare with the release's own files (paperpool fetch csfcube)."

Parsed = TypeVar("Parsed")


def list_files(scheme: Scheme) -> list[str]:
    """Return the names of the files of a release of ``scheme``, which all have to be there.

    A scheme that is not the default one is among them.
    """
    judgments = [JUDGMENTS.format(facet=facet) for facet in scheme.facet_names]
    files = [ABSTRACTS, POOL, *judgments, SPLITS, QUERIES]
    if not scheme.is_default:
        files.append(SCHEME)
    return files


def name_files(folder: str | Path) -> list[str]:
    """Return the names of the files of the release in ``folder``, by the scheme that it carries."""
    return list_files(read_scheme(find_collection_scheme(folder)))


def read_collection(folder: str | Path, evaluable: bool = True) -> Collection:
    """Read a release folder; if it need not be ``evaluable``, its splits may be incomplete.

    Raises UserError with every problem: missing files, malformed rows, judged papers without an
    abstract, grades that the scheme lacks, splits with an unknown pair.
    """
    folder = Path(folder)
    scheme = read_scheme(find_collection_scheme(folder))
    missing = [name for name in list_files(scheme) if not (folder / name).is_file()]
    if missing:
        message = "A file of the CSFCube release is missing."
        raise UserError([Problem(message, str(folder / name), _HINT) for name in missing])

    problems: list[Problem] = []
    papers = _read_papers(folder / ABSTRACTS, scheme, problems)
    pools = _read_entries(folder / POOL, _parse_pool, problems)
    judgments: dict[Pair, Judgments] = {}
    for facet in scheme.facet_names:
        path = folder / JUDGMENTS.format(facet=facet)
        parse = partial(_parse_judgments, max_grade=scheme.max_grade)
        for query, judged in _read_entries(path, parse, problems).items():
            judgments[query, facet] = judged
    folds = read_folds(folder / SPLITS, scheme.slices, _HINT, problems)
    queries = _read_queries(folder / QUERIES, scheme.facet_names, problems)
    collection = Collection(
        papers, pools, judgments, folds, queries, relevant=scheme.relevant, scheme=scheme
    )

    # what malformed files refer to is not known well enough to be checked
    if not problems:
        problems += _check_references(collection, folder)
        if evaluable:
            problems += check_folds(collection, str(folder / SPLITS))
    if problems:
        raise UserError(problems)
    return collection


def read_papers(path: str | Path) -> dict[str, Paper]:
    """Read a release's file of abstracts alone; raise UserError with every problem found.

    Sentences may have the labels of its folder's scheme.
    """
    problems: list[Problem] = []
    scheme = read_scheme(find_collection_scheme(Path(path).parent))
    papers = _read_papers(Path(path), scheme, problems)
    if problems:
        raise UserError(problems)
    return papers


def read_paper_ids(paths: Iterable[str | Path]) -> set[str]:
    """Return the ids of the papers in files of abstracts, without checking anything else."""
    ids: set[str] = set()
    problems: list[Problem] = []
    for path in paths:
        for _, paper_id in read_json_rows(path, _PAPER, _parse_id, _HINT, problems):
            ids.add(paper_id)
    if problems:
        raise UserError(problems)
    return ids


def _read_papers(path: Path, scheme: Scheme, problems: list[Problem]) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    parse = partial(parse_paper, labels_of_scheme=scheme.labels)
    for number, paper in read_json_rows(path, _PAPER, parse, _HINT, problems):
        if paper.paper_id in papers:
            message = f"Paper {paper.paper_id} is listed twice."
            problems.append(Problem(message, f"{path}, line {number}", _HINT))
        papers[paper.paper_id] = paper
    return papers


def _parse_id(row: JsonObject) -> str:
    if not isinstance(row["paper_id"], str):
        raise ValueError("paper_id must be a string")
    return row["paper_id"]


def parse_paper(row: JsonObject, labels_of_scheme: Sequence[str]) -> Paper:
    """Parse a row of a release's abstracts, whose scheme has the labels ``labels_of_scheme``.

    Sentences of a scheme without labels have none. Metadata are kept as they are, like keys besides
    ``PAPER_KEYS`` (``pred_labels_truncated``). Raises KeyError for a missing key, ValueError or
    TypeError for a wrong value.
    """
    if not is_text_list(row["abstract"]):
        raise ValueError("abstract is not a list of sentences")
    if not is_text_list(row["pred_labels"]):
        raise ValueError("pred_labels is not a list of labels")
    sentences = tuple(row["abstract"])
    labels = tuple(label.removesuffix("_label") for label in row["pred_labels"])
    if len(labels) != len(sentences) and (labels_of_scheme or labels):
        raise ValueError(f"{len(sentences)} sentences but {len(labels)} labels")
    unknown = sorted(set(labels) - set(labels_of_scheme))
    if unknown:
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
    path: Path, parse: Callable[[object], Parsed], problems: list[Problem]
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


def _parse_entry(entry: object, kind: str) -> tuple[JsonObject, tuple[str, ...]]:
    """Return an entry of a query, and its candidates; raise ValueError if it has none."""
    if not isinstance(entry, dict) or not is_text_list(entry.get("cands")):
        raise ValueError(f"Not {kind}: cands is not a list of paper ids, which are strings")
    return entry, tuple(entry["cands"])


def _parse_pool(value: object) -> Pool:
    entry, candidates = _parse_entry(value, "a pool")
    sources = entry.get("cand_source")
    if not isinstance(sources, list) or not all(map(is_text_list, sources)):
        raise ValueError("Not a pool: cand_source is not a list of lists of sources")
    if len(candidates) != len(sources) or len(set(candidates)) != len(candidates):
        raise ValueError("Candidates are repeated or lack sources")
    return Pool(candidates, tuple(map(tuple, sources)))


def _parse_judgments(value: object, max_grade: int) -> Judgments:
    """Parse the grades of a query for a facet: the adjudicated ones, and each annotator's."""
    entry, candidates = _parse_entry(value, "judgments")
    keys = {"adjudicated": "relevance_adju"}
    for key in sorted(entry):
        annotator = _ANNOTATOR.fullmatch(key)
        if annotator:
            keys[annotator[1]] = key
    for key in keys.values():
        if not isinstance(entry.get(key), list):
            raise ValueError(f"Not judgments: {key} is not a list of grades")

    grades = {name: tuple(entry[key]) for name, key in keys.items()}
    wrong = []
    for name, values in grades.items():
        least = 0 if name == "adjudicated" else UNGRADED
        allowed = range(least, max_grade + 1)
        is_sound = all(type(value) is int and value in allowed for value in values)
        if len(values) != len(candidates) or not is_sound:
            wrong.append(name)
    if wrong:
        raise ValueError(f"Grades of {name_some(wrong)} are not one of 0-{max_grade} per candidate")
    if len(set(candidates)) != len(candidates):
        raise ValueError("A candidate is judged twice")
    return Judgments(candidates, grades.pop("adjudicated"), grades)


def _read_queries(path: Path, facets: Sequence[str], problems: list[Problem]) -> list[Query]:
    try:
        text = StringIO(read_user_text(path, _HINT), newline="")
    except UserError as error:
        problems += error.problems
        return []

    reader = csv.DictReader(text, strict=True)
    rows = []
    try:
        columns = reader.fieldnames or ()
        lacking = [name for name in _QUERY_COLUMNS if name not in columns]
        if not lacking:
            rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        where = f"{path}, line {reader.line_num}"
        problems.append(Problem(f"Not a table: {error}.", where, _HINT))
        return []
    if lacking:
        message = f"The list of queries lacks the columns {', '.join(lacking)}."
        problems.append(Problem(message, f"{path}, line 1", _HINT))

    queries: dict[Pair, Query] = {}
    for number, row in rows:
        try:
            query = _parse_query(row, facets)
            if (query.paper_id, query.facet) in queries:
                raise ValueError(f"Listed twice: {pair_name(query.paper_id, query.facet)}")
        except ValueError as error:
            problems.append(Problem(f"{error}.", f"{path}, line {number}", _HINT))
        else:
            queries[query.paper_id, query.facet] = query
    return list(queries.values())


def _parse_query(row: JsonObject, facets: Sequence[str]) -> Query:
    if not row.get("pid") or row.get("facet") not in facets:
        raise ValueError("A query needs a pid and a facet")
    if None in row:
        raise ValueError("The row has more cells than the header")
    return Query(
        paper_id=row["pid"],
        facet=row["facet"],
        year=_read_year(row.get("year")),
        title=row.get("title") or "",
        paper_type=row.get("paper type") or "",
    )


def _check_references(collection: Collection, folder: Path) -> list[Problem]:
    """Return a problem for each file that refers to something another file lacks."""
    pairs = set(collection.judgments)
    queries = {query for query, _ in pairs}
    named = set(queries)
    for judged in collection.judgments.values():
        named.update(judged.candidates)
    without_text = sorted(named - set(collection.papers))
    without_pool = sorted(queries - set(collection.pools))

    listed = {(query.paper_id, query.facet) for query in collection.queries}
    unlisted = [pair_name(*pair) for pair in sorted(pairs - listed)]
    without_sentences = []
    for query, facet in collection.pairs():
        is_known = query in collection.papers
        if is_known and not collection.facet_sentences(query, facet):
            without_sentences.append(pair_name(query, facet))

    problems = []
    for message, names, file in (
        (f"{len(without_text)} judged papers have no abstract", without_text, ABSTRACTS),
        ("Queries without a pool", without_pool, POOL),
        ("Judged pairs that the list of queries lacks", unlisted, QUERIES),
        ("Queries without a sentence of their facet", without_sentences, ABSTRACTS),
    ):
        if names:
            problems.append(Problem(f"{message}: {name_some(names)}.", str(folder / file), _HINT))
    return problems
