"""Snakemake's executor for Slurm, prepared before its first job.

Jobs that an earlier call left in the queue are found by the name that jobs of a run have.
"""

import hashlib
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.workflow.running.private_parts import answer_for_all_jobs

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

    message = "Jobs of an earlier call are still in Slurm's queue and write these results."
    jobs = name_some([f"{job.number} ({job.comment})" for job in left], _MOST)
    names = sorted({job.name for job in left})
    cancel = "; ".join(f"scancel --name={name}" for name in names)
    hint = (
        f"Wait until `squeue --me` lists them no more, or cancel them: `{cancel}`. Then give the "
        "same command again."
    )
    raise UserError(Problem(message, f"{results}: Slurm jobs {jobs}", hint))


def list_jobs(name: str) -> list[LeftJob]:
    """Return the user's jobs whose names begin so; UserError if Slurm does not answer."""
    command = ["squeue", "--me", "--noheader", "--format=%A|%j|%k"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _no_answer(error) from error
    if done.returncode:
        raise _no_answer(done.stderr)

    jobs = []
    for line in done.stdout.splitlines():
        fields = line.strip().split("|", 2)
        if len(fields) == 3 and fields[1].startswith(name):
            jobs.append(LeftJob(number=fields[0], name=fields[1], comment=fields[2]))
    return jobs


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
    answer_for_all_jobs(executor)
