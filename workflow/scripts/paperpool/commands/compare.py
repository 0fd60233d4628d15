"""``paperpool compare A B``: two finished runs below ``results/``, or two rankers, on one page."""

import argparse
import sys

ABOUT = "Compare two finished runs, or two rankers, on one page."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("a", metavar="A", help="a run below results/, or run/ranker")
    parser.add_argument("b", metavar="B", help="what it is compared with, in the same form")
    parser.add_argument("--json", metavar="FILE", help="write the tables for programs")


def execute(arguments: argparse.Namespace, rest: list[str]) -> int:
    """Write the comparison, print its main tables and the page's path."""
    from paperpool.compare.comparison import compare_runs  # slow to import
    from paperpool.compare.page import list_contents, print_contents
    from paperpool.io.files import write_json
    from paperpool.pages.grid_text import has_colour

    page, contents = compare_runs("results", arguments.a, arguments.b)
    if arguments.json:
        write_json(arguments.json, list_contents(contents))
    print(print_contents(contents, colour=has_colour(sys.stdout)))
    print(f"The comparison: {page.resolve()}")
    return 0
