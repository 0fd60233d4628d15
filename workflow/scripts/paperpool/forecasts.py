"""Forecast how long work takes: once, soon after it began, with the settings that avoid it.

Processors differ fourfold, so the first seconds of the work are measured.
"""

import logging
import time

_MEASURED, _LONG = 10.0, 120.0
"""Seconds that are measured, and the least rest that is long."""

_LOG = logging.getLogger("paperpool")


class Forecast:
    """Some work in ``total`` steps; ``avoid`` is a sentence on the settings that avoid it."""

    def __init__(self, work: str, total: int, avoid: str):
        self._work, self._left, self._avoid = work, total, avoid
        self._done, self._start, self._is_said = 0, time.monotonic(), False

    def step(self, n: int = 1, is_free: bool = False) -> None:
        """Count steps that are done; free ones, such as cached ones, took no time."""
        self._left -= n
        self._done += 0 if is_free else n
        seconds = time.monotonic() - self._start
        if self._done and seconds >= _MEASURED and not self._is_said:
            self._is_said = True
            rest = seconds / self._done * self._left
            text = f"{rest / 60:.0f} minutes" if rest < 5400 else f"{rest / 3600:.1f} hours"
            if rest >= _LONG:
                _LOG.warning("%s takes about %s more here. %s", self._work, text, self._avoid)
