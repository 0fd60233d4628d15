"""Python's search for reference cycles, which costs much among millions of objects."""

import atexit
import contextlib
import gc
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def without_cycle_search() -> Iterator[None]:
    """Keep Python from looking for reference cycles again and again while rows are read."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


_YOUNG = 10_000
"""New objects after which Python looks for cycles, in place of 700."""


def search_seldom() -> None:
    """Have Python look for cycles seldom from here on, and not at the end of the process.

    Otherwise it looks through all that was imported again and again, and once more before all
    memory is given back: a quarter of the processor time of a small job that imports torch.
    """
    gc.set_threshold(_YOUNG)
    atexit.register(_end_without_search)


def _end_without_search() -> None:
    """Have the end of the process find no cycles, unless DuckDB would list them as leaks."""
    if "duckdb" not in sys.modules:
        gc.freeze()
