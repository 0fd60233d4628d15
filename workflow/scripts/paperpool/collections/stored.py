"""A user's collection as our own tables, whatever its format.

``papers.parquet``, ``topics.parquet`` and ``grades.parquet`` have the schemas COLLECTION_PAPERS,
COLLECTION_TOPICS and COLLECTION_GRADES, sorted by id; ``collection.json`` has the rest.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.collections.collection import (
    STORED_FILES,
    Judgments,
    OpenCollection,
    OpenPapers,
    Pair,
    WholePapers,
)
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.collections.scheme_text import format_scheme, parse_text
from paperpool.collections.schemes import Scheme, default_scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import DELETE, read_json, write_json
from paperpool.io.parquet_files import reading
from paperpool.io.strict_json import JsonObject
from paperpool.io.tables import (
    COLLECTION_DECIMALS,
    COLLECTION_GRADES,
    COLLECTION_PAPERS,
    COLLECTION_TOPICS,
    read_table,
    write_rows,
)


def store_collection(collection: OpenCollection, folder: str | Path) -> None:
    """Write an open collection to the STORED_FILES of a folder."""
    papers_path, topics_path, grades_path, settings_path = (
        Path(folder) / name for name in STORED_FILES
    )
    paper_rows = (_paper_row(collection, i) for i in sorted(collection.papers))
    write_rows(papers_path, paper_rows, COLLECTION_PAPERS)

    names = collection.topic_names()
    ordered = sorted(collection.judgments, key=lambda pair: names[pair])
    topic_rows = [(names[pair], pair[0], pair[1]) for pair in ordered]
    write_rows(topics_path, topic_rows, COLLECTION_TOPICS)

    # whole grades stay integers, so that a collection that has no others reads as it was
    schema = COLLECTION_DECIMALS if collection.has_decimals else COLLECTION_GRADES
    write_rows(grades_path, _grade_rows(collection, ordered, names), schema)

    [split] = collection.folds["all"]
    settings = {
        "split": split,
        "faceted": not isinstance(collection, WholePapers),
        "relevant": collection.relevant,
        "depth": collection.depth,
        "has_candidates": bool(collection.candidates),
    }
    if collection.scheme != default_scheme():
        settings["scheme"] = format_scheme(collection.scheme)
    write_json(settings_path, settings)


def read_stored(folder: str | Path) -> OpenCollection:
    """Read the files of ``store_collection``; raise UserError for inconsistent tables."""
    papers_path, topics_path, grades_path, settings_path = (
        Path(folder) / name for name in STORED_FILES
    )
    settings = read_json(settings_path)
    scheme = default_scheme()
    if "scheme" in settings:
        scheme = parse_text(settings["scheme"], str(settings_path))
    papers, questions = _read_papers(papers_path, scheme)

    names = {}
    for row in read_table(topics_path, COLLECTION_TOPICS).to_pylist():
        names[row["paper_id"], row["part"]] = row["topic_id"]
    grades = _read_grades(grades_path)
    strange = set(grades.column("topic_id").to_pylist()) - set(names.values())
    if strange:
        message = f"It lacks topics that grades.parquet has: {name_some(sorted(strange))}."
        raise UserError(Problem(message, str(topics_path), DELETE))

    judged: dict[str, dict[str, float]] = {name: {} for name in names.values()}
    candidates: dict[str, list[str]] = {name: [] for name in names.values()}
    for topic, candidate, grade, is_candidate in zip(*grades.to_pydict().values(), strict=True):
        if is_candidate:
            candidates[topic].append(candidate)
        if grade is not None:
            judged[topic][candidate] = int(grade) if grade == int(grade) else grade

    judgments = {}
    for pair, name in names.items():
        judgments[pair] = Judgments(tuple(judged[name]), tuple(judged[name].values()), {})
    listed = {}
    if settings["has_candidates"]:
        listed = {pair: candidates[name] for pair, name in names.items()}
    collection_class = OpenCollection if settings["faceted"] else OpenPapers
    return collection_class(
        papers=papers,
        pools={},
        judgments=judgments,
        folds={"all": {settings["split"]: sorted(names)}},
        candidates=listed,
        relevant=settings["relevant"],
        depth=settings["depth"],
        questions=frozenset(questions),
        names=names,
        scheme=scheme,
    )


def _read_papers(path: Path, scheme: Scheme) -> tuple[dict[str, Paper | PlainPaper], list[str]]:
    """Return the papers by id, and the ids of those that are queries alone."""
    rows = read_table(path, COLLECTION_PAPERS).to_pylist()
    uneven = [row["paper_id"] for row in rows if _size(row["sentences"]) != _size(row["labels"])]
    if uneven and scheme.labels:
        message = f"Papers whose sentences and labels differ in number: {name_some(uneven)}."
        raise UserError(Problem(message, str(path), DELETE))

    papers = {row["paper_id"]: _make_paper(row) for row in rows}
    return papers, [row["paper_id"] for row in rows if row["is_question"]]


def _read_grades(path: Path) -> pa.Table:
    """Read the grades, which may be of either schema: whole numbers, or decimals."""
    with reading(path):
        is_decimal = pq.read_schema(path).equals(COLLECTION_DECIMALS)
    return read_table(path, COLLECTION_DECIMALS if is_decimal else COLLECTION_GRADES)


def _grade_rows(
    collection: OpenCollection, pairs: Iterable[Pair], names: Mapping[Pair, str]
) -> Iterator[tuple[str, str, float | None, bool]]:
    """Yield the candidates and judged papers of each topic: id, grade, and whether it is listed."""
    for pair in pairs:
        candidates = set(collection.candidates.get(pair, ()))
        grades = collection.judgments[pair].grades()
        for paper_id in sorted(candidates | grades.keys()):
            yield names[pair], paper_id, grades.get(paper_id), paper_id in candidates


def _size(values: list[str] | None) -> int:
    return -1 if values is None else len(values)


def _paper_row(collection: OpenCollection, paper_id: str) -> tuple[object, ...]:
    paper = collection.papers[paper_id]
    sentences = labels = None
    if isinstance(paper, Paper):
        sentences = paper.sentences
        labels = paper.labels
    is_question = paper_id in collection.questions
    return paper_id, paper.title, paper.abstract, sentences, labels, is_question


def _make_paper(row: JsonObject) -> Paper | PlainPaper:
    if row["sentences"] is not None:
        return Paper(row["paper_id"], row["title"], tuple(row["sentences"]), tuple(row["labels"]))
    if row["is_question"] and not row["title"]:
        return Question(row["paper_id"], row["title"], row["abstract"])
    return PlainPaper(row["paper_id"], row["title"], row["abstract"])
