"""``paperpool design``: what a collection of so many queries would show, before it is annotated."""

from __future__ import annotations

import argparse
import math

from paperpool.commands.outputs import (
    ABOUT_FILES,
    check_outputs,
    find_printing,
    write_output,
)
from paperpool.errors import Problem, UserError

NAME = "design"

ABOUT = "Plan a collection: the differences that so many queries and judgments would show."

_EXAMPLE = f"""\
{ABOUT_FILES}

examples:
  paperpool design --want 4
  paperpool design mine.trec theirs.trec --on path/to/pilot --want 4 --csv designs.csv

Without runs the spreads are those of CSFCube (NDCG%20 of nine systems). Those of a pilot's queries
are mixed with them: each query counts as one, CSFCube as ten.
"""

SECONDS = 30.0
"""Seconds of an annotator for a pair, as annotation.seconds_per_task has it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLE
    runs_help = "rankings of a pilot, two or more, as of `paperpool score`"
    parser.add_argument("runs", metavar="RUN", nargs="*", help=runs_help)
    on_help = "the pilot, or a collection that resembles the planned one"
    parser.add_argument("--on", metavar="COLLECTION", help=on_help)
    parser.add_argument("--data", metavar="FOLDER", help="where the data of --on lie instead")
    parser.add_argument("--measure", metavar="NAME", help="as of `paperpool next`")
    want_help = "the difference of two systems to be found, in points: the cheapest design"
    parser.add_argument("--want", metavar="POINTS", type=float, help=want_help)
    seconds_help = f"an annotator's seconds for a pair; default {SECONDS:g}"
    parser.add_argument("--seconds", metavar="N", type=float, default=SECONDS, help=seconds_help)
    parser.add_argument("--csv", metavar="FILE", help="write all designs")


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Print the designs, the cheapest one that is enough, and write the requested file."""
    from paperpool.extras.design.planning import find_basis, tabulate_designs, tell_designs
    from paperpool.io.tables import format_csv
    from paperpool.judging.designs import list_designs

    _check(arguments)
    check_outputs({"--csv": arguments.csv})
    basis = find_basis(arguments.runs, arguments.on, arguments.data, arguments.measure)
    designs = list_designs(basis.spreads, basis.gaps, arguments.seconds)
    if arguments.csv is not None:
        write_output(arguments.csv, format_csv(tabulate_designs(designs)))
    said = tell_designs(designs, basis, arguments.want)
    print(said, end="", file=find_printing([arguments.csv]))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Raise UserError for arguments that do not go together, and numbers that are none."""
    problems = []
    if bool(arguments.runs) != (arguments.on is not None):
        message = "A pilot is a collection and its runs."
        hint = "Give RUN RUN --on COLLECTION, or none of them: CSFCube's numbers are then taken."
        problems.append(Problem(message, "RUN and --on", hint))
    want = arguments.want
    if want is not None and not (math.isfinite(want) and want > 0):
        message = f"A difference of {want:g} points is never found."
        problems.append(Problem(message, "--want", "Give a number above 0, such as 4."))
    if not (math.isfinite(arguments.seconds) and arguments.seconds > 0):
        message = f"A pair takes some time, and not {arguments.seconds:g} seconds."
        problems.append(Problem(message, "--seconds", "Give a number above 0, such as 30."))
    if problems:
        raise UserError(problems)
