"""Where a collection's papers and judgments come from, and under which licence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows

NOT_STATED = "none stated"
"""The licence of a source that names none: nobody is allowed anything by it."""


@dataclass(frozen=True)
class Source:
    """A row of ``paperpool/resources/licences.csv``; an empty cell is unknown, or there is none.

    ``creator_type`` is schema.org's for all ``creators``, Person or Organization.
    """

    source: str
    name: str
    licence: str
    licence_url: str
    url: str
    published: str
    creators: tuple[str, ...]
    creator_type: str
    citation: str


def read_licences(path: str | Path) -> dict[str, Source]:
    """Return every source of the table, by its name in it."""
    return {
        row["source"]: Source(creators=tuple(row.pop("creators").split("; ")), **row)
        for row in read_rows(path)
    }


def find_sources(path: str | Path, names: Iterable[str]) -> list[Source]:
    """Return the sources called ``names``, each once; raise UserError for one that is not there."""
    known = read_licences(path)
    wanted = list(dict.fromkeys(names))
    if unknown := [name for name in wanted if name not in known]:
        what = f"No source is called {name_some(unknown)}."
        raise UserError(Problem(what, str(path), f"Add a row, or name one of {', '.join(known)}."))
    return [known[name] for name in wanted]
