"""Snakemake's executor for Slurm, prepared before its first job: each job gets an answer.

The plugin (2.8.0) asks sacct or squeue now and then, and waits for ever for a job

- of which sacct says `CANCELLED by 0`, a state that it does not know,
- where nothing answers, or sacct has no accounts to look into: it forgets all of its jobs,
- that squeue has listed and lists no more, as Slurm forgets jobs a while after their end.
"""

import shlex
from collections.abc import Awaitable, Callable
from typing import Any

from paperpool.private_parts import find_plugin
from paperpool.slurm.left_jobs import name_jobs, refuse_left_jobs


def prepare_executor(executor: Any, results: str) -> None:
    """Have an executor of Slurm's plugin name its jobs after ``results`` and see all of them end.

    ``results`` is the folder that they write below. Raises UserError where jobs of an earlier
    call still do, or Slurm does not answer.
    """
    name = name_jobs(results)
    refuse_left_jobs(name, results)
    executor.run_uuid = f"{name}{executor.run_uuid}"
    plugin: Any = find_plugin(executor)
    if not isinstance(plugin.query_job_status, StateQueries):
        plugin.query_job_status = StateQueries(
            plugin.query_job_status, plugin.query_job_status_squeue
        )


States = dict[str, str]
"""The state of each job, by Slurm's number of it."""

Query = Callable[[str, Any], Awaitable[tuple[States | None, float | None]]]
"""How the plugin asks: a command and a logger; the states and seconds, or None where it failed."""

FORGOTTEN = "UNKNOWN"
"""By this state the plugin takes a job as done; Snakemake then looks for its files."""


class StateQueries:
    """Asks as the plugin does, and leaves none of its jobs without an answer.

    ``query`` is the plugin's own; ``name_squeue`` makes squeue's command for jobs of a name.
    """

    def __init__(self, query: Query, name_squeue: Callable[[str], str]):
        self._query = query
        self._name_squeue = name_squeue
        self._listed: set[str] = set()

    async def __call__(self, command: str, logger: Any) -> tuple[States, float]:
        """Return the states of jobs, and how many seconds the answer took.

        Where sacct fails squeue is asked. Without any answer there are no states: the plugin
        asks again later.
        """
        states, seconds = await self._query(command, logger)
        words = shlex.split(command)
        if states is None and words[0] == "sacct":
            words = shlex.split(self._name_squeue(_find_name(words)))
            states, seconds = await self._query(shlex.join(words), logger)
        if states is None:
            return {}, 0.0
        states = {job: state.partition(" ")[0] for job, state in states.items()}
        if words[0] == "squeue":
            states = dict.fromkeys(self._listed - states.keys(), FORGOTTEN) | states
            self._listed |= states.keys()
        return states, seconds or 0.0


def _find_name(words: list[str]) -> str:
    """Return the name of the jobs that a command asks for."""
    return words[words.index("--name") + 1]
