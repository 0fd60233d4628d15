"""Jobs that an earlier call left in Slurm's queue, found by the name that jobs of a run have."""

import hashlib
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError

_MOST = 8
"""How many jobs are named in a message."""

_SECONDS = 60
"""How long Slurm may take to answer."""


@dataclass(frozen=True)
class LeftJob:
    """A job in the queue: Slurm's number, its name, and the comment that says which rule it is."""

    number: str
    name: str
    comment: str


def name_jobs(results: str | Path) -> str:
    """Return how the names of the Slurm jobs begin that write below the folder ``results``.

    Slurm's plugin takes letters, digits, ``_`` and ``-``. Folders of one name elsewhere get
    another.
    """
    path = Path(results).resolve()
    run = re.sub(r"[^A-Za-z0-9-]", "-", path.name)[:24]
    return f"paperpool-{run}-{hashlib.sha256(bytes(path)).hexdigest()[:8]}_"


def refuse_left_jobs(name: str, results: str | Path) -> None:
    """Raise UserError where own jobs whose names begin with ``name`` wait or run.

    They would write below ``results`` beside the jobs of this call. Also where Slurm does not
    answer.
    """
    left = list_jobs(name)
    if not left:
        return
    shown = [f"{job.number} ({job.comment})" for job in left[:_MOST]]
    if len(left) > _MOST:
        shown.append(f"{len(left) - _MOST} more")
    cancel = "; ".join(f"scancel --name={one}" for one in sorted({job.name for job in left}))
    raise UserError(
        Problem(
            "Jobs of an earlier call are still in Slurm's queue and write these results.",
            f"{results}: Slurm jobs {', '.join(shown)}",
            f"Wait until `squeue --me` lists them no more, or cancel them: `{cancel}`. Then give "
            "the same command again.",
        )
    )


def list_jobs(name: str) -> list[LeftJob]:
    """Return the user's jobs that wait or run and whose names begin with ``name``.

    Raises UserError where Slurm does not answer.
    """
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
    hint = "Start it on a machine that may submit jobs; where this is one, Slurm is down: wait."
    return UserError(Problem(f"Slurm's queue cannot be read: {text}", "squeue --me", hint))
