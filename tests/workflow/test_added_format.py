"""A format that a test adds to a copy of the repository, with a measure of its own: one file."""

import json

import pandas as pd
import pytest

from ..made.folders import DOCUMENTS, GRADES, TOPICS
from .conftest import copy_workflow

ADDED = '''"""Collections that are one JSON file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import ir_measures

from paperpool.collections.found import Found, Topic
from paperpool.collections.papers import PlainPaper
from paperpool.collections.readers.reader import PATH, Reader
from paperpool.settings import setting


def count_first(qrels, run):
    """Return 1 where the first document is relevant."""
    first = run.sort_values("score", ascending=False)["doc_id"].iloc[0]
    return float(first in set(qrels[qrels["relevance"] > 0]["doc_id"]))


class OneFile(Reader):
    """One JSON file with documents, topics and grades."""

    file: str = setting("the file", PATH)
    measures: list[str] | None = setting("measures", {"description": "names", "type": "array"},
                                         ["First", "AP"])
    own_measures: ClassVar[Mapping[str, Any]] = {
        "First": ir_measures.define_byquery(count_first, "First", support_cutoff=False)
    }

    def files(self):
        return {"documents": self.file}

    def read(self):
        found, data = Found(where=self.files()), json.loads(Path(self.file).read_text())
        for i, texts in data["documents"].items():
            found.read["documents"] += 1
            found.add_document(i, PlainPaper(i, *texts))
        for i, text in data["topics"].items():
            found.add_topic(i, Topic(text))
        for topic, grades in data["grades"].items():
            for document, grade in grades.items():
                found.add_grade(topic, document, grade)
        return found
'''


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A copy of the workflow with one more file."""
    place = copy_workflow(root, tmp_path_factory.mktemp("added"))
    readers = place.folder / "workflow/scripts/paperpool/collections/readers"
    (readers / "onefile.py").write_text(ADDED)
    data = {"documents": DOCUMENTS, "topics": TOPICS, "grades": GRADES}
    (place.folder / "all.json").write_text(json.dumps(data))
    return place


def describe(run, **settings):
    """Return the settings of a run with a collection of the format."""
    collection = {"format": "onefile", "file": "all.json", "rankers": ["tfidf"]}
    data = {"collections": {"mine": collection | settings}}
    return {"run": run, "data": data, "evaluation": {"bootstrap": 1000, "permutations": 1000}}


def test_it_reaches_metrics_report_comparison_and_export(place):
    place.run("collections", "report", "export", **describe("one"))
    place.run("collections", **describe("two", depth=500))
    folder = place.folder / "results/one"
    metrics = pd.read_csv(folder / "collections/mine/metrics.csv")
    assert metrics["metric"].unique().tolist() == ["First", "AP"]
    first = metrics.query("ranker == 'tfidf' and metric == 'First'")["value"].item()
    assert first in (0, 1 / 3, 2 / 3, 1)
    page = (folder / "report/index.html").read_text()
    assert 'id="collection-mine"' in page and ">First<" in page
    compared = place.compare("one", "two")
    figures = pd.read_csv(compared / "figures.csv")
    assert set(figures["benchmark"]) == {"mine"} and set(figures["metric"]) == {"First", "AP"}
    assert (folder / "export/mine/beir/corpus.jsonl").read_text().count("\n") == len(DOCUMENTS)


def test_its_mistakes_are_told_as_those_of_others(place):
    failed = place.fail("collections", "-n", **describe("odd", fil="x", measures=["Frist"]))
    assert "Did you mean 'file'?" in failed.output
    assert "'Frist' is no measure" in failed.output
