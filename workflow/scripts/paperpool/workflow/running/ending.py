"""How a run or a job ends: by a signal, or by a full disk."""

import os
import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a run and its jobs: Ctrl-C, `kill` and a closed terminal."""

DISK_FULL = os.EX_IOERR
"""The exit status of a job that a full disk ended: its log may lack the message."""
