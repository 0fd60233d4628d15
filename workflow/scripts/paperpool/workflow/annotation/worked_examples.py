"""Pairs of papers with their grade and why: annotators learn from them.

Source: CSFCube, section 4, and its annotator guidelines, sections 2.2 to 2.4. The examples of a
scheme have their papers; those of the default one are invented. A user's name papers of the corpus.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.papers import Paper
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.yaml_files import load_yaml
from paperpool.workflow.annotation.items import Item

KEYS = ("query", "candidate", "facet", "grade", "why")
"""The keys of an example; ``why`` may be left out unless annotators are to read it."""

_FORM = (
    "See docs/annotation.md: a list `examples`, each with query, candidate, facet, grade and why."
)


_NAMED_PAPERS = "Name papers of the corpus or of data.csfcube that have a text."
_OWN_PAPERS = "Add the paper to the examples of the scheme, with its sentences."


@dataclass(frozen=True)
class Example:
    """A graded pair: its item, its settled grade with the reason, and its place in its file."""

    item: Item
    grade: int
    why: str
    where: str


@dataclass(frozen=True)
class Examples:
    """The examples of a file in its order, and the ``papers`` that the file itself has."""

    examples: list[Example]
    papers: dict[str, Paper]

    def ids(self) -> set[str]:
        """Return the papers that are named and that the file does not have."""
        named: set[str] = set()
        for example in self.examples:
            named.update((example.item.query_id, example.item.candidate_id))
        return named - set(self.papers)

    def check_papers(self, known: Collection[str], hint: str = _NAMED_PAPERS) -> None:
        """Raise UserError that lists each example with a paper that is not ``known``, nor here."""
        problems = []
        for example in self.examples:
            papers = {"query": example.item.query_id, "candidate": example.item.candidate_id}
            for key, paper_id in papers.items():
                if paper_id not in known and paper_id not in self.papers:
                    message = f"No paper {quote(paper_id)} with a text."
                    problems.append(Problem(message, f"{example.where}.{key}", hint))
        if problems:
            raise UserError(first_of(problems))

    def with_released(self, others: Examples, known: Mapping[str, Paper]) -> Examples:
        """Return these after ``others``; alone if a paper of the others is not ``known``."""
        if not others.ids() <= set(known):
            return self
        papers = self.papers | {i: known[i] for i in others.ids()}
        return Examples(others.examples + self.examples, papers)


def read_examples(path: str | Path, scheme: Scheme, tells_why: bool = True) -> Examples:
    """Read a file of examples (YAML); with ``tells_why`` each needs a reason.

    Raises UserError that lists missing or unknown keys, facets, labels or grades that are none of
    ``scheme``, pairs of one paper, and repeated pairs.
    """
    read = load_yaml(path, "file of examples", _FORM)
    return parse_examples(read, str(path), scheme, tells_why)


def scheme_examples(scheme: Scheme, path: str | Path) -> Examples:
    """Return the examples that ``scheme``, read from ``path``, has itself: it may have none.

    Raises UserError as ``read_examples`` does, and for papers that the scheme lacks.
    """
    if not scheme.examples:
        return Examples([], {})
    examples = parse_examples(scheme.examples, f"{path}, examples", scheme)
    examples.check_papers((), _OWN_PAPERS)
    return examples


def parse_examples(
    read: Mapping[str, object], place: str, scheme: Scheme, tells_why: bool = True
) -> Examples:
    """Return the examples of a mapping, read from ``place``; see ``read_examples``."""
    problems = []
    for key in read:
        if key not in ("examples", "papers"):
            problems.append(Problem(f"Unknown key {quote(key)}.", place, _FORM))
    papers = _read_papers(read.get("papers") or {}, f"{place}, papers", scheme, problems)
    rows = read.get("examples")
    if not isinstance(rows, list) or not rows:
        problems.append(Problem("There is no list of examples.", f"{place}, examples", _FORM))
        rows = []

    examples: dict[Item, Example] = {}
    for number, row in enumerate(rows):
        where = f"{place}, examples.{number}"
        found = list(_find_problems(row, where, scheme, tells_why))
        if found:
            problems += found
            continue
        item = Item(row["query"], row["facet"], row["candidate"])
        if item in examples:
            message = f"The pair is listed twice ({examples[item].where})."
            problems.append(Problem(message, where, "Remove one of them."))
            continue
        examples[item] = Example(item, row["grade"], (row.get("why") or "").strip(), where)

    if problems:
        raise UserError(first_of(problems))
    return Examples(list(examples.values()), papers)


def _find_problems(row: object, where: str, scheme: Scheme, tells_why: bool) -> Iterable[Problem]:
    """Yield the problems of an example by itself."""
    if not isinstance(row, dict):
        yield Problem("An example is a mapping of keys.", where, _FORM)
        return
    for key in row:
        if key not in KEYS:
            yield Problem(f"Unknown key {quote(key)}.", where, _FORM)
    for key in ("query", "candidate"):
        if not _is_id(row.get(key)):
            hint = "A paper id in quotation marks: without them 012 is read as another number."
            yield Problem(f"The {key} is {quote(row.get(key))}.", f"{where}.{key}", hint)
    if _is_id(row.get("query")) and str(row["query"]) == str(row.get("candidate")):
        yield Problem("A paper is its own candidate.", where, "Name two papers.")
    if row.get("facet") not in scheme.facet_names:
        hint = f"One of {', '.join(scheme.facet_names)}."
        yield Problem(f"The facet is {quote(row.get('facet'))}.", f"{where}.facet", hint)

    grade = row.get("grade")
    if type(grade) is not int or not 0 <= grade <= scheme.max_grade:
        hint = f"A whole number from 0 to {scheme.max_grade}."
        yield Problem(f"The grade is {quote(grade)}.", f"{where}.grade", hint)
    why = row.get("why")
    if (why is None and tells_why) or not isinstance(why, str | None) or why == "":
        yield Problem(f"The reason is {quote(why)}.", f"{where}.why", "Say why in a sentence.")


def _is_id(value: object) -> bool:
    """Return whether a value is a text that is not empty and has no white space around it."""
    return isinstance(value, str) and value.strip() == value != ""


def _read_papers(
    value: object, where: str, scheme: Scheme, problems: list[Problem]
) -> dict[str, Paper]:
    """Return the papers of a file by id, of ``{id: {title, sentences: [{label: sentence}]}}``.

    Under a scheme without labels the sentences are texts alone.
    """
    if not isinstance(value, dict):
        problems.append(Problem("The papers are no mapping of ids.", where, _FORM))
        return {}

    papers: dict[str, Paper] = {}
    for key, row in value.items():
        parts = _sentences(row, scheme.labels)
        if not _is_id(key) or parts is None:
            message = "A paper without a title, or whose sentences are not each `label: sentence`."
            hint = f"The labels are {', '.join(scheme.labels)}."
            if not scheme.labels:
                message = "A paper without a title, or whose sentences are not each a text."
                hint = "The scheme has no labels."
            problems.append(Problem(message, f"{where}.{key}", hint))
            continue
        labels, sentences = zip(*parts, strict=True)
        if not scheme.labels:
            labels = ()
        papers[str(key)] = Paper(str(key), row["title"], sentences, labels)
    return papers


def _sentences(row: object, labels: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return label and text of each sentence, or None if a paper is malformed.

    Without ``labels`` a sentence is a text, and its label is empty.
    """
    if not isinstance(row, dict) or set(row) != {"title", "sentences"}:
        return None
    rows = row["sentences"]
    if not isinstance(row["title"], str) or not isinstance(rows, list) or not rows:
        return None

    parts: list[tuple[str, str]] = []
    for sentence in rows:
        label = ""
        text = sentence
        if labels:
            if not isinstance(sentence, Mapping) or len(sentence) != 1:
                return None
            [(label, text)] = sentence.items()
            if label not in labels:
                return None
        if not isinstance(text, str) or not text.strip():
            return None
        parts.append((label, text.strip()))
    return parts
