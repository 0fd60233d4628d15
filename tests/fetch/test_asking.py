"""Requests go to https alone, or to a server of the test's own, redirects included."""

import base64
import gzip

import pytest

from paperpool.errors import UserError
from paperpool.fetch import asking as asking_module
from paperpool.fetch import breaks
from paperpool.fetch.asking import ask_json, asking, measure_file

from ..made.speaking_server import speaking
from .conftest import CONTENT


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://x/y",
        "http://example.org/x",
        "http://localhost.example.org/x",
        "http://[x/y",
    ],
)
def test_other_addresses_are_refused_asked_or_led_to(serve_file, url):
    with pytest.raises(UserError, match=r"Only https|Not an address"), asking(url, 1.0):
        pass
    first, _ = serve_file(statuses=[302], headers={"Location": url})
    with pytest.raises(UserError, match=r"Only https|Not an address"), asking(first, 1.0):
        pass


def test_an_answer_may_lead_on(serve_file):
    second, _ = serve_file()
    first, _ = serve_file(statuses=[302], headers={"Location": second})
    with asking(first, 1.0) as answer:
        assert answer.read() == CONTENT


def test_an_answer_that_leads_to_itself_is_an_error(serve_file):
    url, file = serve_file(statuses=[302] * 99)
    file.headers["Location"] = url
    with pytest.raises(UserError, match="the server answered 302 Found"):
        ask_json("the list", url, waits=(0.0,))
    assert len(file.ranges) == 11


def test_an_answer_stays_packed_as_the_server_has_the_file(serve_file):
    content = gzip.compress(CONTENT)
    url, _ = serve_file(content, headers={"Content-Encoding": "gzip"})
    with asking(url, 1.0) as answer:
        assert answer.read() == content


def test_the_proxy_of_the_environment_is_asked_but_for_what_it_excepts(serve_file, monkeypatch):
    url, file = serve_file(b"[]")
    said = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    with speaking((said, "end"), (said, "end")) as (proxy, heads):
        address = proxy.removeprefix("http://").removesuffix("/file.bin")
        monkeypatch.setenv("http_proxy", address)
        assert ask_json("the list", url) == {} and file.ranges == []
        monkeypatch.setenv("http_proxy", f"http://me:s%40y@{address}")
        assert ask_json("the list", url) == {}
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        assert ask_json("the list", url) == []
    assert [head.split()[1] for head in heads] == [url, url]
    login = base64.b64encode(b"me:s@y").decode()
    assert "authorization" not in heads[0].lower()
    assert f"proxy-authorization: Basic {login}" in heads[1]


def test_a_busy_server_is_waited_for_as_long_as_it_says(serve_file, monkeypatch):
    slept = []
    monkeypatch.setattr(asking_module.time, "sleep", slept.append)
    url, _ = serve_file(b'{"a": 1}', statuses=[429, 503, 500], headers={"Retry-After": "77"})
    assert ask_json("the list", url, waits=(1, 1, 1)) == {"a": 1}
    assert slept == [77] * 3
    url, _ = serve_file(b"[]", statuses=[429], headers={"Retry-After": "99999"})
    assert ask_json("the list", url, waits=(1,)) == []
    assert slept[-1] == breaks.MOST_SECONDS
    url, _ = serve_file(b"[]", statuses=[429], headers={"Retry-After": "Wed, 21 Oct 2015"})
    assert ask_json("the list", url, waits=(1,)) == []
    assert 1 <= slept[-1] <= 2


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"statuses": [429] * 9}, "answered 429"),
        ({"statuses": [404]}, "answered 404"),
        ({"content": b"<html>"}, "no JSON"),
        ({"content": b"[" * 100_000}, "no JSON"),
    ],
)
def test_what_cannot_be_asked_for_is_an_error(serve_file, waits, settings, problem):
    url, _ = serve_file(**settings)
    with pytest.raises(UserError, match=problem) as error:
        ask_json("the list", url, waits=waits)
    assert "Where: the list" in str(error.value) and "http" not in str(error.value)


def test_an_answer_that_ends_too_early_is_asked_for_again(serve_file, waits):
    url, file = serve_file(b'{"a": 1}', breaks=[3])
    assert ask_json("the list", url, waits=waits) == {"a": 1}
    assert len(file.ranges) == 2


def test_an_answer_that_the_caller_explains_is_not_asked_for_again(serve_file, waits):
    url, file = serve_file(statuses=[500] * 9)
    mine = UserError([])
    with pytest.raises(UserError) as error:
        ask_json("the list", url, explain=lambda error: mine, waits=waits)
    assert error.value is mine and len(file.ranges) == 1


def test_a_secret_is_not_sent_to_where_an_answer_sends_on(serve_file):
    other, far = serve_file(b"[]")
    url, near = serve_file(
        statuses=[302], headers={"Location": other.replace("127.0.0.1", "localhost")}
    )
    assert ask_json("the list", url, {"x-api-key": "s3cret"}, waits=()) == []
    assert near.keys == ["s3cret"] and far.keys == [None]


def test_a_size_comes_from_one_byte(serve_file, waits):
    url, file = serve_file(statuses=[503])
    assert measure_file("a", url, waits=waits) == len(CONTENT)
    assert file.ranges == ["bytes=0-0"] * 2
    url, _ = serve_file(announced=None)
    with pytest.raises(UserError, match="does not say how large"):
        measure_file("a", url, waits=waits)
