"""Read the test set: citances in blind files, and gold files of several annotators."""

from collections import defaultdict

from paperpool.io.files import read_bytes
from paperpool.scisumm.read.fields import TaskRow
from paperpool.scisumm.read.layout import Layout, read_files
from paperpool.scisumm.read.papers import Papers, gold_row
from paperpool.scisumm.read.problems import FileProblems, Problems
from paperpool.scisumm.read.scisummnet import MAX_FILE
from paperpool.scisumm.read.task_csv import read_task_csv

SPLIT = "test"

Key = tuple[str, str, str]
"""Identifies a citance: reference paper, citing paper, citation text."""


def read_test_set(layout: Layout, problems: Problems) -> Papers:
    """Return the reference papers of the test set with their available gold rows."""
    papers = Papers()
    known: dict[str, set[int]] = {}
    citances: dict[Key, list[str]] = defaultdict(list)
    for paper_id in layout.test:
        files = read_files(layout, SPLIT, paper_id, problems)
        sids = papers.add_sentences(SPLIT, paper_id, files, problems)
        if sids is None:
            continue
        known[paper_id] = sids
        for _, citance_id, row in papers.add_citances(
            SPLIT, paper_id, files, problems, read_task_csv
        ):
            citances[key_of(paper_id, row)].append(citance_id)

    for path in layout.gold:
        paper_id, _, annotator = path.stem.partition("_")
        found = problems.of(SPLIT, paper_id, layout.name(path))
        if paper_id not in known:
            found.add("unknown_paper", "dropped", path.name)
        elif path.stat().st_size > MAX_FILE:
            found.add("too_large", "dropped", f"{path.stat().st_size} bytes")
        else:
            rows = read_task_csv(read_bytes(path), paper_id, found)
            for row, citance_id in _match(paper_id, rows, citances, found):
                papers.gold.append(gold_row(found, annotator, row, citance_id, known[paper_id]))
    papers.gold.sort(key=lambda row: row[1:3])  # by paper and file; rows stay in order
    return papers


def key_of(paper_id: str, row: TaskRow) -> Key:
    """Return the key of a citance across files, whose numbers may differ."""
    return (paper_id, row.citing_id, row.citation)


def _match(
    paper_id: str, rows: list[TaskRow], citances: dict[Key, list[str]], found: FileProblems
) -> list[tuple[TaskRow, str | None]]:
    """Return each gold row with its citance, or None; equal keys are matched in order."""
    used: dict[Key, int] = defaultdict(int)
    matched: list[tuple[TaskRow, str | None]] = []
    for row in rows:
        key = key_of(paper_id, row)
        ids = citances.get(key, [])
        place = used[key]
        used[key] += 1
        text = f"{row.number}, {row.citing_id}: {row.citation}"
        if not ids:
            found.add("no_counterpart", "unmatched", text, row.row)
            matched.append((row, None))
            continue
        if place >= len(ids):  # the last citance is judged again
            found.add("repeated_citance", "kept", text, row.row)
            place = len(ids) - 1
        matched.append((row, ids[place]))
    return matched
