"""Read and validate a collection in the format of the CSFCube release.

Files: ``abstracts-csfcube-preds.jsonl``, ``test-pid2pool-csfcube.json``,
``test-pid2anns-csfcube-{facet}.json``, ``evaluation_splits.json``, ``queries-release.csv``.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query, pair_name
from paperpool.collections.csfcube_folds import check_folds, read_folds
from paperpool.collections.facets import FACETS, LABELS, MAX_GRADE, UNGRADED
from paperpool.errors import Problem, UserError, name_some
from paperpool.files import read_json

ABSTRACTS = "abstracts-csfcube-preds.jsonl"
POOL = "test-pid2pool-csfcube.json"
JUDGMENTS = "test-pid2anns-csfcube-{facet}.json"
SPLITS = "evaluation_splits.json"
QUERIES = "queries-release.csv"

REQUIRED = (ABSTRACTS, POOL, *(JUDGMENTS.format(facet=facet) for facet in FACETS), SPLITS, QUERIES)
"""The files of a release that are read."""

_ANNOTATOR = re.compile(r"relevance_(ann\w+)")
_HINT = "Compare with the release's own files (snakemake fetch_csfcube)."


def read_collection(folder: str | Path, evaluable: bool = True) -> Collection:
    """Read a release folder; where it need not be ``evaluable``, its splits may be incomplete.

    Raises UserError listing every problem found: missing files, malformed rows, judged papers
    without an abstract, grades outside 0-3, splits that name an unknown pair.
    """
    folder = Path(folder)
    missing = [name for name in REQUIRED if not (folder / name).is_file()]
    if missing:
        raise UserError(
            [
                Problem("A file of the CSFCube release is missing.", str(folder / m), _HINT)
                for m in missing
            ]
        )
    problems: list[Problem] = []
    papers = _read_papers(folder / ABSTRACTS, problems)
    pools = _read_pools(folder / POOL, problems)
    judgments: dict[tuple[str, str], Judgments] = {}
    for facet in FACETS:
        judgments |= _read_judgments(folder / JUDGMENTS.format(facet=facet), facet, problems)
    folds = read_folds(_read_json(folder / SPLITS, problems), str(folder / SPLITS), problems)
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
    """Read a release's file of abstracts alone; raise UserError with every problem found."""
    problems: list[Problem] = []
    papers = _read_papers(Path(path), problems)
    if problems:
        raise UserError(problems)
    return papers


def read_paper_ids(paths: Iterable[str | Path]) -> set[str]:
    """Return the ids of the papers in files of abstracts, without checking anything else."""
    ids: set[str] = set()
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            ids.update(json.loads(line)["paper_id"] for line in lines if line.strip())
    return ids


