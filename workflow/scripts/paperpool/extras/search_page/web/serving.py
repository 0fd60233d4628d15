"""Serve the search page to this machine alone."""

import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.web.asking import ARRIVED

HOST = "127.0.0.1"
_MAX_BODY = 16 * 2**20
"""Bytes that are read of a request, so that the page itself can refuse a longer one."""

MAX_IDLE = 50
"""Connections without a question that may stay open, for further requests."""

MAX_CONNECTIONS = 150
"""Connections that are open at once; more wait until there is room."""

_GRACE = 1.0
"""Seconds that a connection has for its question before it is idle."""

_THREADS = 24
"""Requests that are worked on at once: one searches, others wait for their turn, and there are
some left for the files of the page."""


class _Task(WSGITask):
    """A request that tells the application when it came, as it may have waited for a thread."""

    def get_environment(self) -> dict[str, Any]:
        """Return the variables of the request."""
        environ = super().get_environment()
        environ[ARRIVED] = self.channel.last_activity
        return environ


class _Channel(HTTPChannel):
    """A connection whose requests tell when they came."""

    task_class = _Task


class _Server(TcpWSGIServer):
    """A server whose idle connections make room for others, whoever holds them open."""

    channel_class = _Channel

    def readable(self) -> bool:
        """Return whether a connection may come in; checked in each round of the server's loop."""
        self._make_room()
        return super().readable()

    def _make_room(self) -> None:
        """Close the connections without a whole request that are idle the longest, if too many."""
        there = [channel for channel in self.active_channels.values() if not channel.will_close]
        excess = len(there) - MAX_IDLE
        if excess <= 0:
            return

        latest = time.time() - _GRACE
        idle = []
        for channel in there:
            if not channel.requests and channel.last_activity < latest:
                idle.append(channel)
        # those that still send an answer come last
        idle.sort(key=lambda channel: (channel.total_outbufs_len > 0, channel.last_activity))
        for channel in idle[:excess]:
            channel.will_close = True


def open_server(app: Flask | None, port: int) -> Any:
    """Return a server of ``app`` at ``port`` (0: any free one) of 127.0.0.1; UserError if in use.

    ``run()`` serves until ``close()``; ``effective_port`` is its port. Its ``application`` may be
    set later, before it serves: a browser that asks earlier waits.
    """
    logging.getLogger("waitress").setLevel(logging.ERROR)  # that some wait is no news
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise OSError("ports end at 65535")
        return _Server(
            app,
            host=HOST,
            port=port,
            threads=_THREADS,
            ident="",
            max_request_body_size=_MAX_BODY,
            connection_limit=MAX_CONNECTIONS,
            asyncore_use_poll=True,  # select() takes no file numbers from 1024 on
        )
    except OSError as error:
        message = f"Port {port} cannot be used: {error}."
        hint = "Choose another: --port N, or make app PORT=N."
        raise UserError(Problem(message, f"{HOST}:{port}", hint)) from None


@contextlib.contextmanager
def serving(server: Any) -> Iterator[threading.Thread]:
    """Let a server answer in a thread of its own, given to wait for; it is closed at the end."""

    def run() -> None:
        """Serve until the server is closed."""
        with contextlib.suppress(OSError, ValueError):  # of sockets that are closed meanwhile
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        server.task_dispatcher.shutdown()  # answers that are under way need what is closed next
        server.close()
