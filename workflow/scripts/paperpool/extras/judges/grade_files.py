"""The pairs for a model to grade, and its grades, as JSON lines.

A line that goes out has our ids, the definitions of facet and grades, and the texts. ``query`` and
``candidates`` have umbrela's form (Upadhyay et al. 2024, "UMBRELA: UMbrela is the (Open-Source
Reproduction of the) Bing RELevance Assessor"; github.com/castorini/umbrela).

A grade that comes in is ``{"query": …, "facet": …, "candidate": …, "grade": 2}``; ``query_id``
and ``candidate_id`` are taken as well. ``"grade": null`` is a missing grade: such rows are counted.
An unrequested or repeated pair, a grade out of range, or a line that is no JSON is an error with
its file and line.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Paper, pair_name
from paperpool.collections.foreign_ids import find_other_spellings
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.json_lines import write_json_lines
from paperpool.io.strict_json import read_json_rows
from paperpool.workflow.annotation.guidelines import explain_facet
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.tasks import order_items


def write_asked_pairs(material: Material, seed: int, path: str | Path) -> int:
    """Write every pair as a line of JSON, in the order of the tasks; return how many there are."""
    return write_json_lines(make_asked_pairs(material, seed), path)


def make_asked_pairs(material: Material, seed: int) -> Iterator[dict[str, Any]]:
    """Yield every pair: ids, guideline of its facet, texts, the query's facet sentences (if any).

    The query's text names the facet, so that it differs between facets.
    """
    scheme = material.scheme
    for item in order_items(material.items(), seed):
        facet = scheme.facet(item.facet)
        labels = scheme.labels_of(item.facet)
        marked: list[str] = []
        asked = facet.heading
        if labels:
            marked = material.papers[item.query_id].labelled_sentences(labels)
            asked = f"{facet.heading}: {' '.join(marked)}"
        grades = {}
        for grade, meaning in facet.grades.items():
            grades[str(grade)] = meaning or scheme.grade_names[grade]

        query = _write_text(material.papers[item.query_id])
        candidate = _write_text(material.papers[item.candidate_id])
        yield {
            "query_id": item.query_id,
            "facet": item.facet,
            "candidate_id": item.candidate_id,
            "definition": f"{facet.heading}. {explain_facet(facet)}",
            "grades": grades,
            "instructions": " ".join(scheme.general),
            "facet_sentences": marked,
            "query": {"qid": pair_name(item.query_id, item.facet), "text": f"{query}\n\n{asked}"},
            "candidates": [{"docid": item.candidate_id, "doc": {"segment": candidate}}],
        }


def _write_text(paper: Paper) -> str:
    return f"{paper.title}\n\n{paper.abstract}"


KEYS = {
    "query": ("query", "query_id"),
    "facet": ("facet",),
    "candidate": ("candidate", "candidate_id"),
}
"""The ids of a row, and the names that each of them may stand under."""

FORM_HINT = (
    "A row is JSON with a query, a facet, a candidate and a grade (a whole number); "
    "docs/annotation.md converts other files."
)
_ASKED_HINT = "Grade the pairs of this run's annotation/judge_pairs.jsonl, or remove the row."


@dataclass
class Judge:
    """A judge: its grades by pair, its rows without one, and the rankers that share its model."""

    grades: dict[Item, int] = field(default_factory=dict)
    n_blank: int = 0
    same_model: Sequence[str] = ()

    @property
    def n_read(self) -> int:
        """The rows of the files."""
        return len(self.grades) + self.n_blank


def read_judges(
    settings: Mapping[str, Mapping[str, Any]], asked: Set[Item], scheme: Scheme
) -> dict[str, Judge]:
    """Return the judges by name; of each ``grades`` are its files, ``same_model`` its rankers.

    ``asked`` are the pairs that a judge may grade, by the facets and grades of ``scheme``. Raises
    UserError with the problems of all files.
    """
    problems: list[Problem] = []
    unknown: dict[Item, str] = {}
    judges = {}
    for name, of_judge in settings.items():
        judges[name] = Judge(same_model=tuple(of_judge.get("same_model", ())))
        seen: dict[Item, str] = {}
        for path in of_judge["grades"]:
            n_before = len(seen) + len(problems)
            try:
                rows = read_json_rows(path, "a grade", _parse_row, FORM_HINT, problems)
                for line, (item, grade) in rows:
                    where = f"{path}, line {line}"
                    problem = _find_problem(item, grade, where, scheme, asked, seen)
                    if problem:
                        problems.append(problem)
                        if item not in asked:
                            unknown.setdefault(item, where)
                        continue
                    seen[item] = where
                    if grade is None:
                        judges[name].n_blank += 1
                    else:
                        judges[name].grades[item] = grade
            except UserError as error:
                problems += error.problems
            if len(seen) + len(problems) == n_before:
                problems.append(Problem("The file holds no grade.", str(path), FORM_HINT))
    if problems:
        spelled = find_other_spellings(unknown, asked, {"queries": 0, "candidates": 2})
        raise UserError(first_of([*spelled, *problems]))
    return judges


def _find_problem(
    item: Item,
    grade: object,
    where: str,
    scheme: Scheme,
    asked: Set[Item],
    seen: Mapping[Item, str],
) -> Problem | None:
    """Return the problem of a row, or None."""
    place = f"{quote(item.query_id)}, {item.facet}, {quote(item.candidate_id)}"
    if item.facet not in scheme.facet_names:
        message = f"There is no facet {quote(item.facet)}."
        return Problem(message, where, f"One of {', '.join(scheme.facet_names)}.")

    if item not in asked:
        return Problem(f"Nobody asked for query {place}.", where, _ASKED_HINT)
    if item in seen:
        hint = f"It has a grade already ({seen[item]}). Remove one of them."
        return Problem(f"Query {place} stands there twice.", where, hint)
    if grade is not None and (type(grade) is not int or not 0 <= grade <= scheme.max_grade):
        hint = f"A whole number, 0 to {scheme.max_grade}."
        return Problem(f"The grade is {quote(grade)}.", where, hint)
    return None


def _parse_row(row: Mapping[str, object]) -> tuple[Item, Any]:
    """Return the pair of a row and its grade as it stands there."""
    ids = {}
    for name, keys in KEYS.items():
        value = next((row[key] for key in keys if key in row), None)
        if value is None:
            raise KeyError(name)
        if not isinstance(value, str) or not value:
            raise ValueError(f"the {name} is {quote(value)}, not an id")
        ids[name] = value

    if "grade" not in row:
        raise KeyError("grade")
    return Item(ids["query"], ids["facet"], ids["candidate"]), row["grade"]
