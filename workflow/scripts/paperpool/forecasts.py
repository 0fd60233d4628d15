"""Forecast how long work takes: once, soon after it began, with the settings that avoid it.

Processors differ fourfold, so the first seconds of the work are measured.
"""

import logging
import time

_MEASURED = 10.0
"""Seconds of the work that are measured."""

_LONG = 120.0
"""Seconds from which on work that is left is long."""

_LOG = logging.getLogger("paperpool")


class Forecast:
    """Some work in ``total`` steps; ``avoid`` is a sentence on the settings that avoid it."""

    def __init__(self, work: str, total: int, avoid: str):
        self._work = work
        self._avoid = avoid
        self._left = total
        self._done = 0  # without the free ones
        self._start = time.monotonic()
        self._is_said = False

    def step(self, n: int = 1, is_free: bool = False) -> None:
        """Count steps that are done; free ones, such as cached ones, took no time."""
        self._left -= n
        if not is_free:
            self._done += n
        seconds = time.monotonic() - self._start
        if not self._done or seconds < _MEASURED or self._is_said:
            return

        self._is_said = True
        left = seconds / self._done * self._left
        if left < _LONG:
            return
        text = f"{left / 60:.0f} minutes"
        if left >= 5400:
            text = f"{left / 3600:.1f} hours"
        _LOG.warning("%s takes about %s more here. %s", self._work, text, self._avoid)