def _read_json(path: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        value = read_json(path)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        problems.append(Problem(f"Not valid JSON: {error}.", str(path), _HINT))
        return {}
    if not isinstance(value, dict):
        problems.append(Problem("Not a JSON object.", str(path), _HINT))
        return {}
    return value


def _read_papers(path: Path, problems: list[Problem]) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            where = f"{path}, line {number}"
            try:
                paper = parse_paper(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                what = f"missing key {error}" if isinstance(error, KeyError) else str(error)
                problems.append(Problem(f"Not a paper of the release: {what}.", where, _HINT))
                continue
            if paper.paper_id in papers:
                problems.append(Problem(f"Paper {paper.paper_id} is listed twice.", where, _HINT))
            papers[paper.paper_id] = paper
    return papers


def parse_paper(row: dict[str, Any]) -> Paper:
    """Return the paper that a row of a release's abstracts holds.

    Its year is that of its metadata, which is kept as it is. Raises KeyError for a key that is
    missing, ValueError or TypeError for a value of the wrong kind.
    """
    labels = tuple(str(label).removesuffix("_label") for label in row["pred_labels"])
    sentences = tuple(row["abstract"])
    if isinstance(row["abstract"], str) or not all(isinstance(s, str) for s in sentences):
        raise ValueError("abstract is not a list of sentences")
    if len(labels) != len(sentences):
        raise ValueError(f"{len(sentences)} sentences but {len(labels)} labels")
    unknown = sorted(set(labels) - set(LABELS))
    if unknown:
        raise ValueError(f"unknown label {unknown[0]!r}")
    if not isinstance(row["paper_id"], str) or not isinstance(row["title"], str):
        raise ValueError("paper_id and title must be strings")
    metadata = row.get("metadata")
    if not isinstance(metadata, dict | None):
        raise ValueError("metadata is not an object")
    year = (metadata or {}).get("year")
    year = int(year) if str(year).isdigit() else None
    return Paper(row["paper_id"], row["title"], sentences, labels, year, metadata)


def _read_pools(path: Path, problems: list[Problem]) -> dict[str, Pool]:
    pools = {}
    for query, entry in _read_json(path, problems).items():
        try:
            candidates, sources = list(entry["cands"]), [tuple(s) for s in entry["cand_source"]]
        except (KeyError, TypeError) as error:
            problems.append(Problem(f"Pool without {error}.", f"{path}, query {query}", _HINT))
            continue
        if len(candidates) != len(sources) or len(set(candidates)) != len(candidates):
            problems.append(
                Problem("Candidates are repeated or lack sources.", f"{path}, query {query}", _HINT)
            )
            continue
        pools[query] = Pool(tuple(candidates), tuple(sources))
    return pools


def _read_judgments(
    path: Path, facet: str, problems: list[Problem]
) -> dict[tuple[str, str], Judgments]:
    judgments = {}
    for query, entry in _read_json(path, problems).items():
        try:
            candidates = tuple(entry["cands"])
            grades = {
                "adjudicated": tuple(entry["relevance_adju"]),
                **{m[1]: tuple(entry[k]) for k in sorted(entry) if (m := _ANNOTATOR.fullmatch(k))},
            }
        except (KeyError, TypeError) as error:
            problems.append(Problem(f"Judgments without {error}.", f"{path}, query {query}", _HINT))
            continue
        wrong = [
            name
            for name, values in grades.items()
            if len(values) != len(candidates)
            or any(
                type(value) is not int
                or not (0 <= value <= MAX_GRADE or (value == UNGRADED and name != "adjudicated"))
                for value in values
            )
        ]
        if wrong or len(set(candidates)) != len(candidates):
            what = f"Grades of {name_some(wrong)} are not one of 0-3 per candidate."
            if not wrong:
                what = "A candidate is judged twice."
            problems.append(Problem(what, f"{path}, query {query}", _HINT))
            continue
        judgments[query, facet] = Judgments(candidates, grades.pop("adjudicated"), grades)
    return judgments


def _read_queries(path: Path, problems: list[Problem]) -> list[Query]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    queries = []
    for number, row in enumerate(rows, 2):
        if not row.get("pid") or row.get("facet") not in FACETS:
            problems.append(
                Problem("A query needs a pid and a facet.", f"{path}, line {number}", _HINT)
            )
            continue
        year = int(row["year"]) if (row.get("year") or "").isdigit() else None
        queries.append(
            Query(
                row["pid"], row["facet"], year, row.get("title") or "", row.get("paper type") or ""
            )
        )
    return queries


def _check_references(collection: Collection, folder: Path) -> list[Problem]:
    """Return a problem for each file that names something another file lacks."""
    problems = []
    pairs = set(collection.judgments)
    named = {c for j in collection.judgments.values() for c in j.candidates}
    without_text = sorted((named | {query for query, _ in pairs}) - set(collection.papers))
    if without_text:
        problems.append(
            Problem(
                f"{len(without_text)} judged papers have no abstract: {name_some(without_text)}.",
                str(folder / ABSTRACTS),
                _HINT,
            )
        )
    without_pool = sorted({query for query, _ in pairs} - set(collection.pools))
    if without_pool:
        problems.append(
            Problem(
                f"Queries without a pool: {name_some(without_pool)}.", str(folder / POOL), _HINT
            )
        )
    without_sentences = [
        pair_name(query, facet)
        for query, facet in collection.pairs()
        if query in collection.papers and not collection.papers[query].facet_sentences(facet)
    ]
    if without_sentences:
        problems.append(
            Problem(
                f"Queries without a sentence of their facet: {name_some(without_sentences)}.",
                str(folder / ABSTRACTS),
                _HINT,
            )
        )
    return problems
