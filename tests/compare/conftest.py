"""Finished runs below a folder of results, written as the workflow writes them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paperpool.collections.collection import Collection
from paperpool.errors import UserError
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import write_run
from paperpool.io.files import write_text
from paperpool.workflow.compare.comparison import compare_runs
from paperpool.workflow.config.loading import dump_yaml
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import order_by_grade

HOSTILE = "On <script>alert('title')</script> & \x01 $\\frac"


@dataclass
class Results:
    """A folder of results and the collection that its runs are over."""

    folder: Path
    collection: Collection
    release: Path

    def write_run(self, name: str, rankings: dict[str, Run], **changes: Any) -> Path:
        """Write the run ``name`` with its rankings; ``changes`` are keys of its configuration."""
        folder = self.folder / name
        config = {
            "run": name,
            "seed": 13,
            "data": {"s2orc": None, "csfcube": str(self.release)},
            "rankers": {ranker: {"kind": "bm25", "published": None} for ranker in rankings},
            "checks": {"runs": "strict"},
            "evaluation": {
                "baselines": ["bm25"],
                "bootstrap": 200,
                "permutations": 2000,
                "confidence": 0.95,
            },
            **changes,
        }
        write_text(folder / "config.yaml", dump_yaml(config))
        for ranker, run in rankings.items():
            write_run(run, folder / f"csfcube/runs/{ranker}.parquet")
        return folder

    def write_other_release(self, **changes: Any) -> dict[str, str]:
        """Write the collection with ``changes`` and return the data keys of a run over it."""
        release = self.release.parent / "other"
        write_collection(dataclasses.replace(self.collection, **changes), release)
        return {"s2orc": None, "csfcube": str(release)}

    def compare(self, a: str, b: str) -> Path:
        """Compare and return the folder of the comparison."""
        return compare_runs(self.folder, a, b)[0].parent

    def failure(self, a: str, b: str) -> str:
        """Return the error of a comparison, checked to write no file and to give a hint."""
        with pytest.raises(UserError) as failed:
            self.compare(a, b)
        assert not (self.folder / "compare").exists()
        assert all(problem.where and problem.hint for problem in failed.value.problems)
        return str(failed.value)


@pytest.fixture
def results(collection, tmp_path) -> Results:
    """Results without runs; the title of q1 is markup."""
    papers = dict(collection.papers)
    papers["q1"] = dataclasses.replace(papers["q1"], title=HOSTILE)
    collection = dataclasses.replace(collection, papers=papers)
    write_collection(collection, tmp_path / "release")
    return Results(tmp_path / "results", collection, tmp_path / "release")


@pytest.fixture
def best(results) -> Run:
    return order_by_grade(results.collection, 1)


@pytest.fixture
def worst(results) -> Run:
    return order_by_grade(results.collection, -1)


@pytest.fixture
def by_id(results) -> Run:
    collection = results.collection
    return {
        pair: [(c, float(-rank)) for rank, c in enumerate(collection.rankable(*pair))]
        for pair in collection.pairs()
    }
