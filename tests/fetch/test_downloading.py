"""Downloads arrive whole and checked, in several goes if need be, or not at all."""

import hashlib
import logging

import pytest

from paperpool.errors import UserError
from paperpool.fetch import downloading
from paperpool.fetch.downloading import check_file, download, format_bytes, showing_progress
from paperpool.fetch.sources import Source
from paperpool.io.files import remove_leftovers

from .conftest import CONTENT

SHA256 = hashlib.sha256(CONTENT).hexdigest()
GIT_BLOB = hashlib.sha1(b"blob 1024000\0" + CONTENT).hexdigest()
OTHER = b"another" * 100_000


def test_a_file_arrives_whole_and_checked(serve_file, tmp_path):
    url, file = serve_file()
    download(Source(url, SHA256, len(CONTENT)), tmp_path / "a/file.bin", waits=())
    assert (tmp_path / "a/file.bin").read_bytes() == CONTENT
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["file.bin"]
    assert file.ranges == [None]


def test_a_download_goes_on_where_it_broke_off(serve_file, tmp_path, waits, caplog):
    url, file = serve_file(breaks=[100_000, 50_000, 1])
    with caplog.at_level(logging.INFO, "paperpool"):
        download(Source(url, SHA256), tmp_path / "file.bin", waits=waits)
    assert (tmp_path / "file.bin").read_bytes() == CONTENT
    assert file.ranges == [None, "bytes=100000-", "bytes=150000-", "bytes=150001-"]
    assert (
        "file.bin: 100,000 of 1,024,000 bytes arrived, then the server ended the connection "
        in caplog.text
    )


@pytest.mark.parametrize(
    ("settings", "sha256", "asked", "content"),
    [
        ({"takes_ranges": False}, SHA256, "bytes=100000-", CONTENT),
        ({"etag": None}, None, None, CONTENT),  # nothing tells its states apart
        ({"etag": 'W/"weak"'}, None, None, CONTENT),
        ({"next_version": (OTHER, '"two"')}, None, "bytes=100000-", OTHER),  # it changed meanwhile
    ],
)
def test_it_begins_anew_where_the_rest_cannot_be_had(
    serve_file, tmp_path, waits, settings, sha256, asked, content
):
    url, file = serve_file(breaks=[100_000], **settings)
    download(Source(url, sha256), tmp_path / "file.bin", waits=waits)
    assert (tmp_path / "file.bin").read_bytes() == content
    assert file.ranges == [None, asked]


def test_a_date_tells_states_apart_as_well(serve_file, tmp_path, waits):
    date = "Wed, 21 Oct 2015 07:28:00 GMT"
    url, file = serve_file(breaks=[9], etag=None, headers={"Last-Modified": date})
    download(Source(url), tmp_path / "file.bin", waits=waits)
    assert file.ranges == [None, "bytes=9-"]
    assert (tmp_path / "file.bin").read_bytes() == CONTENT


@pytest.mark.parametrize("wrong", ["bytes 5-9/10", "bytes 100000-x", "none"])
def test_an_answer_that_is_not_the_rest_is_not_taken(serve_file, tmp_path, waits, wrong):
    url, file = serve_file(breaks=[100_000])
    file.headers["Content-Range"] = wrong
    download(Source(url, SHA256), tmp_path / "file.bin", waits=waits)
    assert (tmp_path / "file.bin").read_bytes() == CONTENT
    assert file.ranges == [None, "bytes=100000-", None]


def test_another_call_goes_on_with_what_stayed(serve_file, tmp_path):
    url, file = serve_file(breaks=[300_000, 100_000])
    with pytest.raises(UserError, match=r"after 2 attempts: 400,000 of 1,024,000 bytes arrived"):
        download(Source(url, SHA256), tmp_path / "file.bin", waits=(0.0,))
    assert {path.name for path in tmp_path.iterdir()} == {".file.bin.part", ".file.bin.of.part"}
    download(Source(url, SHA256), tmp_path / "file.bin", waits=())
    assert (tmp_path / "file.bin").read_bytes() == CONTENT
    assert file.ranges == [None, "bytes=300000-", "bytes=400000-"]
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin"]


