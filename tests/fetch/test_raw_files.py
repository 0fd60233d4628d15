"""Raw files of a release: addresses that expire, sizes, and answers that are waited for."""

import pytest

from paperpool.errors import UserError
from paperpool.fetch import breaks, raw_files
from paperpool.fetch.downloading import download
from paperpool.fetch.raw_files import ask_json, measure_file
from paperpool.fetch.sources import Source

from .conftest import CONTENT

SIZE = len(CONTENT)


class Addresses:
    """Addresses of one file: each is given once, the last of them again and again."""

    def __init__(self, *urls):
        self.urls, self.n_given = list(urls), 0

    def __call__(self):
        self.n_given += 1
        return self.urls.pop(0) if len(self.urls) > 1 else self.urls[0]


@pytest.mark.parametrize("status", [400, 403])
def test_an_expired_address_is_asked_for_anew_and_the_file_goes_on(
    serve_file, tmp_path, waits, caplog, status
):
    url, file = serve_file(breaks=[100_000])
    old = f"{url}?signature=old"
    addresses = Addresses(old, url)
    file.statuses_of["signature=old"] = [200, status]
    caplog.set_level("INFO", "paperpool")
    source = Source("a.gz of papers", n_bytes=SIZE)
    download(source, tmp_path / "a.gz", waits=waits, locate=addresses)
    assert (tmp_path / "a.gz").read_bytes() == CONTENT
    assert addresses.n_given == 2 and file.ranges == [None, "bytes=100000-", "bytes=100000-"]
    assert "signature" not in caplog.text


def test_a_file_that_stays_refused_is_an_error_without_its_address(serve_file, tmp_path, waits):
    url, _ = serve_file(statuses=[403] * 9)
    addresses = Addresses(f"{url}?signature=x")
    with pytest.raises(UserError, match=r"after 5 attempts(?s:.*)answered 403") as error:
        download(Source("the file", n_bytes=SIZE), tmp_path / "a.gz", waits=waits, locate=addresses)
    assert addresses.n_given == 5 and "http" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_size_is_an_error_that_says_what_to_do(serve_file, tmp_path, waits):
    url, _ = serve_file()
    with pytest.raises(UserError, match=r"1,024,000 bytes instead of 5(?s:.*)Hint: list it anew"):
        source = Source("x", n_bytes=5, if_changed="list it anew")
        download(source, tmp_path / "a", waits=waits, locate=lambda: url)


def test_what_stays_of_a_file_is_gone_on_with_at_another_address(serve_file, tmp_path):
    url, file = serve_file(breaks=[300_000])
    path, source = tmp_path / "a", Source("x", n_bytes=SIZE)
    with pytest.raises(UserError, match="300,000 of 1,024,000"):
        download(source, path, waits=(), locate=lambda: f"{url}?one")
    assert b"http" not in (tmp_path / ".a.of.part").read_bytes()
    download(source, path, waits=(), locate=lambda: f"{url}?two")
    assert file.ranges == [None, "bytes=300000-"]
    assert path.read_bytes() == CONTENT


def test_a_busy_server_is_waited_for_as_long_as_it_says(serve_file, monkeypatch):
    slept = []
    monkeypatch.setattr(raw_files.time, "sleep", slept.append)
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
    assert measure_file("a", url, waits=waits) == SIZE
    assert file.ranges == ["bytes=0-0"] * 2
    url, _ = serve_file(announced=None)
    with pytest.raises(UserError, match="does not say how large"):
        measure_file("a", url, waits=waits)
