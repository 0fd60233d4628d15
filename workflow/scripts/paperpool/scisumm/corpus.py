"""Reference papers with their sentences, and citances as rankers read them."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import read_table
from paperpool.scisumm.names import Citance
from paperpool.scisumm.tables import CITANCES, SENTENCES, zip_columns


@dataclass(frozen=True)
class Paper:
    """A reference paper: its sentences in order, and its citances as (id, text)."""

    split: str
    paper_id: str
    sids: tuple[int, ...]
    texts: tuple[str, ...]
    citances: tuple[tuple[str, str], ...]


def load_papers(
    sentences: str | Path, citances: str | Path, citance: Citance = "clean"
) -> list[Paper]:
    """Read papers from files SENTENCES and CITANCES (see ``collect_papers``)."""
    tables = read_table(sentences, SENTENCES), read_table(citances, CITANCES)
    return collect_papers(*tables, str(sentences), citance)


def collect_papers(
    sentences: pa.Table, citances: pa.Table, where: str, citance: Citance = "clean"
) -> list[Paper]:
    """Return papers by split and id; raises UserError for repeated ones or ones without text.

    ``citance`` is the text of citances (see ``choose_text``).
    """
    rows: dict[tuple[str, str], tuple[list[tuple[int, str]], list[tuple[str, str]]]] = {}
    for split, paper_id, sid, text in zip_columns(sentences, "split", "paper_id", "sid", "text"):
        rows.setdefault((split, paper_id), ([], []))[0].append((sid, text))
    columns = ("split", "paper_id", "citance_id", "text", "clean")
    for split, paper_id, citance_id, text, clean in zip_columns(citances, *columns):
        read = choose_text(text, clean, citance)
        rows.setdefault((split, paper_id), ([], []))[1].append((citance_id, read))
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


def choose_text(text: str, clean: str, citance: Citance) -> str:
    """Return a citance's clean text if that is asked for and there, else its ``text``."""
    return clean if citance == "clean" and clean else text


def describe_fallbacks(citances: pa.Table) -> list[str]:
    """Return a sentence for each split that has citances without a clean text."""
    n_citances: Counter[str] = Counter()
    n_without: Counter[str] = Counter()
    for split, clean in zip_columns(citances, "split", "clean"):
        n_citances[split] += 1
        n_without[split] += not clean
    return [
        f"{n_without[split]} of the {n} citing sentences of {split} have no clean text: "
        "the other is read."
        for split, n in sorted(n_citances.items())
        if n_without[split]
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
