"""Snakemake's executor for Slurm, prepared before its first job: each job gets an answer.

The plugin (2.8.0) calls sacct or squeue now and then, and waits for ever for a job

- with `CANCELLED by 0` in sacct, a state that it does not know,
- if no command answers, or sacct has no accounts to look into: it forgets all of its jobs,
- that squeue has listed and lists no more, as Slurm forgets jobs a while after their end.

Jobs that an earlier call left in the queue are found by the name that jobs of a run have.
"""

import hashlib
import re
import shlex
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.private_parts import find_plugin

_MOST = 8
"""How many jobs are named in a message."""

_SECONDS = 60
"""How long Slurm may take to answer."""


@dataclass(frozen=True)
class LeftJob:
    """A job in the queue: Slurm's number, its name, and the comment with its rule."""

    number: str
    name: str
    comment: str


def name_jobs(results: str | Path) -> str:
    """Return the start of the names of the Slurm jobs that write below the folder ``results``.

    Slurm's plugin takes letters, digits, ``_`` and ``-``; a digest separates folders of one name.
    """
    path = Path(results).resolve()
    run = re.sub(r"[^A-Za-z0-9-]", "-", path.name)[:24]
    return f"paperpool-{run}-{hashlib.sha256(bytes(path)).hexdigest()[:8]}_"


def refuse_left_jobs(name: str, results: str | Path) -> None:
    """Raise UserError if own jobs of this name wait or run, or if Slurm does not answer."""
    left = list_jobs(name)
    if not left:
        return
    what = "Jobs of an earlier call are still in Slurm's queue and write these results."
    jobs = name_some([f"{job.number} ({job.comment})" for job in left], _MOST)
    cancel = "; ".join(f"scancel --name={one}" for one in sorted({job.name for job in left}))
    hint = f"Wait until `squeue --me` lists them no more, or cancel them: `{cancel}`. Then give "
    hint += "the same command again."
    raise UserError(Problem(what, f"{results}: Slurm jobs {jobs}", hint))


def list_jobs(name: str) -> list[LeftJob]:
    """Return the user's jobs whose names begin so; UserError if Slurm does not answer."""
    command = ["squeue", "--me", "--noheader", "--format=%A|%j|%k"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _no_answer(error) from error
    if done.returncode:
        raise _no_answer(done.stderr)
    rows = [line.strip().split("|", 2) for line in done.stdout.splitlines() if line.strip()]
    return [LeftJob(*row) for row in rows if len(row) == 3 and row[1].startswith(name)]


def _no_answer(said: object) -> UserError:
    text = " ".join(str(said).split())[:300]
    hint = "Start it on a machine that may submit jobs. If this is one, Slurm is down: wait."
    return UserError(Problem(f"Slurm's queue cannot be read: {text}", "squeue --me", hint))


def prepare_executor(executor: Any, results: str) -> None:
    """Have Slurm's executor name its jobs after ``results`` and see all of them end.

    Raises UserError if jobs of an earlier call still write there, or Slurm does not answer.
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
    """Queries as the plugin does, with an answer for each of its jobs.

    ``query`` is the plugin's own; ``name_squeue`` makes squeue's command for jobs of a name.
    """

    def __init__(self, query: Query, name_squeue: Callable[[str], str]):
        self._query = query
        self._name_squeue = name_squeue
        self._listed: set[str] = set()

    async def __call__(self, command: str, logger: Any) -> tuple[States, float]:
        """Return the states of jobs, and how many seconds the answer took.

        If sacct fails squeue is used. Without an answer there are no states, and a new attempt.
        """
        states, seconds = await self._query(command, logger)
        words = shlex.split(command)
        if states is None and words[0] == "sacct":
            words = shlex.split(self._name_squeue(words[words.index("--name") + 1]))
            states, seconds = await self._query(shlex.join(words), logger)
        if states is None:
            return {}, 0.0
        states = {job: state.partition(" ")[0] for job, state in states.items()}
        if words[0] == "squeue":
            states = dict.fromkeys(self._listed - states.keys(), FORGOTTEN) | states
            self._listed |= states.keys()
        return states, seconds or 0.0
