"""Read a split of CSAbstruct: abstracts whose sentences carry a facet.

Source: Cohan et al., "Pretrained Language Models for Sequential Sentence Classification" (2019),
section 3. A line of ``train.jsonl``, ``dev.jsonl`` or ``test.jsonl`` is an abstract with
``sentences``, ``labels`` and ``confs``, the weighted share (0-1) of annotators who agree with the
label.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.strict_json import read_json_rows

SPLITS = ("train", "dev", "test")

LABELS = ("background", "objective", "method", "result", "other")
"""The labels of sentences; CSFCube has the same, and so has the labeller that comes with us."""

FIELD = "Computer Science"
"""The field of study of its abstracts, as S2ORC names it."""

FILES = tuple(f"{split}.jsonl" for split in SPLITS)

UNSEEN = "_unseen"
"""The suffix of a split's name for its abstracts outside the train split."""

_HINT = "Compare with the release's own files (snakemake fetch_csabstruct)."


@dataclass(frozen=True)
class LabelledAbstract:
    """The sentences of an abstract, each with a label of ``LABELS`` and its confidence (0-1)."""

    sentences: tuple[str, ...]
    labels: tuple[str, ...]
    confidences: tuple[float, ...]


def read_split(path: str | Path) -> list[LabelledAbstract]:
    """Return the abstracts of a split in file order; raises UserError for bad or no lines."""
    problems: list[Problem] = []
    rows = read_json_rows(path, "an abstract of CSAbstruct", _parse, _HINT, problems)
    abstracts = [abstract for _, abstract in rows]
    if not abstracts and not problems:
        problems.append(Problem("The split holds no abstract.", str(path), _HINT))
    if problems:
        raise UserError(first_of(problems))
    return abstracts


def _parse(row: dict[str, Any]) -> LabelledAbstract:
    """Return the abstract of a line; ValueError says what is wrong with it."""
    sentences = row["sentences"]
    labels = row["labels"]
    confidences = row["confs"]
    if not all(isinstance(values, list) for values in (sentences, labels, confidences)):
        raise ValueError("sentences, labels and confs must be lists")
    if not sentences or not all(isinstance(s, str) and s.strip() for s in sentences):
        raise ValueError("sentences must be texts, and at least one")
    if not len(sentences) == len(labels) == len(confidences):
        counts = f"{len(sentences)} sentences, {len(labels)} labels and {len(confidences)} confs"
        raise ValueError(counts)

    for label in labels:
        if label not in LABELS:
            raise ValueError(f"unknown label {quote(label)}")
    if not all(type(c) in (int, float) and 0 <= c <= 1 for c in confidences):
        raise ValueError("confs must be numbers from 0 to 1")
    return LabelledAbstract(tuple(sentences), tuple(labels), tuple(map(float, confidences)))
