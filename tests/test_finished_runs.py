"""Finished runs: their names, settings and collections, and suggestions for a wrong name."""

from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.finished_runs import FinishedRun, suggest
from paperpool.io.files import write_text


def make_run(results, run, config):
    write_text(results / run / "config.yaml", config)
    return FinishedRun(results / run)


def test_the_collection_is_the_configured_one_or_the_demos(tmp_path):
    demo = make_run(tmp_path, "demo", "data: {csfcube: null, s2orc: null}")
    assert demo.is_demo and demo.collection_folder == tmp_path / "demo/demo/csfcube"
    own = make_run(tmp_path, "own", "data: {csfcube: there, s2orc: null}")
    assert (demo.job_threads, own.job_threads) == (1, 2)
    assert not own.is_demo and own.collection_folder == Path("there")
    bare = make_run(tmp_path, "bare", "data: {csfcube: null, s2orc: [x]}")
    assert bare.collection_folder is None
    labels = "{data: {csfcube: there, s2orc: null}, pools: {labels: sheet.csv}}"
    corrected = make_run(tmp_path, "corrected", labels)
    assert corrected.collection_folder == Path("there")  # its csfcube section was not made
    (tmp_path / "corrected/csfcube/collection").mkdir(parents=True)
    assert corrected.collection_folder == tmp_path / "corrected/csfcube/collection"


def test_a_setting_that_a_run_lacks_is_named(tmp_path):
    run = make_run(tmp_path, "old", "data: {csfcube: x}")
    assert run.setting("data.csfcube") == "x"
    for key in ("data.s2orc", "data.csfcube.deeper"):
        with pytest.raises(UserError, match=f"has no {key}"):
            run.setting(key)


def test_what_is_like_a_name_is_suggested():
    assert suggest("dmo", ["demo", "smoke"]) == "Did you mean 'demo'? Known: demo, smoke."
    assert suggest("x", []) == ""
