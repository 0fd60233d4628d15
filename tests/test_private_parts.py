"""The private parts of Snakemake in use exist, and are not public yet."""

import asyncio
import inspect
import sys
from types import SimpleNamespace

import pytest
import snakemake_executor_plugin_slurm as plugin
from snakemake.api import Workflow  # its own module cannot be imported first
from snakemake.cli import get_argument_parser
from snakemake_executor_plugin_slurm.job_status_query import (
    query_job_status,
    query_job_status_sacct,
    query_job_status_squeue,
)

from paperpool.workflow import snakefile
from paperpool.workflow.running.private_parts import (
    FORGOTTEN,
    VERSIONS,
    StateQueries,
    lift_rate_limit,
    quote_python,
)


def test_the_pinned_versions_are_those_that_were_looked_at(root):
    lock = (root / "requirements.lock").read_text(encoding="utf-8")
    for package, version in VERSIONS.items():
        assert f"\n{package}=={version} " in lock, f"{package}: see private_parts.py"


def test_the_executor_has_no_public_name():
    from snakemake.scheduling.job_scheduler import JobScheduler

    assert "self._executor = " in inspect.getsource(JobScheduler)
    assert not hasattr(JobScheduler, "executor")


def test_the_onstart_of_a_module_is_not_run_by_itself():
    register = inspect.getsource(Workflow.onstart)
    assert "if self.modifier.is_main_snakefile():\n            self._onstart = func" in register


def test_the_plugin_waits_for_ever_for_what_we_answer_for():
    source = inspect.getsource(plugin.Executor.check_active_jobs)
    assert "await query_job_status(" in source and "CANCELLED by" not in source
    # without states no job is yielded, so that all are forgotten
    assert source.count("if status_of_jobs is not None:") == 1
    # of a job without a state nothing is found out
    assert "if status_lookup_id is None:" in source and 'status == "UNKNOWN":' in source


def test_snakemake_does_not_quote_the_path_of_python():
    from snakemake.script import PythonScript
    from snakemake_interface_executor_plugins.executors.real import RealExecutor

    assert '"{py_exec} {fname:q}"' in inspect.getsource(PythonScript.execute_script)
    source = inspect.getsource(RealExecutor.format_job_exec)
    assert "join_cli_args" in source and "self.get_python_executable()," in source


def test_a_job_of_its_own_is_started_by_the_quoted_path_of_python(monkeypatch):
    from snakemake_interface_executor_plugins.executors import real

    monkeypatch.setattr(sys, "executable", "/a clone's/.venv/bin/python")
    quote_python()
    command = real.join_cli_args(["", sys.executable, "-m snakemake", "--cores 2"])
    assert command == "'/a clone'\"'\"'s/.venv/bin/python' -m snakemake --cores 2"


def test_with_a_limit_of_jobs_a_second_each_look_plans_another():
    from snakemake.scheduling.job_scheduler import JobScheduler

    loop = inspect.getsource(JobScheduler.schedule)
    assert "self._schedule_reevalutation(self.job_rate_limiter.timespan)" in loop
    assert "if self.job_rate_limiter is None:" in inspect.getsource(JobScheduler.job_selector)


@pytest.mark.parametrize(("rate", "is_lifted"), [(None, True), ("2/1s", False), ("100/1m", False)])
def test_the_limit_of_jobs_a_second_is_lifted_unless_the_user_gives_one(rate, is_lifted):
    words = ["--max-jobs-per-timespan", rate] if rate else []
    limit = get_argument_parser().parse_args(words).max_jobs_per_timespan
    settings = SimpleNamespace(max_jobs_per_timespan=limit)
    workflow = SimpleNamespace(
        scheduling_settings=settings, scheduler=SimpleNamespace(job_rate_limiter=limit)
    )
    lift_rate_limit(workflow)
    assert (workflow.scheduler.job_rate_limiter is None) == is_lifted


class Slurm:
    """Answers of squeue and sacct (None: failed); it records the commands."""

    def __init__(self):
        self.answers = {"squeue": {}, "sacct": {}}
        self.asked = []
        self.queries = StateQueries(self.query, query_job_status_squeue)

    async def query(self, command, logger):
        program = command.split()[0]
        self.asked.append((program, command.split()[-1]))
        states = self.answers[program]
        return (None, None) if states is None else (dict(states), 0.5)

    def ask(self, program):
        name = {"squeue": query_job_status_squeue, "sacct": query_job_status_sacct}[program]
        return asyncio.run(self.queries(name("run"), None))


@pytest.fixture
def slurm():
    return Slurm()


def test_a_job_that_sacct_says_was_cancelled_by_somebody_was_cancelled(slurm):
    slurm.answers["sacct"] = {"1": "CANCELLED by 0", "2": "RUNNING"}
    assert slurm.ask("sacct") == ({"1": "CANCELLED", "2": "RUNNING"}, 0.5)


def test_without_accounts_squeue_is_asked_for_the_same_jobs(slurm):
    slurm.answers = {"sacct": None, "squeue": {"1": "COMPLETED"}}
    assert slurm.ask("sacct") == ({"1": "COMPLETED"}, 0.5)
    assert slurm.asked == [("sacct", "run"), ("squeue", "run")]


def test_without_any_answer_no_job_has_a_state_and_none_is_forgotten(slurm):
    slurm.answers["squeue"] = {"1": "RUNNING"}
    slurm.ask("squeue")
    slurm.answers = {"sacct": None, "squeue": None}
    assert slurm.ask("sacct") == slurm.ask("squeue") == ({}, 0.0)
    slurm.answers["squeue"] = {"1": "RUNNING"}
    assert slurm.ask("squeue")[0] == {"1": "RUNNING"}


def test_a_job_that_squeue_lists_no_more_is_over(slurm):
    slurm.answers["squeue"] = {"1": "RUNNING", "2": "PENDING"}
    slurm.ask("squeue")
    slurm.answers["squeue"] = {"2": "RUNNING"}
    assert slurm.ask("squeue")[0] == {"1": FORGOTTEN, "2": "RUNNING"}


def test_a_job_that_sacct_does_not_list_yet_is_not_over(slurm):
    slurm.answers = {"squeue": {"1": "RUNNING"}, "sacct": {}}
    slurm.ask("squeue")
    assert slurm.ask("sacct")[0] == {}


def test_the_installed_plugin_asks_by_what_is_replaced():
    assert plugin.query_job_status is query_job_status
    names = plugin.Executor.check_active_jobs.__code__.co_names
    assert {"query_job_status", "run_uuid", "get_status_command"} <= set(names)


def test_a_local_run_is_held_with_that_limit_lifted(monkeypatch, tmp_path):
    for name in ("hold_until_end", "find_executor", "prepare_executor"):
        monkeypatch.setattr(snakefile, name, lambda *_, **__: None)
    monkeypatch.setattr(snakefile.signal, "signal", lambda *_: None)
    limit = get_argument_parser().parse_args([]).max_jobs_per_timespan
    run = SimpleNamespace(folder=str(tmp_path), settings=SimpleNamespace(cache=str(tmp_path)))
    left = {}
    for executor in ("local", "slurm"):
        workflow = SimpleNamespace(
            executor_plugin=SimpleNamespace(name=executor),
            deployment_settings=SimpleNamespace(deployment_method={"conda"}),
            scheduling_settings=SimpleNamespace(max_jobs_per_timespan=limit),
            scheduler=SimpleNamespace(job_rate_limiter=limit),
        )
        snakefile.hold_results(workflow, run)
        left[executor] = workflow.scheduler.job_rate_limiter
    assert left == {"local": None, "slurm": limit}
