"""What a call says last: warnings of its jobs, then doubts, then what waits for people."""

import json
from types import SimpleNamespace

import pytest

from paperpool.workflow.plan.closing_warnings import MOST, list_warnings


@pytest.fixture
def run(tmp_path):
    """A run with tasks to annotate, two sections and a doubt that both have."""
    doubt = {"what": "Runs 'a' and 'b' are one.", "where": "a, b", "hint": "Remove one."}
    for section in ("csfcube", "mdcr"):
        (tmp_path / section).mkdir()
        checks = json.dumps({"a": {"doubts": [doubt]}})
        (tmp_path / section / "checks.json").write_text(checks)
    (tmp_path / "tasks.json").write_text('[\n{"data": {}}\n]\n')
    settings = SimpleNamespace(seconds_per_task=30, exports=[])
    return SimpleNamespace(
        folder=str(tmp_path),
        settings=SimpleNamespace(corpus=SimpleNamespace(on_bad_shard="fail")),
        sections=SimpleNamespace(chosen=["csfcube", "mdcr"]),
        annotation=SimpleNamespace(below=str(tmp_path), is_simulated=False, settings=settings),
    )


def make_job(folder, name, *warnings):
    lines = [f"2026-11-28 18:00:02,362 WARNING {text}\n" for text in warnings]
    (folder / name).write_text("".join(lines))
    return SimpleNamespace(log=[str(folder / name)], output=[str(folder / "tasks.json")])


def test_the_most_important_is_last_and_each_is_said_once(run, tmp_path):
    jobs = [make_job(tmp_path, "draw_pools.log", "2 of 5 pools gain less than half."),
            make_job(tmp_path, "write_tasks.log", "2 of 5 pools gain less than half.")]  # fmt: skip
    small, doubt, work = list_warnings(run, jobs)
    assert small == "2 of 5 pools gain less than half."
    assert doubt.startswith("Runs 'a' and 'b' are one.\n  Where: a, b")
    assert work.startswith("1 task × 2, about 1 minute at 30 s: ")


def test_a_simulated_annotation_and_targets_without_tasks_wait_for_nobody(run, tmp_path):
    job = make_job(tmp_path, "write_tasks.log")
    run.annotation.is_simulated = True
    assert len(list(list_warnings(run, [job]))) == 1
    run.annotation.is_simulated, job.output = False, []
    assert len(list(list_warnings(run, [job]))) == 1


def test_of_many_warnings_the_last_are_said(run, tmp_path):
    job = make_job(tmp_path, "many.log", *(f"Warning {n}." for n in range(MOST + 3)))
    said = list(list_warnings(run, [job]))
    assert said[0].startswith("3 more warnings are in ")
    assert said[1] == "Warning 3." and said[MOST] == f"Warning {MOST + 2}."


@pytest.mark.parametrize(("n_lost", "n_said"), [(19, 1), (1, 0)])
def test_a_corpus_that_lost_many_rows_is_told_of(run, tmp_path, n_lost, n_said):
    (tmp_path / "corpus").mkdir()
    counts = {"read": 20, "quarantined": {"invalid_json": 0, "duplicate_id": n_lost}}
    (tmp_path / "corpus/summary.json").write_text(json.dumps(counts))
    said = [line for line in list_warnings(run, []) if "rows of the corpus" in line]
    assert len(said) == n_said
    if said:
        assert "19 of 20 rows of the corpus could not be used: duplicate_id (19)." in said[0]
