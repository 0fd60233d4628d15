"""A user's collection as our own tables, whatever its format.

``papers.parquet``, ``topics.parquet`` and ``grades.parquet`` have the schemas COLLECTION_PAPERS,
COLLECTION_TOPICS and COLLECTION_GRADES, sorted by id; ``collection.json`` has the rest.
"""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from paperpool.collections.collection import Judgments, OpenCollection, OpenPapers, WholePapers
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import DELETE, read_json, write_json
from paperpool.io.parquet_files import reading
from paperpool.io.tables import (
    COLLECTION_DECIMALS,
    COLLECTION_GRADES,
    COLLECTION_PAPERS,
    COLLECTION_TOPICS,
    read_table,
    write_rows,
)

FILES = ("papers.parquet", "topics.parquet", "grades.parquet", "collection.json")


def store_collection(collection: OpenCollection, folder: str | Path) -> None:
    papers, topics, grades, rest = (Path(folder) / name for name in FILES)
    paper_rows = (_paper_row(collection, i) for i in sorted(collection.papers))
    write_rows(papers, paper_rows, COLLECTION_PAPERS)
    names = collection.topic_names()
    ordered = sorted(collection.judgments, key=lambda pair: names[pair])
    write_rows(topics, ((names[pair], *pair) for pair in ordered), COLLECTION_TOPICS)
    graded = ((names[pair], *row) for pair in ordered for row in _list_graded(collection, pair))
    schema = COLLECTION_DECIMALS if collection.has_decimals else COLLECTION_GRADES
    write_rows(grades, graded, schema)
    [split] = collection.folds["all"]
    kept = {
        "split": split,
        "faceted": not isinstance(collection, WholePapers),
        "relevant": collection.relevant,
        "depth": collection.depth,
        "has_candidates": bool(collection.candidates),
    }
    write_json(rest, kept)


def read_stored(folder: str | Path) -> OpenCollection:
    """Read the files of ``store_collection``; raise UserError for inconsistent tables."""
    papers, topics, grades, rest = (Path(folder) / name for name in FILES)
    kept = read_json(rest)
    rows = read_table(papers, COLLECTION_PAPERS).to_pylist()
    uneven = [row["paper_id"] for row in rows if _size(row["sentences"]) != _size(row["labels"])]
    if uneven:
        what = f"Papers whose sentences and labels differ in number: {name_some(uneven)}."
        raise UserError(Problem(what, str(papers), DELETE))
    names = {
        (row["paper_id"], row["part"]): row["topic_id"]
        for row in read_table(topics, COLLECTION_TOPICS).to_pylist()
    }
    judged: dict[str, dict[str, float]] = {name: {} for name in names.values()}
    listed: dict[str, list[str]] = {name: [] for name in names.values()}
    with reading(grades):
        is_decimal = pq.read_schema(grades).equals(COLLECTION_DECIMALS)
    graded = read_table(grades, COLLECTION_DECIMALS if is_decimal else COLLECTION_GRADES)
    if strange := set(graded.column("topic_id").to_pylist()) - judged.keys():
        what = f"It lacks topics that grades.parquet has: {name_some(sorted(strange))}."
        raise UserError(Problem(what, str(topics), DELETE))
    for topic, candidate, grade, is_candidate in zip(*graded.to_pydict().values(), strict=True):
        if is_candidate:
            listed[topic].append(candidate)
        if grade is not None:
            judged[topic][candidate] = int(grade) if grade == int(grade) else grade
    has_candidates = kept.pop("has_candidates")
    return (OpenCollection if kept.pop("faceted") else OpenPapers)(
        papers={row["paper_id"]: _make_paper(row) for row in rows},
        pools={},
        judgments={
            pair: Judgments(tuple(judged[name]), tuple(judged[name].values()), {})
            for pair, name in names.items()
        },
        folds={"all": {kept.pop("split"): sorted(names)}},
        candidates={pair: listed[name] for pair, name in names.items() if has_candidates},
        **kept,
        questions=frozenset(row["paper_id"] for row in rows if row["is_question"]),
        names=names,
    )


def _list_graded(
    collection: OpenCollection, pair: tuple[str, str]
) -> list[tuple[str, float | None, bool]]:
    candidates = set(collection.candidates.get(pair, ()))
    grades = collection.judgments[pair].grades()
    return [(i, grades.get(i), i in candidates) for i in sorted(candidates | grades.keys())]


def _size(values: list[str] | None) -> int:
    return -1 if values is None else len(values)


def _paper_row(collection: OpenCollection, paper_id: str) -> tuple[Any, ...]:
    paper = collection.papers[paper_id]
    parted = (paper.sentences, paper.labels) if isinstance(paper, Paper) else (None, None)
    return paper_id, paper.title, paper.abstract, *parted, paper_id in collection.questions


def _make_paper(row: dict[str, Any]) -> Paper | PlainPaper:
    if row["sentences"] is not None:
        return Paper(row["paper_id"], row["title"], tuple(row["sentences"]), tuple(row["labels"]))
    kind = Question if row["is_question"] and not row["title"] else PlainPaper
    return kind(row["paper_id"], row["title"], row["abstract"])
