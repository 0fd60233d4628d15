"""The signals that end a run."""

import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a run and its jobs: Ctrl-C, `kill` and a closed terminal."""
