"""``paperpool compare A B``: two finished runs below ``results/``, or two rankers, on one page."""

from __future__ import annotations

import argparse

ABOUT = "Compare two finished runs, or two rankers, on one page."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("a", metavar="A", help="a run below results/, or run/ranker")
    parser.add_argument("b", metavar="B", help="what it is compared with, in the same form")


def execute(arguments: argparse.Namespace, rest: list[str]) -> int:
    """Write the comparison and print the page's path."""
    from paperpool.compare.comparison import compare_runs  # slow to import

    page = compare_runs("results", arguments.a, arguments.b)
    print(f"The comparison: {page.resolve()}")
    return 0
