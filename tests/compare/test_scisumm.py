"""Runs of CL-SciSumm side by side: their rankers are folders of submissions, not of `rankers`."""

import shutil

import pandas as pd
import pytest

import paperpool as pp
from paperpool.scisumm.read.release import read_release

from ..made.scisumm_release import submit, write_release


@pytest.fixture
def runs(results, tmp_path):
    """Two runs with a submission of the same name, of other sentences."""
    folder = write_release(tmp_path / "cl-scisumm")
    data = {"s2orc": None, "csfcube": None, "scisumm": str(folder)}
    release = read_release(folder, ())
    for name, sids in (("base", (5, 2)), ("mine", (1, 3))):
        run = results.write_run(name, {}, data=data)
        submit(release, run / "scisumm/runs/symm", sids)
    return results


@pytest.mark.parametrize(("a", "b"), [("base", "mine"), ("base/symm", "mine/symm")])
def test_submissions_are_compared_by_their_scores(runs, a, b):
    table = pd.read_csv(runs.compare(a, b) / "differences.csv")
    keys = ["protocol", "split", "slice", "metric"]
    collection = pp.collection("scisumm", runs.folder.parent / "cl-scisumm")
    for side, column in (("base", "value_a"), ("mine", "value_b")):
        scored = pp.evaluate(collection, [runs.folder / side / "scisumm/runs/symm"])
        scored = scored.rename(columns={"measure": "metric"})
        both = table.merge(scored, on=keys, validate="one_to_one")
        assert len(both) == len(table) > 0 and both[column].tolist() == both["value"].tolist()
    assert (table.difference == table.value_b - table.value_a).all() and table.difference.any()


def test_submissions_to_two_folders_are_not_compared(runs, tmp_path):
    shutil.copytree(tmp_path / "cl-scisumm", tmp_path / "other")
    data = {"s2orc": None, "csfcube": None, "scisumm": str(tmp_path / "other")}
    runs.write_run("mine", {}, data=data)
    assert "different collections" in (told := runs.failure("base", "mine"))
    assert "their data are in two folders" in told and str(tmp_path / "other") in told
