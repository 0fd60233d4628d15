"""What a ranker is called: by the user, or by the file of its rankings."""

import re
from collections.abc import Sequence
from pathlib import Path

from paperpool.commands.scoring.task import Entry
from paperpool.errors import Problem, UserError, name_some
from paperpool.plan.layout import NAME

_OFFICIAL = re.compile(r"^test-pid2pool-csfcube-(.+)-ranked$")
_PLACEHOLDER = re.compile(r"[-_.]*\{(facet|split)\}")
_OTHERS = re.compile(r"[^a-z0-9._-]+")


def read_entries(texts: Sequence[str]) -> list[Entry]:
    """Return the rankers that the arguments name: ``path``, or ``name=path``.

    Raises UserError where two have one name.
    """
    entries = [read_entry(text) for text in texts]
    names = [entry.name for entry in entries]
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        what = f"Several runs are called {name_some(repeated)}."
        raise UserError(Problem(what, " ".join(texts), "Name them: name=path."))
    return entries


def read_entry(text: str) -> Entry:
    """Return the ranker that an argument names."""
    name, sign, path = text.partition("=")
    if sign and path and NAME.fullmatch(name) and not Path(text).exists():
        return Entry(name, (path,))
    return Entry(derive_name(text), (text,))


def derive_name(path: str) -> str:
    """Return a name for the rankings at ``path``: what its last part says of them.

    Of the release's own files it is the part that names the system, and of a folder of the shared
    task's files that of the folder above ``Task1``.
    """
    parts = Path(path)
    if parts.name == "Task1":
        parts = parts.absolute().parent
    stem = parts.name if parts.is_dir() else parts.stem
    stem = _PLACEHOLDER.sub("", stem.lower())
    if official := _OFFICIAL.match(stem):
        stem = official[1]
    return _OTHERS.sub("-", stem).strip("-._") or "run"


def find_published(
    entries: Sequence[Entry], texts: Sequence[str], systems: Sequence[str]
) -> list[Entry]:
    """Return the entries with the published systems that ``--published`` names for them.

    A text is ``SYSTEM``, of a single entry, or ``run=SYSTEM``. Raises UserError for an unknown run
    or system.
    """
    named = {entry.name: entry for entry in entries}
    for text in texts:
        name, sign, system = text.partition("=")
        if not sign:
            name, system = entries[0].name, text
        if system not in systems:
            hint = f"Published are {', '.join(systems)}." if systems else "No figure is published."
            raise UserError(
                Problem(f"No published system is called {system!r}.", "--published", hint)
            )
        if name not in named or (not sign and len(entries) > 1):
            what = f"--published {text} does not say of which run."
            hint = f"Write RUN=SYSTEM, with RUN one of {', '.join(named)}."
            raise UserError(Problem(what, "--published", hint))
        named[name] = Entry(name, named[name].paths, system)
    return list(named.values())