def test_what_stayed_of_another_address_is_not_used(serve_file, tmp_path):
    first, _ = serve_file(content=OTHER, breaks=[1000])
    second, file = serve_file()
    with pytest.raises(UserError, match="bytes arrived"):
        download(Source(first), tmp_path / "file.bin", waits=())
    download(Source(second), tmp_path / "file.bin", waits=())
    assert file.ranges == [None]
    assert (tmp_path / "file.bin").read_bytes() == CONTENT


def test_what_stayed_is_a_leftover_like_any_other(serve_file, tmp_path):
    url, _ = serve_file(breaks=[1000])
    with pytest.raises(UserError, match="1,000 of 1,024,000 bytes arrived"):
        download(Source(url), tmp_path / "file.bin", waits=())
    remove_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_more_announced_than_there_is_is_an_error(serve_file, tmp_path):
    url, _ = serve_file(announced=len(CONTENT) + 5, takes_ranges=False)
    with pytest.raises(UserError, match=r"1,024,000 of 1,024,005 bytes arrived"):
        download(Source(url, SHA256), tmp_path / "file.bin", waits=(0.0,))
    assert not (tmp_path / "file.bin").exists()


@pytest.mark.parametrize(
    ("settings", "expected", "n_asked"),
    [
        ({}, "1,024,000 bytes instead of 7", 1),
        ({"announced": None}, "more than 7 bytes", 1),
        ({"announced": None, "content": b"short", "etag": None}, "5 of 7 bytes arrived", 5),
    ],
)
def test_another_size_than_the_tables_is_an_error(
    serve_file, tmp_path, waits, settings, expected, n_asked
):
    url, file = serve_file(**settings)
    with pytest.raises(UserError, match=expected):
        download(Source(url, None, 7), tmp_path / "file.bin", waits=waits)
    assert list(tmp_path.iterdir()) == []
    assert len(file.ranges) == n_asked


@pytest.mark.parametrize("announced", [-1, None])
def test_too_large_a_file_is_not_taken(serve_file, tmp_path, waits, monkeypatch, announced):
    monkeypatch.setattr(downloading, "MAX_BYTES", 1_000_000)
    url, file = serve_file(announced=announced)
    with pytest.raises(UserError, match="more than 1,000,000 bytes"):
        download(Source(url), tmp_path / "file.bin", waits=waits)
    assert list(tmp_path.iterdir()) == []
    assert len(file.ranges) == 1


def test_a_wrong_checksum_leaves_nothing(serve_file, tmp_path, waits):
    url, _ = serve_file()
    with pytest.raises(UserError, match=f"SHA-256 {SHA256} instead of 000"):
        download(Source(url, "0" * 64), tmp_path / "file.bin", waits=waits)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_compared_with_its_git_blob_id(serve_file, tmp_path):
    """As `git hash-object` prints it, after a download in two goes too."""
    url, file = serve_file(breaks=[100_000])
    download(Source(url, git_blob=GIT_BLOB), tmp_path / "file.bin", waits=(0.0,))
    assert (tmp_path / "file.bin").read_bytes() == CONTENT
    assert file.ranges == [None, "bytes=100000-"]


@pytest.mark.parametrize(("status", "n_asked"), [(503, 2), (429, 2), (416, 2), (404, 1), (403, 1)])
def test_a_refusal_that_may_pass_is_asked_again(serve_file, tmp_path, status, n_asked):
    url, file = serve_file(statuses=[status, status])
    with pytest.raises(UserError, match=str(status)):
        download(Source(url), tmp_path / "file.bin", waits=(0.0,))
    assert list(tmp_path.iterdir()) == []
    assert len(file.ranges) == n_asked


