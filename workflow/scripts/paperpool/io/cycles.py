"""Python's search for reference cycles, which costs much among millions of objects."""

import contextlib
import gc
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
