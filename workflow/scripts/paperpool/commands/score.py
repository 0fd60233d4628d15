"""``paperpool score RUN… --on COLLECTION``: the scores of rankings, in seconds."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.commands.outputs import (
    ABOUT_FILES,
    STANDARD_OUTPUT,
    Input,
    check_outputs,
    find_printing,
    write_output,
)
from paperpool.errors import Problem, UserError
from paperpool.evaluation.seeds import SEED
from paperpool.io.os_errors import explain_os_error

if TYPE_CHECKING:  # loaded when something is scored
    from paperpool.scoring.task import Scored, Task

ABOUT = "Score rankings on a collection, with intervals, paired tests and the workflow's checks."

_EXAMPLE = f"""\
{ABOUT_FILES}

examples:
  paperpool score mine.trec --on csfcube --baseline specter
  paperpool score 'mine-{{facet}}.json' theirs=run.parquet --on csfcube --html page.html
  paperpool score scores.json --on mdcr --published SPECTER
  paperpool score mine.trec theirs.trec --on next/version --predicted model.csv
  paperpool score submission/ --on path/to/cl-scisumm --csv metrics.csv --tex table.tex
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "runs",
        metavar="RUN",
        nargs="+",
        help="a file of rankings, or name=file: the CSFCube release's JSON ({facet} in the path), "
        "a TREC file, a parquet table of ours; for MDCR a JSON of scores ({split} in the path: "
        "both splits); for CL-SciSumm a folder of CSV files",
    )
    parser.add_argument(
        "--on",
        required=True,
        metavar="COLLECTION",
        help="csfcube, csfcube-corpus, mdcr or scisumm (of `paperpool fetch`); a folder; "
        "or the name of a collection that a run below results/ has read",
    )
    parser.add_argument("--data", metavar="FOLDER", help="where the data of --on lie instead")
    parser.add_argument(
        "--baseline",
        metavar="BASELINE",
        action="append",
        default=[],
        help="a ranker that the others are tested against: the name of stored rankings (specter, "
        "of CSFCube's release), RUN/RANKER of a finished run, a file, or a RUN; may be repeated",
    )
    parser.add_argument(
        "--published",
        metavar="[RUN=]SYSTEM",
        action="append",
        default=[],
        help="the published system whose scores stand beside a run's; may be repeated",
    )
    parser.add_argument(
        "--checks",
        choices=("strict", "warn"),
        default="strict",
        help="whether a run that leaves candidates out is an error (default), or told and scored",
    )
    parser.add_argument(
        "--doubts",
        choices=("warn", "fail"),
        default="warn",
        help="whether a doubtful run, such as one of distances, is named last or is an error",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=SEED, help=f"of intervals and tests; {SEED}"
    )
    parser.add_argument(
        "--slices",
        metavar="FILE",
        help="a CSV with query_id and slice: further slices of the tables, of CSFCube (query_id is "
        "<paper>_<facet>, or a paper for all its facets) and of others' collections",
    )
    parser.add_argument(
        "--predicted",
        metavar="FILE",
        help="a model's grades (CSV or JSON lines: query_id, doc_id, grade) of all pairs that the "
        "runs show: a further table of scores that people's drawn grades correct, of collections "
        "that `paperpool next` wrote (next/version); the other tables take no grade of it",
    )
    parser.add_argument("--html", metavar="FILE", help="write the report's section as a page")
    parser.add_argument("--csv", metavar="FILE", help="write all scores, all splits and slices")
    parser.add_argument("--json", metavar="FILE", help="write the printed tables for programs")
    parser.add_argument("--tex", metavar="FILE", help="write the headline table (LaTeX, booktabs)")


def execute(arguments: argparse.Namespace, unknown: list[str]) -> int:
    """Score the runs, print the scores and write the requested files."""
    outputs = {
        "--csv": arguments.csv,
        "--json": arguments.json,
        "--tex": arguments.tex,
        "--html": arguments.html,
    }
    try:
        text = _score(arguments, outputs)
    except BrokenPipeError:  # of whoever reads an output, which is no error
        raise
    except OSError as error:
        raise UserError(explain_os_error(error, "paperpool score")) from error
    print(text, end="", file=find_printing(outputs.values()))
    return 0


def _score(arguments: argparse.Namespace, outputs: Mapping[str, str | None]) -> str:
    """Write the requested files; return the printed text.

    ``outputs`` are the files by their options. Raises UserError for anything that is wrong.
    """
    from paperpool.commands.score_inputs import list_inputs
    from paperpool.pages.grid_text import has_colour
    from paperpool.scoring.adapters import find_adapter
    from paperpool.scoring.text import write_scored

    task = _make_task(arguments)
    argument = f"--data {arguments.data}" if arguments.data else f"--on {arguments.on}"
    inputs = list_inputs(task.place, argument, task.entries, arguments.runs, arguments.slices)
    opened = None
    if arguments.predicted is not None:
        from paperpool.scoring.predicted import open_drawn  # brings scipy in

        opened = open_drawn(task.place)
        inputs.append(Input(f"--predicted {arguments.predicted}", Path(arguments.predicted)))
    check_outputs(outputs, inputs)
    scored = find_adapter(task.place.benchmark).score(task)
    if arguments.predicted is not None and opened is not None:
        from paperpool.scoring.predicted import add_predicted

        scored = add_predicted(task, scored, arguments.predicted, *opened)
    contents = {}
    for option, file in outputs.items():
        if file is not None:
            contents[file] = _format(option, task, scored)

    for file, content in contents.items():  # none is written if one cannot be made
        write_output(file, content)

    colour = has_colour(find_printing(outputs.values()))
    text = write_scored(scored, task.resampling.confidence, colour=colour)
    if not scored.tests:
        text += "\nNothing was compared, as there is one run: name another, or a --baseline.\n"
    files = [file for file in outputs.values() if file is not None and file not in STANDARD_OUTPUT]
    if files:
        text += "\n" + "".join(f"Written: {Path(file).absolute()}\n" for file in files)
    for doubt in scored.doubts:
        text += f"\nWarning: {doubt}\n"
    return text


def _make_task(arguments: argparse.Namespace) -> Task:
    """Return what the arguments ask for; raise UserError if they name what is not there."""
    from paperpool.evaluation.paired_draws import Resampling
    from paperpool.scoring.baselines import add_baselines
    from paperpool.scoring.places import find_place, find_published, list_systems, read_entries
    from paperpool.scoring.task import Task

    if arguments.seed < 0:
        raise UserError(Problem("A seed is a whole number from 0.", "--seed", "Leave it out."))
    place = find_place(arguments.on, arguments.data).with_slices(arguments.slices)
    systems = list_systems(place)
    entries = find_published(read_entries(arguments.runs), arguments.published, systems)
    entries, baselines = add_baselines(entries, arguments.baseline, place, systems)
    return Task(
        place,
        entries,
        baselines,
        Resampling(arguments.seed),
        strict=arguments.checks == "strict",
        refuses_doubts=arguments.doubts == "fail",
    )


def _format(option: str, task: Task, scored: Scored) -> str:
    """Return the content of the file that an option asks for."""
    if option == "--csv":
        from paperpool.io.tables import defuse_texts, format_csv

        return format_csv(defuse_texts(scored.evaluation.metrics))
    if option == "--json":
        from paperpool.io.files import format_json
        from paperpool.scoring.text import list_scored

        return format_json(list_scored(scored))
    if option == "--tex":
        from paperpool.pages.latex import write_latex

        return write_latex(scored.headline)
    from paperpool.commands.score_page import build_page

    return build_page(task, scored)
