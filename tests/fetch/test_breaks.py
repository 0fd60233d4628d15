"""The break of a download is explained, and the download goes on if that may help."""

import hashlib
import itertools
import re

import pytest

from paperpool.errors import UserError
from paperpool.fetch.asking import asking
from paperpool.fetch.downloading import download
from paperpool.fetch.sources import Source

from ..made.speaking_server import PEM, speaking
from .conftest import CONTENT

SOURCE_OF = {"sha256": hashlib.sha256(CONTENT).hexdigest(), "n_bytes": len(CONTENT)}
PLAIN = b'HTTP/1.1 200 OK\r\nETag: "one"\r\nContent-Length: 1024000\r\n\r\n'
CHUNKED = b'HTTP/1.1 200 OK\r\nETag: "one"\r\nTransfer-Encoding: chunked\r\n\r\n'
REST = (
    b'HTTP/1.1 206 OK\r\nETag: "one"\r\nContent-Length: 1023000\r\n'
    b"Content-Range: bytes 1000-1023999/1024000\r\n\r\n" + CONTENT[1000:]
)
FIRST = CONTENT[:1000]


def _limit(end):
    """Return a timeout in seconds, short only for the breaks that it ends."""
    return 0.5 if end == "silence" else 10.0


@pytest.mark.parametrize(
    ("said", "end", "arrived", "why"),
    [
        (PLAIN + FIRST, "end", "1,000 of 1,024,000", "the server ended the connection too early"),
        (PLAIN + FIRST, "reset", None, "the connection was reset"),
        (PLAIN + FIRST, "silence", "1,000 of 1,024,000", "nothing came for 0.5 seconds"),
        (CHUNKED + b"3e8\r\n" + FIRST, "end", "1,000 of 1,024,000", "ended the connection too"),
        (CHUNKED + b"3e8\r\n" + FIRST + b"\r\nxyz\r\n", "end", "1,000 of 1,024,000", "too early"),
        (b"", "end", "0", "the server ended the connection too early"),
        (b"", "reset", "0", "the connection was reset"),
        (b"HTTP/1.1 x\r\n\r\n", "end", "0", "the server's answer is no proper HTTP"),
        (b"HTTP/1.1 502 Bad Gateway\r\n\r\n", "end", "0", "the server answered 502 Bad Gateway"),
        (b"HTTP/1.1 502 Bad\r\nContent-Length: 9\r\n\r\nOh", "end", "0", "answered 502 Bad"),
    ],
    ids=itertools.count(),
)
def test_a_break_is_told_with_file_address_and_bytes(tmp_path, said, end, arrived, why):
    path = tmp_path / "file.bin"
    with speaking((said, end), (said, end)) as (url, heads):
        with pytest.raises(UserError) as caught:
            download(Source(url, **SOURCE_OF), path, timeout=_limit(end), waits=(0.0,))
        [problem] = caught.value.problems
        assert problem.where == url
        count = r"[\d,]+( of 1,024,000)?" if arrived is None else arrived
        told = rf"The download of file\.bin failed after 2 attempts: {count} bytes arrived, then "
        assert re.match(told, problem.what), problem.what
        assert why in problem.what
        assert f"put the file at {path} by hand" in problem.hint
        assert len(heads) == 2 and not path.exists()


@pytest.mark.parametrize("end", ["end", "reset", "silence"])
@pytest.mark.parametrize("head", [PLAIN, CHUNKED + b"3e8\r\n"], ids=["plain", "chunked"])
def test_it_goes_on_after_any_break(tmp_path, head, end):
    if end == "reset":  # what lies unread in the receiver's socket is lost with it
        answers = [(head + FIRST, "end"), (b"", end), (REST, "end")]
    else:
        answers = [(head + FIRST, end), (REST, "end")]
    with speaking(*answers) as (url, heads):
        download(
            Source(url, **SOURCE_OF), tmp_path / "file.bin", timeout=_limit(end), waits=(0.0, 0.0)
        )
    assert (tmp_path / "file.bin").read_bytes() == CONTENT
    assert 'Range: bytes=1000-\r\nIf-Range: "one"' in heads[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin"]


def test_a_certificate_that_is_not_trusted_is_final(tmp_path):
    with speaking((PLAIN, "end"), (PLAIN, "end"), tls=True) as (url, heads):
        with pytest.raises(UserError, match=r"certificate is not trusted \(self-signed"):
            download(Source(url), tmp_path / "file.bin", waits=(60.0,))
        assert heads == [] and list(tmp_path.iterdir()) == []


def test_a_server_without_encryption_behind_https_is_told(tmp_path):
    with speaking((PLAIN, "end"), (PLAIN, "end")) as (url, _):
        secure = url.replace("http://", "https://")
        with pytest.raises(UserError, match=r"the encrypted connection failed \(\w+"):
            download(Source(secure), tmp_path / "file.bin", timeout=10.0, waits=(0.0,))
    assert list(tmp_path.iterdir()) == []


def test_an_answer_by_https_cannot_lead_down_to_http(tmp_path, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(PEM))  # trusted for once
    with speaking((PLAIN + CONTENT, "end")) as (plain, asked):
        moved = f"HTTP/1.1 302 Found\r\nLocation: {plain}\r\nContent-Length: 0\r\n\r\n"
        with speaking((moved.encode(), "end"), (PLAIN + CONTENT, "end"), tls=True) as (url, heads):
            with pytest.raises(UserError, match="Only https is downloaded"):
                download(Source(url), tmp_path / "file.bin", waits=(0.0,))
            with asking(url, 10.0) as answer:  # by https alone it comes
                assert answer.read() == CONTENT
        assert len(heads) == 2 and asked == []
    assert list(tmp_path.iterdir()) == []
