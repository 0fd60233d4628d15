"""Where the page is served."""

import socket
import threading
import urllib.request

import pytest

from paperpool.errors import UserError
from paperpool.search.web.app import create_app
from paperpool.search.web.serving import open_server


@pytest.fixture
def server(engine):
    server = open_server(create_app(engine), 0)
    yield server
    server.close()


def test_only_this_machine_is_listened_to(server):
    assert server.socket.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_a_message(server, engine):
    with pytest.raises(
        UserError,
        match=rf"Port {server.effective_port} cannot be used.*\n.*\n  Hint: Choose another",
    ):
        open_server(create_app(engine), int(server.effective_port))
    with pytest.raises(UserError, match="Port 70000 cannot be used"):
        open_server(create_app(engine), 70000)


def test_the_server_answers_and_does_not_say_what_it_is(server):
    threading.Thread(target=server.run, daemon=True).start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.effective_port}/", timeout=5) as answer:
        assert answer.status == 200 and "Server" not in answer.headers


def test_a_request_of_a_megabyte_gets_a_page(server):
    threading.Thread(target=server.run, daemon=True).start()
    with socket.create_connection(("127.0.0.1", server.effective_port), timeout=5) as to:
        head = "POST /search HTTP/1.0\r\nHost: localhost\r\nContent-Length: 1000000\r\n"
        to.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode())
        to.sendall(b"abstract=" + b"a" * (1_000_000 - 9))
        answer = b"".join(iter(lambda: to.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.0 413 ")
    assert "the page takes 64 kB in all" in answer
