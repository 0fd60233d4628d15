"""The analysis of annotations through the whole workflow."""

import json
import re

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import UNGRADED
from paperpool.workflow.annotation import agreement, collection_statistics, reusability

NAMES = ("agreement", "overruled", "collection", "facet_pairs", "source_grades", "reusability")
JUDGED = ("judge_counts", "judge_board", "judge_rankers")


@pytest.fixture(scope="module")
def targets():
    return [f"results/real/annotation/{name}.csv" for name in (*NAMES, *JUDGED)]


def write_first_annotator(collection, path):
    """Write the grades of each pair's first annotator as a judge's."""
    rows = []
    for (query, facet), judgments in collection.judgments.items():
        given = zip(judgments.candidates, next(iter(judgments.annotators.values())), strict=True)
        rows += [
            json.dumps({"query": query, "facet": facet, "candidate": candidate, "grade": grade})
            for candidate, grade in given
            if candidate != query and grade != UNGRADED
        ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def check_judge(folder):
    """Check a person's grades as a judge's, and that every pair was written for a model."""
    tables = {name: pd.read_csv(folder / f"{name}.csv") for name in JUDGED}
    counts = tables["judge_counts"].iloc[0]
    assert (counts.n_people, counts.n_both) == (6242, counts.n_graded) and counts.n_graded > 6200
    found = tables["judge_board"].set_index(["part", "slice", "measure"]).value
    assert found["rankers", "all", "tau_map"] > 0
    # as against the adjudicated grades: a little above the paper's median over pairs, 0.54 to 0.62
    assert 0.5 < found["all", "all", "kappa"] < 0.7
    with (folder / "judge_pairs.jsonl").open(encoding="ascii") as file:
        assert sum(1 for _ in file) == 6242


def test_the_tables_of_the_release_come_out_beside_the_papers(workplace, real_data, targets):
    release = real_data("csfcube")
    without = dict.fromkeys(["minilm", "cbow200", "tfidfcbow200"])  # they take longer
    grades = workplace.folder / "judge.jsonl"
    write_first_annotator(read_collection(release), grades)
    settings = {
        "run": "real",
        "data": {"csfcube": str(release)},
        "rankers": without,
        "evaluation": {"bootstrap": 100, "permutations": 100},
        "annotation": {"judges": {"someone": {"grades": [str(grades)], "same_model": ["bm25"]}}},
    }
    asked = "results/real/annotation/judge_pairs.jsonl"
    made = workplace.run(*targets, asked, **settings)
    assert made.n_jobs == 5  # rankers, agreement, reusability, judges, their pairs
    named = zip((*NAMES, *JUDGED), targets, strict=True)
    tables = {name: pd.read_csv(workplace.folder / file) for name, file in named}
    assert list(tables["agreement"]) == agreement.COLUMNS
    assert list(tables["collection"]) == collection_statistics.COLUMNS
    assert list(tables["reusability"]) == reusability.COLUMNS
    assert tables["agreement"].published.notna().sum() == 24
    assert tables["collection"].published.notna().sum() == 13
    assert set(tables["reusability"].ranker) == {"tfidf", "bm25"}
    check_judge(workplace.folder / "results/real/annotation")
    assert "Nothing to be done" in workplace.run(*targets, **settings).output


def test_no_grade_of_a_judge_enters_a_release(workplace):
    """The audit alone reads their file, made here by a job; the report reads only its tables."""
    grades = "results/smoke/annotation/judge_pairs.jsonl"
    (workplace.folder / grades).parent.mkdir(parents=True)
    (workplace.folder / grades).touch()
    targets = ("judges", "annotation", "export", "report")
    judges = {"judges": {"one": {"grades": [grades]}}}
    graph = workplace.run(*targets, "--dag", base="smoke", annotation=judges).output
    rules = dict(re.findall(r'(\d+)\[label = "(\w+)', graph))
    readers = {rule: set() for rule in rules.values()}
    for job, reader in re.findall(r"(\d+) -> (\d+)", graph):
        readers[rules[job]].add(rules[reader])
    assert readers["write_judge_pairs"] == {"audit_judges"}
    assert readers["audit_judges"] == {"judges", "annotation", "build_section"}
    assert "export" in readers["export_csfcube"] and "annotation" in readers["import_annotations"]


def test_another_collection_has_no_published_figures(results):
    for name in ("agreement", "collection"):
        table = pd.read_csv(results / f"annotation/{name}.csv")
        assert table.published.isna().all() and table.value.notna().all(), name