def test_no_server_is_told_at_once(tmp_path):
    source = Source("http://127.0.0.1:9/file.bin")
    with pytest.raises(
        UserError, match=r"The download of file.bin failed: 0 bytes .*refused"
    ) as caught:
        download(source, tmp_path / "file.bin", waits=(60.0,))
    assert f"put the file at {tmp_path / 'file.bin'} by hand" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", [400, 403])
def test_an_expired_address_is_asked_for_anew_and_the_file_goes_on(
    serve_file, tmp_path, waits, caplog, status
):
    url, file = serve_file(breaks=[100_000])
    addresses = iter([f"{url}?signature=old", url])
    file.statuses_of["signature=old"] = [200, status]
    caplog.set_level("INFO", "paperpool")
    source = Source("a.gz of papers", n_bytes=len(CONTENT))
    download(source, tmp_path / "a.gz", waits=waits, locate=addresses.__next__)
    assert (tmp_path / "a.gz").read_bytes() == CONTENT
    assert list(addresses) == [] and file.ranges == [None, "bytes=100000-", "bytes=100000-"]
    assert "signature" not in caplog.text


def test_a_file_that_stays_refused_is_an_error_without_its_address(serve_file, tmp_path, waits):
    url, _ = serve_file(statuses=[403] * 9)
    addresses, source = iter([f"{url}?signature=x"] * 9), Source("the file", n_bytes=len(CONTENT))
    with pytest.raises(UserError, match=r"after 5 attempts(?s:.*)answered 403") as error:
        download(source, tmp_path / "a.gz", waits=waits, locate=addresses.__next__)
    assert len(list(addresses)) == 9 - 5 and "http" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_size_is_an_error_that_says_what_to_do(serve_file, tmp_path, waits):
    url, _ = serve_file()
    with pytest.raises(UserError, match=r"1,024,000 bytes instead of 5(?s:.*)Hint: list it anew"):
        source = Source("x", n_bytes=5, if_changed="list it anew")
        download(source, tmp_path / "a", waits=waits, locate=lambda: url)


def test_what_stays_of_a_file_is_gone_on_with_at_another_address(serve_file, tmp_path):
    url, file = serve_file(breaks=[300_000])
    path, source = tmp_path / "a", Source("x", n_bytes=len(CONTENT))
    with pytest.raises(UserError, match="300,000 of 1,024,000"):
        download(source, path, waits=(), locate=lambda: f"{url}?one")
    assert b"http" not in (tmp_path / ".a.of.part").read_bytes()
    download(source, path, waits=(), locate=lambda: f"{url}?two")
    assert file.ranges == [None, "bytes=300000-"]
    assert path.read_bytes() == CONTENT


def test_a_file_that_is_there_is_checked(tmp_path):
    path = tmp_path / "file.bin"
    path.write_bytes(CONTENT)
    check_file(path, Source("", SHA256))
    check_file(path, Source(""))
    with pytest.raises(UserError, match="Delete it"):
        check_file(path, Source("", "0" * 64))


@pytest.mark.parametrize(("n_all", "of"), [(5_000_000, " of 5.0 MB"), (None, "")])
def test_the_log_gets_a_line_now_and_then(monkeypatch, caplog, n_all, of):
    clock = iter([0, 10, 31, 31, 40])
    monkeypatch.setattr(downloading.time, "monotonic", lambda: next(clock))
    with (
        caplog.at_level(logging.INFO, "paperpool"),
        showing_progress("a.zip", 1_000_000, n_all, bar=False) as advance,
    ):
        for _ in range(3):
            advance(500_000)
    assert caplog.messages == [f"a.zip: 2.0 MB{of}"]


def test_a_terminal_gets_a_bar(capsys):
    with showing_progress("a.zip", 1_000_000, 5_000_000, bar=True) as advance:
        advance(4_000_000)
    assert "a.zip:  20%" in capsys.readouterr().err


def test_bytes_are_readable():
    sizes = [7, 4943, 2_623_812, 1_200_000_000]
    assert [format_bytes(n) for n in sizes] == ["7 bytes", "4.9 kB", "2.6 MB", "1.2 GB"]
