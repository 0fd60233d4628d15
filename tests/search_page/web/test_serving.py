"""The address of the page, and the start and end of its server."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from types import SimpleNamespace

import pytest

from paperpool.errors import UserError
from paperpool.extras.search_page.command import serve
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.web.app import create_app
from paperpool.extras.search_page.web.serving import open_server, serving

from ...made.search_run import write_run


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


def test_who_comes_early_waits_for_the_application(engine):
    server = open_server(None, 0)
    address = ("127.0.0.1", server.effective_port)
    with socket.create_connection(address, timeout=5) as to:
        to.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
        server.application = create_app(engine)
        with serving(server) as thread:
            answer = b"".join(iter(lambda: to.recv(65536), b""))
    assert b"Find papers that are like a paper" in answer
    thread.join(5)
    assert not thread.is_alive()


def test_steps_are_told_in_order(made_results):
    told = []
    open_run("made", made_results, tell=told.append).prepare(told.append)
    assert told[0] == "Reading the papers" and told[-1] == "Indexing the words of 7 papers"


def test_a_model_that_is_not_there_is_told_and_the_rest_is_served(tmp_path, monkeypatch, capsys):
    missing = str(tmp_path / "gone")
    write_run(
        tmp_path, rankers={"bm25": {"kind": "bm25"}, "d": {"kind": "dense", "model": missing}}
    )

    @contextlib.contextmanager
    def serve_at_once(server):
        with serving(server):
            yield SimpleNamespace(join=lambda: None)

    monkeypatch.setattr("paperpool.extras.search_page.web.serving.serving", serve_at_once)
    serve("made", tmp_path, 0)
    printed, errors = capsys.readouterr()
    assert errors.startswith(f"Some searches will not work:\nThe model's folder {missing} does not")
    assert "7 papers after" in printed and "http://127.0.0.1:" in printed


def hear_interrupts():
    """Undo the shell's setting for programs in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_the_command_serves_until_it_is_interrupted(root, tmp_path):
    write_run(tmp_path / "results")
    process = subprocess.Popen(
        [sys.executable, "-m", "paperpool.commands.main", "app", "made", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root / "workflow/scripts")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    try:
        lines = [process.stdout.readline() for _ in range(6)]
        assert lines[0] == "Opening run made …\n" and lines[1] == "Reading the papers …\n"
        assert re.match(r"7 papers after [\d.]+ s\. Ctrl-C ends the page:", lines[4])
        with urllib.request.urlopen(f"{lines[5].strip()}search?paper=a1", timeout=10) as answer:
            assert b"Green tea" in answer.read()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (process.returncode, said) == (0, "")
