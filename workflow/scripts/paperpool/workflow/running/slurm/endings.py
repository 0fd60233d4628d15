"""Messages of Slurm's plugin about failed jobs, as messages with a hint."""

import re

from paperpool.errors import Problem
from paperpool.io.files import read_end

_AGAIN = "the same command again: it goes on where it stopped"

_STATE = re.compile(r"^SLURM-job '(\w+)' .*?SLURM status is: '([A-Z_]+)", re.DOTALL)

_REFUSED = re.compile(r"^SLURM sbatch failed\. The error message was '(.*?)'\.\n", re.DOTALL)

_MEMORY_RAN_OUT = re.compile(r"exceeded .*memory|oom[-_ ]?kill|out of memory", re.IGNORECASE)
"""How Slurm writes into a job's log that it was killed for its memory."""

_SAID = {
    "CANCELLED": ("Its Slurm job was cancelled.", f"Give {_AGAIN}."),
    "NODE_FAIL": (
        "The node of its Slurm job failed.",
        f"Give {_AGAIN}; --slurm-exclude-failed-nodes NODE keeps away from it.",
    ),
    "TIMEOUT": (
        "Its Slurm job ran longer than it may.",
        f"Give it more minutes (--set-resources {{rule}}:runtime=MINUTES) with {_AGAIN}.",
    ),
    "OUT_OF_MEMORY": (
        "Its Slurm job needed more memory than it may use.",
        f"Give it more (--set-resources {{rule}}:mem_mb=MEGABYTES) with {_AGAIN}.",
    ),
}
"""The message of a state, and its hint."""

_SAID["BOOT_FAIL"] = _SAID["NODE_FAIL"]


def explain_end(rule: str, said: str, logs: list[str]) -> Problem | None:
    """Return the message of a failed Slurm job, or None; the last log is Slurm's own."""
    log = logs[-1] if logs else "Slurm's queue"
    refused = _REFUSED.match(said)
    if refused is not None:
        text = " ".join(refused[1].split())
        hint = (
            "Ask for less, or for another partition (--set-resources "
            f"{rule}:mem_mb=MEGABYTES {rule}:runtime=MINUTES {rule}:slurm_partition=NAME). A limit "
            "on submitted jobs: have fewer at once (--jobs N)."
        )
        return Problem(f"Slurm did not take the job: {text}", f"sbatch, rule {rule}", hint)

    ended = _STATE.match(said)
    if ended is None:
        return None
    number, state = ended.groups()
    if state == "FAILED" and _says_memory(log):
        state = "OUT_OF_MEMORY"
    unknown = (f"Its Slurm job ended as {state}.", f"Read the log, then give {_AGAIN}.")
    message, hint = _SAID.get(state, unknown)
    return Problem(message, f"Slurm job {number}, {log}", hint.format(rule=rule))


def _says_memory(log: str) -> bool:
    """Return whether Slurm wrote into a log that a job was killed for its memory."""
    try:
        return _MEMORY_RAN_OUT.search(read_end(log)) is not None
    except OSError:
        return False
