"""Searches that take as long as a test likes."""

import contextlib
import threading


class _HeldUp(list):
    """The questions of an engine; it goes on with the next one when it may."""

    def __init__(self):
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()

    def append(self, asked):
        self.begun.set()
        assert self.go_on.wait(30)
        super().append(asked)


@contextlib.contextmanager
def make_slow(engine):
    """Hold up the searches of an engine for the block; yield the event that the first has begun."""
    engine.asked = _HeldUp()
    try:
        yield engine.asked.begun
    finally:
        engine.asked.go_on.set()
