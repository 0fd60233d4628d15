"""The server of the search page: this machine alone can reach it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from flask import Flask
from waitress import create_server

from paperpool.errors import Problem, UserError
from paperpool.search_page.web.opening import Opening

HOST = "127.0.0.1"
_STOPPED = (OSError, ValueError)
"""What a server that is closed beside its thread may say of the sockets it waited on."""

_MAX_BODY = 16 * 2**20
"""Bytes that are read of a request, so that the page itself can say that it was too long."""


def open_server(app: Flask | Opening, port: int) -> Any:
    """Return a server of ``app`` that listens at ``port`` (0: any free one) of 127.0.0.1.

    Its ``run()`` serves until ``close()``; ``effective_port`` is where. Raises UserError for a
    port that cannot be had.
    """
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise OSError("ports end at 65535")
        return create_server(
            app, host=HOST, port=port, threads=4, ident="", max_request_body_size=_MAX_BODY
        )
    except OSError as error:
        hint = "Choose another: --port N, or make app PORT=N."
        what = f"Port {port} cannot be used: {error}."
        raise UserError(Problem(what, f"{HOST}:{port}", hint)) from None


@contextlib.contextmanager
def serving(server: Any) -> Iterator[threading.Thread]:
    """Let a server answer in a thread of its own, given to wait for; it is closed at the end."""

    def run() -> None:
        with contextlib.suppress(*_STOPPED):
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        server.task_dispatcher.shutdown()  # answers that are under way need what is closed next
        server.close()
