"""Jobs on Slurm are named after their results, and jobs that an earlier call left are refused."""

import os
import re
import sys
from types import ModuleType, SimpleNamespace

import pytest
from snakemake_executor_plugin_slurm.job_status_query import (
    query_job_status,
    query_job_status_squeue,
)

from paperpool.errors import UserError
from paperpool.workflow.running.private_parts import StateQueries
from paperpool.workflow.running.slurm import executor
from paperpool.workflow.running.slurm.executor import (
    LeftJob,
    list_jobs,
    name_jobs,
    refuse_left_jobs,
)


def test_an_executor_names_its_jobs_after_the_results_and_asks_by_our_queries(
    tmp_path, monkeypatch
):
    stand_in = ModuleType("stand_in")
    stand_in.query_job_status = query_job_status
    stand_in.query_job_status_squeue = query_job_status_squeue
    monkeypatch.setitem(sys.modules, "stand_in", stand_in)
    monkeypatch.setattr(executor, "refuse_left_jobs", lambda name, results: None)
    one = type("Executor", (SimpleNamespace,), {"__module__": "stand_in"})(run_uuid="u")
    executor.prepare_executor(one, str(tmp_path / "a"))
    first = stand_in.query_job_status
    assert one.run_uuid == executor.name_jobs(tmp_path / "a") + "u"
    assert isinstance(first, StateQueries)
    executor.prepare_executor(one, str(tmp_path / "a"))
    assert stand_in.query_job_status is first


@pytest.fixture
def queue(tmp_path, monkeypatch):
    """Return a function: squeue prints this from then on, and ends with a status."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def stand_in(text, status=0):
        script = tmp_path / "squeue"
        script.write_text(f"#!/bin/sh\ncat <<'END'\n{text}END\necho down >&2\nexit {status}\n")
        script.chmod(0o755)

    return stand_in


def test_a_name_is_one_that_slurms_plugin_takes_and_differs_by_folder(tmp_path):
    name = name_jobs(tmp_path / "my.run")
    assert re.fullmatch(r"paperpool-my-run-[0-9a-f]{8}_", name)
    assert name == name_jobs(tmp_path / "other" / ".." / "my.run")
    assert name != name_jobs(tmp_path / "deeper" / "my.run")
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,50}", name_jobs(tmp_path / ("x" * 200)))


def test_own_jobs_are_those_whose_names_begin_with_the_runs(queue):
    queue("7|paperpool-a-1_u|rule_rank_wildcards_x|y\n8|other|rule_rank\n9|paperpool-a-2_u|\n")
    found = list_jobs("paperpool-a-1_")
    assert found == [LeftJob("7", "paperpool-a-1_u", "rule_rank_wildcards_x|y")]


def test_left_jobs_are_refused_with_the_command_that_cancels_them(queue):
    queue("".join(f"{n}|paperpool-a-1_{n % 2}|rule_{n}\n" for n in range(10, 20)))
    with pytest.raises(UserError) as refused:
        refuse_left_jobs("paperpool-a-1_", "results/a")
    what, where, hint = str(refused.value).split("\n")
    assert what == "Jobs of an earlier call are still in Slurm's queue and write these results."
    assert where.startswith("  Where: results/a: Slurm jobs 10 (rule_10), 11 (rule_11), ")
    assert where.endswith("17 (rule_17) and 2 more")
    assert "`scancel --name=paperpool-a-1_0; scancel --name=paperpool-a-1_1`" in hint


def test_without_such_jobs_the_call_goes_on(queue):
    queue("8|other|rule_rank\n")
    assert refuse_left_jobs("paperpool-a-1_", "results/a") is None


def test_where_slurm_does_not_answer_nothing_is_started(queue, monkeypatch, tmp_path):
    queue("", status=1)
    with pytest.raises(UserError, match="cannot be read: down"):
        list_jobs("paperpool-a-1_")
    (tmp_path / "squeue").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="No such file or directory: 'squeue'"):
        list_jobs("paperpool-a-1_")
