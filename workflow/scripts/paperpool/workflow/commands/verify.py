"""``paperpool verify RUN``: read the files of a finished run again; are they as they were made?"""

import argparse
import os
from pathlib import Path

ABOUT = "Read the files of a run again, and say which are damaged or missing."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of the command."""
    parser.add_argument("run", metavar="RUN", help="a run below results/, or a run's folder")


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Print damaged and missing files and counts; raise UserError if any, or without a run."""
    from paperpool.workflow.running.verification import verify_run

    verified = verify_run(find_folder(arguments.run, Path("results")), os.cpu_count() or 1)
    print("\n".join(verified.describe()), flush=True)
    verified.require_whole()
    return 0


def find_folder(run: str, results: Path) -> Path:
    """Return the folder of ``run``, by its name or its path; UserError if it is missing."""
    from paperpool.errors import Problem, UserError
    from paperpool.finished_runs import MAKE_ONE, suggest
    from paperpool.layout import NAME, list_runs

    folder = results / run if NAME.fullmatch(run) else Path(run)
    if not folder.is_dir():
        hint = f"Name a run, or give the path of its folder. {MAKE_ONE}"
        hint = suggest(run, list_runs(results)) or hint
        raise UserError(Problem(f"There is no run {run!r}.", str(folder), hint))
    return folder
