"""``paperpool compare A B``: tables of two finished runs below ``results/``, or two rankers."""

import argparse
from pathlib import Path

from paperpool.commands.outputs import (
    ABOUT_FILES,
    Input,
    check_outputs,
    find_printing,
    write_output,
)
from paperpool.layout import NAME

ABOUT = "Compare two finished runs, or two rankers: both scores, paired tests, settings."

RESULTS = Path("results")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = ABOUT_FILES
    parser.add_argument("a", metavar="A", help="a run below results/, or run/ranker")
    parser.add_argument("b", metavar="B", help="what it is compared with, in the same form")
    parser.add_argument("--json", metavar="FILE", help="write the tables for programs")


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Write the comparison, print its main tables and the page's path."""
    from paperpool.io.files import format_json
    from paperpool.pages.grid_text import has_colour
    from paperpool.workflow.compare.comparison import compare_runs  # slow to import
    from paperpool.workflow.compare.page import list_contents, print_contents

    check_outputs({"--json": arguments.json}, _list_inputs(arguments.a, arguments.b))
    page, contents = compare_runs(RESULTS, arguments.a, arguments.b)
    if arguments.json is not None:
        write_output(arguments.json, format_json(list_contents(contents)))
    stream = find_printing([arguments.json])
    print(print_contents(contents, colour=has_colour(stream)), file=stream)
    print(f"The comparison: {page.resolve()}", file=stream)
    return 0


def _list_inputs(a: str, b: str) -> list[Input]:
    """Return the folders of both runs, and the comparisons' pages, which are outputs themselves."""
    inputs = [Input("the comparisons", RESULTS / "compare", ("*/index.html", "*/*.csv"))]
    for letter, name in (("A", a), ("B", b)):
        run = name.partition("/")[0]
        if NAME.fullmatch(run):
            inputs.append(Input(f"{letter} {name}", RESULTS / run))
    return inputs
