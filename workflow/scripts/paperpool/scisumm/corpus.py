"""Reference papers with their sentences and the citances that are matched with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.errors import Problem, UserError, name_some
from paperpool.scisumm.tables import CITANCES, SENTENCES


@dataclass(frozen=True)
class Paper:
    """A reference paper: its sentences in order, and its citances as (id, text)."""

    split: str
    paper_id: str
    sids: tuple[int, ...]
    texts: tuple[str, ...]
    citances: tuple[tuple[str, str], ...]


def load_papers(sentences: str | Path, citances: str | Path) -> list[Paper]:
    """Return the papers of tables SENTENCES and CITANCES, by split and id.

    Raises UserError where a paper is in both splits (its citances' ids would be ambiguous) or has
    citances and no sentences.
    """
    rows: dict[tuple[str, str], tuple[list[tuple[int, str]], list[tuple[str, str]]]] = {}
    table = pq.read_table(sentences, schema=SENTENCES)
    for split, paper_id, sid, text in zip(
        *(table.column(name).to_pylist() for name in ("split", "paper_id", "sid", "text")),
        strict=True,
    ):
        rows.setdefault((split, paper_id), ([], []))[0].append((sid, text))
    table = pq.read_table(citances, schema=CITANCES)
    for split, paper_id, citance_id, text in zip(
        *(table.column(name).to_pylist() for name in ("split", "paper_id", "citance_id", "text")),
        strict=True,
    ):
        rows.setdefault((split, paper_id), ([], []))[1].append((citance_id, text))
    _check(rows, sentences)
    return [
        Paper(
            split,
            paper_id,
            tuple(sid for sid, _ in of_paper),
            tuple(text for _, text in of_paper),
            tuple(cited),
        )
        for (split, paper_id), (of_paper, cited) in sorted(rows.items())
    ]


def _check(rows: dict, where: str | Path) -> None:
    ids = [paper_id for _, paper_id in rows]
    twice = sorted({paper_id for paper_id in ids if ids.count(paper_id) > 1})
    empty = sorted(paper_id for (_, paper_id), (of_paper, _) in rows.items() if not of_paper)
    problems = []
    if twice:
        what = f"Reference papers are in both splits: {name_some(twice)}."
        problems.append(Problem(what, str(where), "Leave each out of one split."))
    if empty:
        what = f"Reference papers have citances and no sentences: {name_some(empty)}."
        problems.append(Problem(what, str(where), "Add their texts or leave out their citances."))
    if problems:
        raise UserError(problems)
