"""The frame around every script of the workflow: its log, and short messages for user errors."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperpool.errors import UserError


@contextlib.contextmanager
def running(snakemake: Any) -> Iterator[logging.Logger]:
    """Yield a logger that writes to the job's log file (warnings to the terminal too).

    A UserError ends the script with its message alone; any other exception is logged with its
    traceback and raised.
    """
    path = Path(snakemake.log[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    logger = logging.getLogger("paperpool")
    logger.setLevel(logging.INFO)
    to_file = logging.FileHandler(path, mode="w", encoding="utf-8")
    to_file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    to_terminal = logging.StreamHandler(sys.stderr)
    to_terminal.setLevel(logging.WARNING)
    logger.addHandler(to_file)
    logger.addHandler(to_terminal)
    try:
        yield logger
    except UserError as error:
        logger.error("%s", error)
        sys.exit(1)
    except Exception:
        to_terminal.setLevel(logging.CRITICAL)  # Python prints the traceback to the terminal
        logger.exception("failed")
        raise
    finally:
        logger.removeHandler(to_file)
        logger.removeHandler(to_terminal)
        to_file.close()
