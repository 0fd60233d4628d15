"""Answer the tasks of an annotation in place of people, to try what comes after them.

Two imagined annotators and an adjudicator grade by words that query and candidate share. Their
answers say nothing of the papers: never publish a collection of them. TASKS is the file tasks.csv
of an annotation, ANSWERS the table of grades to write, for ``annotation.exports``.

    .venv/bin/python studies/imagine_answers.py TASKS ANSWERS --max-grade 2
"""

import argparse
import csv
import math
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

SHARES = (0.5, 0.25, 0.15)
"""The parts of a query's candidates, from the least alike, that get grade 0, 1 and 2."""

ERROR = 0.15
"""How often an annotator gives another grade than the adjudicator."""

COLUMNS = ("query", "facet", "paper", "stage", "annotator", "grade")


def main() -> None:
    """Write the answers to a file of tasks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--max-grade", type=int, default=3, help="the highest grade of the scheme")
    parser.add_argument("--seed", type=int, default=13)
    asked = parser.parse_args()

    with asked.tasks.open(encoding="utf-8-sig", newline="") as file:
        tasks = list(csv.DictReader(file))
    settled = grade_tasks(tasks, asked.max_grade)
    generator = np.random.default_rng(asked.seed)
    rows = []
    for task, grade in zip(tasks, settled, strict=True):
        given = [err(grade, asked.max_grade, generator) for _ in range(2)]
        name = (task["query"], task["facet"], task["paper"])
        for annotator, of_annotator in zip(("imagined-1", "imagined-2"), given, strict=True):
            rows.append((*name, "", annotator, of_annotator))
        if given[0] != given[1]:
            rows.append((*name, "adjudication", "imagined-3", grade))

    with asked.answers.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    print(f"{len(rows)} grades of {len(tasks)} tasks: {asked.answers}")


def grade_tasks(tasks: list[dict[str, str]], max_grade: int) -> list[int]:
    """Return a grade for each task, by the rank of its candidate among those of its query."""
    words = [split_words(task["paper_abstract"]) for task in tasks]
    n_papers = Counter(word for of_paper in words for word in of_paper)
    by_query: defaultdict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    for number, task in enumerate(tasks):
        shared = split_words(task["facet_sentences"] or task["query_abstract"]) & words[number]
        weight = sum(math.log(len(tasks) / n_papers[word]) for word in shared)
        by_query[task["query"], task["facet"]].append((weight, number))

    grades = [0] * len(tasks)
    for candidates in by_query.values():
        for place, (_, number) in enumerate(sorted(candidates)):
            share = (place + 0.5) / len(candidates)
            grade = int(np.searchsorted(np.cumsum(SHARES), share))
            grades[number] = min(grade, max_grade)
    return grades


def err(grade: int, max_grade: int, generator: np.random.Generator) -> int:
    """Return the grade that an annotator gives for a settled one: sometimes a neighbouring one."""
    if generator.random() >= ERROR:
        return grade
    neighbours = [near for near in (grade - 1, grade + 1) if 0 <= near <= max_grade]
    return int(generator.choice(neighbours))


def split_words(text: str) -> set[str]:
    """Return the words of a text that have five letters or more."""
    return set(re.findall(r"[a-z]{5,}", text.lower()))


if __name__ == "__main__":
    main()
