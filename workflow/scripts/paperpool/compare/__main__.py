"""``python -m paperpool.compare A B``: compare two finished runs below ``results/``."""

import argparse
import sys

from paperpool.compare.comparison import compare_runs
from paperpool.errors import UserError


def main() -> None:
    """Write the comparison and print the page's path; a user error is its message alone."""
    parser = argparse.ArgumentParser(prog="python -m paperpool.compare", description=__doc__)
    parser.add_argument("a", metavar="A", help="a run below results/, or run/ranker")
    parser.add_argument("b", metavar="B", help="what it is compared with, in the same form")
    arguments = parser.parse_args()
    try:
        page = compare_runs("results", arguments.a, arguments.b)
    except UserError as error:
        sys.exit(str(error))
    print(f"The comparison: {page.resolve()}")


if __name__ == "__main__":
    main()
