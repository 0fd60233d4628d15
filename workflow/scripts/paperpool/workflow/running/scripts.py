"""The frame around every script of the workflow: its log, its inputs and outputs, its errors."""

import contextlib
import errno
import logging
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from threadpoolctl import threadpool_limits

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.cycles import search_seldom
from paperpool.io.files import FULL, hash_file
from paperpool.io.os_errors import explain_os_error, find_errno, find_file
from paperpool.workflow.running.ending import DISK_FULL, ENDING
from paperpool.workflow.running.manifest import (
    forget_files,
    note_files,
    refuse_changed_sizes,
    refuse_damaged,
)

_MOST_FILES = 12
"""Files of a job that are named if an error has no file's name."""


class _LogFile(logging.FileHandler):
    """A log that a full disk cannot make a job fail by, or print a traceback of its own."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Pass over a record that cannot be written."""

    def close(self) -> None:
        """Close the file, whether or not the rest of it can be written."""
        with contextlib.suppress(OSError):
            super().close()


@contextlib.contextmanager
def running(snakemake: Any, is_kept: bool = True) -> Iterator[logging.Logger]:
    """Yield a logger that writes to the job's log file (warnings to the terminal too).

    A job does not begin if the length of an input has changed since it was made. Its outputs are
    noted in the run's manifest if ``is_kept``. NumPy uses one thread: more change the last bits.

    A UserError, an error of the system or one with a damaged input ends the script with a message,
    its traceback in the log. Any other exception is logged with its traceback and raised.
    """
    search_seldom()
    logger = logging.getLogger("paperpool")
    logger.setLevel(logging.INFO)
    to_terminal = logging.StreamHandler(sys.stderr)
    to_terminal.setLevel(logging.WARNING)
    handlers: list[logging.Handler] = [to_terminal]
    logger.addHandler(to_terminal)

    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # as it is below nohup
            signal.signal(number, _end_once)

    try:
        to_file = _open_log(Path(snakemake.log[0]))
        handlers.append(to_file)
        logger.addHandler(to_file)

        refuse_changed_sizes(getattr(snakemake, "input", []))
        outputs = getattr(snakemake, "output", [])
        forget_files(outputs)
        with threadpool_limits(1, "blas"):
            yield logger
        if is_kept:
            note_files(outputs)
    except UserError as error:
        logger.error("%s", error)
        sys.exit(1)
    except Exception as error:
        problem = _explain(error, snakemake)
        if problem is not None:
            logger.info("the traceback of the error below", exc_info=True)
            logger.error("%s", problem)
            sys.exit(DISK_FULL if find_errno(error) == errno.ENOSPC else 1)
        to_terminal.setLevel(logging.CRITICAL)  # Python prints the traceback to the terminal
        logger.exception("failed")
        raise
    finally:
        for handler in handlers:
            logger.removeHandler(handler)
            handler.close()


def _end_once(number: int, frame: FrameType | None) -> None:
    """Interrupt the job, so that its outputs are removed; a second signal does not disturb it."""
    for ending in ENDING:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


def _open_log(path: Path) -> logging.Handler:
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(path, mode="w", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler


def _explain(error: Exception, snakemake: Any) -> UserError | Problem | None:
    """Return the meaning of an error for a user: one of the system, or of a damaged input.

    An error of reading names no file: the inputs are read again, and if all can be read, the files
    of the job are named.
    """
    inputs = [str(file) for file in getattr(snakemake, "input", [])]
    outputs = [str(file) for file in getattr(snakemake, "output", [])]
    number = find_errno(error)
    try:
        if number is None:  # it may be that an input was damaged
            refuse_damaged(inputs)
        elif number not in FULL and not find_file(error):
            for file in inputs:
                if Path(file).is_file():
                    hash_file(file)
    except UserError as damage:
        return damage
    except OSError as unreadable:
        error = unreadable

    where = "this job"
    if outputs or inputs:
        where = f"among {name_some(outputs + inputs, _MOST_FILES)}"
    return explain_os_error(error, where)
