"""Snakemake's executor for Slurm, prepared before its first job."""

from __future__ import annotations

import sys
from typing import Any

from paperpool.slurm.job_states import StateQueries
from paperpool.slurm.left_jobs import name_jobs, refuse_left_jobs


def prepare_executor(executor: Any, results: str) -> None:
    """Have an executor of Slurm's plugin name its jobs after ``results`` and see all of them end.

    ``results`` is the folder that they write below. Raises UserError where jobs of an earlier
    call still do, or Slurm does not answer.
    """
    name = name_jobs(results)
    refuse_left_jobs(name, results)
    executor.run_uuid = f"{name}{executor.run_uuid}"
    plugin: Any = sys.modules[type(executor).__module__]
    if not isinstance(plugin.query_job_status, StateQueries):
        plugin.query_job_status = StateQueries(
            plugin.query_job_status, plugin.query_job_status_squeue
        )
