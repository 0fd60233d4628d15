"""A server of the tests' own whose files break off, change and lie as a test wants."""

import http.server
import threading
from dataclasses import dataclass, field

import pytest

from paperpool.fetch import openalex_files
from paperpool.fetch.openalex_api import API, KEY

from ..made.openalex_server import KEY as SECRET
from ..made.openalex_server import Api
from ..made.openalex_server import serving as serving_openalex

CONTENT = bytes(range(256)) * 4000


@dataclass
class Served:
    """A file of the server: its content, its headers, and how its answers go wrong.

    ``breaks``: the bytes sent of each answer before the connection ends, one after the other.
    ``statuses``: the errors that it begins with.
    """

    content: bytes = CONTENT
    etag: str | None = '"one"'
    takes_ranges: bool = True
    announced: int | None = -1  # -1: as long as it is; None: not announced
    breaks: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    next_version: tuple[bytes, str] | None = None
    statuses_of: dict[str, list[int]] = field(default_factory=dict)
    """Likewise of requests with some query; 200 is no error."""
    ranges: list[str | None] = field(default_factory=list)
    """The ranges that it was asked for, one for each request."""
    keys: list[str | None] = field(default_factory=list)
    """The keys that it was sent, likewise."""


class _Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name, _, query = self.path.lstrip("/").partition("?")
        file = self.server.files[name]
        file.ranges.append(self.headers["Range"])
        file.keys.append(self.headers["x-api-key"])
        statuses = file.statuses or file.statuses_of.get(query)
        if statuses and (status := statuses.pop(0)) != 200:
            self.send_response(status)
            self._end(file, {"Content-Length": "0"})
            return
        n_sent = file.breaks.pop(0) if file.breaks else len(file.content)
        start = self._find_start(file)
        body = file.content[start:]
        length = len(body) if file.announced == -1 else file.announced
        headers = {} if length is None else {"Content-Length": str(length)}
        headers |= {} if file.etag is None else {"ETag": file.etag}
        if start:
            n = len(file.content)
            headers["Content-Range"] = f"bytes {start}-{n - 1}/{n}"
        self.send_response(206 if start else 200)
        self._end(file, headers)
        self.wfile.write(body[:n_sent])
        if file.next_version:
            file.content, file.etag = file.next_version

    def _find_start(self, file):
        asked, of = self.headers["Range"], self.headers["If-Range"]
        if not file.takes_ranges or asked is None or of != file.etag:
            return 0  # of bytes=0-0 too: a server may send all
        return int(asked.removeprefix("bytes=").rstrip("-"))

    def _end(self, file, headers):
        for name, value in (headers | file.headers).items():
            self.send_header(name, value)
        self.end_headers()


@pytest.fixture(scope="session")
def _server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def serve_file(_server):
    """Return a function: the address of a file with settings, and the file."""
    _server.files = {}

    def start(content=CONTENT, **settings):
        name = f"{len(_server.files)}.bin"
        file = _server.files[name] = Served(content, **settings)
        return f"http://127.0.0.1:{_server.server_port}/{name}", file

    return start


@pytest.fixture
def waits():
    """Four further attempts, without the waiting."""
    return (0.0,) * 4


def make_works(n):
    """Return works that are as small as can be, numbered from 1."""
    return [{"id": f"https://openalex.org/W{number}", "title": "Öl"} for number in range(1, n + 1)]


@pytest.fixture
def api(tmp_path, monkeypatch):
    """An API of 1,050 works that is served, to files of 300 works, in a folder of the test's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(KEY, SECRET)
    monkeypatch.setattr(openalex_files, "PART", 300)
    with serving_openalex(Api(make_works(1050))) as served:
        monkeypatch.setenv(API, served.url)
        yield served
    assert not any(SECRET in address for address in served.addresses)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in one for one in written)
