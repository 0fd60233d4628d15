"""Where the page is served."""

import socket
import urllib.request

import pytest

from paperpool.errors import UserError
from paperpool.search_page.web.app import create_app
from paperpool.search_page.web.serving import open_server


def test_only_this_machine_is_listened_to(engine):
    server = open_server(create_app(engine), 0)
    assert server.socket.getsockname()[0] == "127.0.0.1"
    server.close()


def test_a_port_that_cannot_be_had_is_a_message(address, engine):
    app = create_app(engine)
    for port in (int(address.rsplit(":", 1)[1]), 70_000, -1):
        message = rf"Port {port} cannot be used: .*\n.*\n  Hint: Choose another"
        with pytest.raises(UserError, match=message):
            open_server(app, port)


def test_the_server_answers_and_does_not_say_what_it_is(address):
    with urllib.request.urlopen(address, timeout=5) as answer:
        assert answer.status == 200 and "Server" not in answer.headers


def test_a_request_of_a_megabyte_gets_a_page(address):
    place = ("127.0.0.1", int(address.rsplit(":", 1)[1]))
    with socket.create_connection(place, timeout=5) as to:
        head = "POST /search HTTP/1.0\r\nHost: localhost\r\nContent-Length: 1000000\r\n"
        to.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode())
        to.sendall(b"abstract=" + b"a" * (1_000_000 - 9))
        answer = b"".join(iter(lambda: to.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.0 413 ")
    assert "the page takes 64 kB in all" in answer
