"""Many at once: silent connections, half requests, and 200 searches."""

import contextlib
import socket
import statistics
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from paperpool.extras.search_page.web import asking
from paperpool.extras.search_page.web.serving import MAX_CONNECTIONS

from ...made.slow_engine import make_slow

HALF = {
    "nothing": b"",
    "half a head": b"GET /search?paper=10 HTTP/1.1\r\nHost: local",
    "half a form": b"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabs",
}


@pytest.fixture
def connect(address):
    """Return a function that opens so many connections to the page and sends a text on each."""
    host, port = address.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:

        def open_all(n, said):
            made = [socket.create_connection((host, int(port)), timeout=10) for _ in range(n)]
            for one in made:
                stack.enter_context(one)
                with contextlib.suppress(ConnectionError):  # it may have had to make room
                    one.sendall(said)
            return made

        yield open_all


def ask(address, paper="10"):
    """Return the status of a search and the seconds that it took."""
    start = time.monotonic()
    with urllib.request.urlopen(f"{address}/search?paper={paper}&n=1", timeout=60) as answer:
        answer.read()
        return answer.status, time.monotonic() - start


@pytest.mark.parametrize("said", HALF.values(), ids=HALF)
def test_idle_connections_lock_nobody_out(address, connect, said):
    connect(MAX_CONNECTIONS + 50, said)
    assert [ask(address)[0] for _ in range(2)] == [200] * 2


def test_only_idle_connections_make_room(address, connect, engine):
    """A search that takes its time is answered, though it is the oldest connection of all."""
    with ThreadPoolExecutor(1) as pool, make_slow(engine) as begun:
        answer = pool.submit(ask, address)
        assert begun.wait(30)
        first = connect(MAX_CONNECTIONS + 50, b"")[0]
        assert first.recv(1) == b""  # of the idle ones the oldest was closed
        engine.asked.go_on.set()
        assert answer.result()[0] == 200


def test_two_hundred_searches_at_once_are_answered(address, record_property):
    with ThreadPoolExecutor(200) as pool:
        answers = list(
            pool.map(lambda n: ask(address, "10,11,12,13".split(",")[n % 4]), range(200))
        )
    assert [status for status, _ in answers] == [200] * 200
    late = statistics.quantiles((seconds for _, seconds in answers), n=20)[-1]
    record_property("95th percentile, s", late)
    print(f"200 searches at once: 95th percentile {late:.2f} s")
    assert late < 30


def test_what_waits_too_long_is_told_so_and_the_files_of_the_page_do_not_wait(
    engine, address, monkeypatch
):
    """More searches than the server has threads: no one hangs, and the first is answered."""
    monkeypatch.setattr(asking, "MAX_WAIT", 0.3)

    def ask_or_be_told(number):
        try:
            return ask(address, "10,11,12,13".split(",")[number % 4])[0]
        except urllib.error.HTTPError as told:
            return told.code, told.headers["Retry-After"]

    with ThreadPoolExecutor(60) as pool:
        with make_slow(engine) as begun:
            first = pool.submit(ask_or_be_told, 0)
            assert begun.wait(30)
            others = [pool.submit(ask_or_be_told, number) for number in range(1, 21)]
            start = time.monotonic()
            with urllib.request.urlopen(f"{address}/static/page.css", timeout=10) as answer:
                assert answer.status == 200
            assert time.monotonic() - start < 5
            others += [pool.submit(ask_or_be_told, number) for number in range(21, 60)]
            assert [one.result(30) for one in others] == [(503, "20")] * 59
        assert first.result(30) == 200
