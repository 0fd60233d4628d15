"""The frame around every script of the workflow: its log, and short messages for user errors."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.failures.os_errors import explain_os_error


class _LogFile(logging.FileHandler):
    """A log that a full disk cannot make a job fail by, or print a traceback of its own."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Pass over a record that cannot be written."""

    def close(self) -> None:
        """Close the file, whether or not the rest of it can be written."""
        with contextlib.suppress(OSError):
            super().close()


@contextlib.contextmanager
def running(snakemake: Any) -> Iterator[logging.Logger]:
    """Yield a logger that writes to the job's log file (warnings to the terminal too).

    A UserError ends the script with its message alone, and so does an error of the system, such as
    a full disk; its traceback is in the log. Any other exception is logged with its traceback and
    raised.
    """
    logger = logging.getLogger("paperpool")
    logger.setLevel(logging.INFO)
    to_terminal = logging.StreamHandler(sys.stderr)
    to_terminal.setLevel(logging.WARNING)
    handlers: list[logging.Handler] = [to_terminal]
    logger.addHandler(to_terminal)
    try:
        handlers.append(_open_log(Path(snakemake.log[0])))
        logger.addHandler(handlers[-1])
        yield logger
    except UserError as error:
        logger.error("%s", error)
        sys.exit(1)
    except Exception as error:
        if problem := _explain(error, snakemake):
            logger.info("the traceback of the error below", exc_info=True)
            logger.error("%s", problem)
            sys.exit(1)
        to_terminal.setLevel(logging.CRITICAL)  # Python prints the traceback to the terminal
        logger.exception("failed")
        raise
    finally:
        for handler in handlers:
            logger.removeHandler(handler)
            handler.close()


def _open_log(path: Path) -> logging.Handler:
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(path, mode="w", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler


def _explain(error: Exception, snakemake: Any) -> Problem | None:
    """Return what an error of the system means to a user; without a file, what was written."""
    written = [str(file) for file in getattr(snakemake, "output", [])]
    where = f"what the job writes: {name_some(written, 3)}" if written else "this job"
    return explain_os_error(error, where)
