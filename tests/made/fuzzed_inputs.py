"""Seeded random damage to the files that users give."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from paperpool.errors import UserError

from .damage import mutate
from .inputs import Input


def read_damaged(one: Input, folder: Path) -> tuple[Any, str | None]:
    """Return the result of reading, or None and the message; only a UserError may be raised."""
    try:
        return one.read(folder), None
    except UserError as error:
        return None, str(error)


def fuzz_input(
    one: Input, folder: Path, draw: random.Random, n: int
) -> tuple[list[tuple[str, int, str]], int]:
    """Read an input ``n`` times, one of its files in ``folder`` damaged each time.

    Returns each error other than UserError (file, number, exception), and the number of refusals.
    The files are whole again afterwards.
    """
    escaped, n_refused = [], 0
    for file in one.files:
        path = folder / file
        data = path.read_bytes()
        for number in range(n // len(one.files)):
            path.write_bytes(mutate(data, draw))
            try:
                _, message = read_damaged(one, folder)
                n_refused += message is not None
            except Exception as error:  # every one is told at the end
                escaped.append((file, number, repr(error)[:300]))
        path.write_bytes(data)
    return escaped, n_refused
