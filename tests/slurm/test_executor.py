"""Every job of the plugin gets an answer, whatever squeue and sacct say or do not say."""

import asyncio
import sys
from types import ModuleType, SimpleNamespace

import pytest
import snakemake_executor_plugin_slurm as plugin
from snakemake_executor_plugin_slurm.job_status_query import (
    query_job_status,
    query_job_status_sacct,
    query_job_status_squeue,
)

from paperpool.slurm import executor
from paperpool.slurm.executor import FORGOTTEN, StateQueries


class Slurm:
    """Answers of squeue and sacct, None where they fail; it keeps which was asked for what."""

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
