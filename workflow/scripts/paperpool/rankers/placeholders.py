"""Placeholders in braces for files, and for Python, in the command of a ranker.

Other braces belong to the command, as in awk's ``{print $1}``.
"""

import difflib
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.errors import Problem

RUN = "run"
CANDIDATES = ("candidates", "candidates_tsv")
PLACEHOLDERS = {
    "queries": "queries.parquet",
    "queries_tsv": "queries.tsv",
    "candidates": "candidates.parquet",
    "candidates_tsv": "candidates.tsv",
    RUN: "run",
}
"""The file name of each placeholder; that of the run does not fix its format."""

PYTHON = "python"
"""The Python that runs the workflow, with its packages."""

_WORD = re.compile(r"(?<!\$)\{(\w+)\}")  # ${run} is a variable of the shell
_OWN_MEANING = {"return", "query_id", "candidate_id"}
"""Similar words that are no placeholders: awk's statement, and columns in jq's ``{query_id}``."""

_LITERAL = "Braces with a space inside, { word }, are left as they are."


def named_placeholders(command: str) -> set[str]:
    """Return the placeholders of files in ``command``."""
    return set(_WORD.findall(command)) & set(PLACEHOLDERS)


def fill_placeholders(command: str, files: Mapping[str, str | Path]) -> str:
    """Replace the placeholders of ``files`` and {python} by their paths, shell-quoted."""
    paths: dict[str, str | Path] = {PYTHON: sys.executable}
    paths.update(files)

    def fill(match: re.Match[str]) -> str:
        """Return the path of a word in braces; other words stay, with their braces."""
        if match[1] not in paths:
            return match[0]
        return shlex.quote(str(paths[match[1]]))

    return _WORD.sub(fill, command)


def find_placeholder_problems(command: str, where: str) -> Iterator[Problem]:
    """Yield the problems of a command's placeholders: missing ones, and near misses."""
    named = named_placeholders(command)
    if RUN not in named:
        hint = "Write {run}, without a $, for the file that it writes its rankings to."
        yield Problem("The command does not name {run}.", where, hint)
    if not named & set(CANDIDATES):
        hint = "{candidates} is a parquet file, {candidates_tsv} the same as tab-separated text."
        yield Problem("The command does not name its candidates.", where, hint)

    known = [*PLACEHOLDERS, PYTHON]
    for word in sorted(set(_WORD.findall(command)).difference(known, _OWN_MEANING)):
        if word == "facet":
            message = "{facet} is no placeholder of a command: the tables have every facet."
            yield Problem(message, where, _LITERAL)
            continue
        close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.65)
        if close:
            hint = f"Did you mean {{{close[0]}}}? {_LITERAL}"
            yield Problem(f"{{{word}}} is no placeholder.", where, hint)
