"""Reference papers with their sentences, and citances as rankers read them."""

from collections import Counter
from collections.abc import Set
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
    sentence_table = read_table(sentences, SENTENCES)
    citance_table = read_table(citances, CITANCES)
    return collect_papers(sentence_table, citance_table, str(sentences), citance)


def collect_papers(
    sentences: pa.Table, citances: pa.Table, where: str, citance: Citance = "clean"
) -> list[Paper]:
    """Return papers by split and id; raises UserError for repeated ones or ones without text.

    ``citance`` is the text of citances (see ``choose_text``).
    """
    texts: dict[tuple[str, str], list[tuple[int, str]]] = {}
    cited: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for split, paper_id, sid, text in zip_columns(sentences, "split", "paper_id", "sid", "text"):
        texts.setdefault((split, paper_id), []).append((sid, text))
    columns = ("split", "paper_id", "citance_id", "text", "clean")
    for split, paper_id, citance_id, text, clean in zip_columns(citances, *columns):
        read = choose_text(text, clean, citance)
        cited.setdefault((split, paper_id), []).append((citance_id, read))
    _check(texts.keys(), cited.keys(), where)

    papers = []
    for (split, paper_id), numbered in sorted(texts.items()):
        sids = tuple(sid for sid, _ in numbered)
        listed = tuple(text for _, text in numbered)
        of_paper = tuple(cited.get((split, paper_id), ()))
        papers.append(Paper(split, paper_id, sids, listed, of_paper))
    return papers


def choose_text(text: str, clean: str, citance: Citance) -> str:
    """Return a citance's clean text if that is asked for and there, else its ``text``."""
    if citance == "clean" and clean:
        return clean
    return text


def describe_fallbacks(citances: pa.Table) -> list[str]:
    """Return a sentence for each split that has citances without a clean text."""
    n_citances: Counter[str] = Counter()
    n_without: Counter[str] = Counter()
    for split, clean in zip_columns(citances, "split", "clean"):
        n_citances[split] += 1
        n_without[split] += not clean

    lines = []
    for split, n in sorted(n_citances.items()):
        if n_without[split]:
            lines.append(
                f"{n_without[split]} of the {n} citing sentences of {split} have no clean text: "
                "the other is read."
            )
    return lines


def _check(with_text: Set[tuple[str, str]], cited: Set[tuple[str, str]], where: str) -> None:
    """Raise UserError for papers in both splits, and for cited ones that have no sentences."""
    n_splits = Counter(paper_id for _, paper_id in with_text | cited)
    twice = sorted(paper_id for paper_id, n in n_splits.items() if n > 1)
    empty = sorted(paper_id for _, paper_id in cited - with_text)

    problems = []
    if twice:
        message = f"Reference papers are in both splits: {name_some(twice)}."
        problems.append(Problem(message, where, "Leave each out of one split."))
    if empty:
        message = f"Reference papers have citances and no sentences: {name_some(empty)}."
        problems.append(Problem(message, where, "Add their texts or leave out their citances."))
    if problems:
        raise UserError(problems)
