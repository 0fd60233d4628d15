"""Reference papers with their sentences and citances."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import read_table
from paperpool.scisumm.tables import CITANCES, SENTENCES, zip_columns


@dataclass(frozen=True)
class Paper:
    """A reference paper: its sentences in order, and its citances as (id, text)."""

    split: str
    paper_id: str
    sids: tuple[int, ...]
    texts: tuple[str, ...]
    citances: tuple[tuple[str, str], ...]


def load_papers(sentences: str | Path, citances: str | Path) -> list[Paper]:
    """Read papers from files SENTENCES and CITANCES (see ``collect_papers``)."""
    return collect_papers(
        read_table(sentences, SENTENCES), read_table(citances, CITANCES), str(sentences)
    )


def collect_papers(sentences: pa.Table, citances: pa.Table, where: str) -> list[Paper]:
    """Return papers by split and id; raises UserError for repeated ones or ones without text."""
    rows: dict[tuple[str, str], tuple[list[tuple[int, str]], list[tuple[str, str]]]] = {}
    for side, (table, item) in enumerate(((sentences, "sid"), (citances, "citance_id"))):
        for split, paper_id, number, text in zip_columns(table, "split", "paper_id", item, "text"):
            rows.setdefault((split, paper_id), ([], []))[side].append((number, text))
    _check(rows, where)
    return [
        Paper(
            split,
            paper_id,
            tuple(sid for sid, _ in texts),
            tuple(text for _, text in texts),
            tuple(cited),
        )
        for (split, paper_id), (texts, cited) in sorted(rows.items())
    ]


def _check(rows: dict, where: str) -> None:
    ids = [paper_id for _, paper_id in rows]
    twice = sorted({paper_id for paper_id in ids if ids.count(paper_id) > 1})
    empty = sorted(paper_id for (_, paper_id), (texts, _) in rows.items() if not texts)
    problems = []
    if twice:
        what = f"Reference papers are in both splits: {name_some(twice)}."
        problems.append(Problem(what, where, "Leave each out of one split."))
    if empty:
        what = f"Reference papers have citances and no sentences: {name_some(empty)}."
        problems.append(Problem(what, where, "Add their texts or leave out their citances."))
    if problems:
        raise UserError(problems)
