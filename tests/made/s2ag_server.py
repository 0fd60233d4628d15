"""A stand-in for Semantic Scholar's Datasets API and its file server; both go wrong on demand."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from paperpool.extras.demo.corpus_plan import Plan
from paperpool.extras.demo.shards import write_bulk_shard

from .shards import encode

KEY = "the-key-that-must-stay-0815"
RELEASE = "2026-08-25"
DATASETS = ("papers", "abstracts", "citations")


@dataclass
class Release:
    """The server's state: the bytes of each dataset's files, and the faults of its answers.

    ``api`` and ``files`` are the statuses of the next answers of the API and of the file server
    (200 is fine). ``cuts`` are the bytes sent of the next files before the connection ends;
    ``uses`` is the number of answers of an address. The next ``stalls`` files stop in their middle
    until ``goes_on``; ``has_stalled`` is set then.
    """

    datasets: dict[str, dict[str, bytes]]
    descriptions: dict[str, str] = field(default_factory=dict)
    api: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    uses: int = 1_000_000
    stalls: int = 0
    has_stalled: threading.Event = field(default_factory=threading.Event)
    goes_on: threading.Event = field(default_factory=threading.Event)
    is_gone: bool = False
    keys_of_files: list[str | None] = field(default_factory=list)
    """The keys that the file server was sent; it must never see one."""
    asked: Counter[str] = field(default_factory=Counter)
    """The number of requests for each dataset, and for each file by its name."""
    signed: dict[str, int] = field(default_factory=dict)
    ranges: list[str | None] = field(default_factory=list)
    """The ranges in requests to the file server, one for each request."""
    folder: Path | None = None
    waiting: list[int] = field(default_factory=list)
    """The number of files below ``folder`` at each request."""
    url: str = ""
    """The address of the API."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        path, _, signature = self.path.partition("?X-Amz-Signature=")
        parts = path.strip("/").split("/")
        release = self.server.release
        self.close_connection = True
        with self.server.lock:
            if parts[0] == "datasets":
                answer = self._answer_api(release, parts[2:])
            else:
                answer = self._answer_file(release, parts, signature)
        status, headers, body, n_sent = answer
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            if parts[0] == "staging" and len(body) > 1 and release.stalls:
                release.stalls -= 1
                self.wfile.write(body[: n_sent // 2])
                release.has_stalled.set()
                release.goes_on.wait(60)
            else:
                self.wfile.write(body[:n_sent])

    def _answer_api(self, release, parts):
        if parts == ["release"]:
            return _say(["2026-08-18", "2026-09-01", RELEASE])
        if self.headers["x-api-key"] is None:
            return _say({"error": "A valid API key is required"}, 401)
        if self.headers["x-api-key"] != KEY:
            return _say({}, 403)
        if release.api and (status := release.api.pop(0)) != 200:
            return _say({}, status, {"Retry-After": "0"} if status == 429 else {})
        _, date, _, name = parts
        if release.is_gone or date != RELEASE or name not in release.datasets:
            return _say({"message": "not found"}, 404)
        release.asked[name] += 1
        number = len(release.signed)
        host = release.url.partition("/datasets")[0].replace("127.0.0.1", "localhost")
        urls = []
        for i, file in enumerate(release.datasets[name]):
            release.signed[f"{number + i}"] = release.uses
            urls.append(f"{host}/staging/{date}/{name}/{file}?X-Amz-Signature={number + i}")
        description = release.descriptions.get(name, "")
        return _say({"name": name, "description": description, "README": "", "files": urls})

    def _answer_file(self, release, parts, signature):
        release.keys_of_files.append(self.headers["x-api-key"])
        release.ranges.append(self.headers["Range"])
        _, _, dataset, name = parts
        content = release.datasets[dataset][name]
        asked = self.headers["Range"]
        if asked == "bytes=0-0":
            range_of = f"bytes 0-0/{len(content)}"
            return 206, {"Content-Range": range_of, "ETag": f'"{name}"'}, content[:1], 1
        release.asked[name] += 1
        if release.folder:
            release.waiting.append(len([*release.folder.glob("*/[!.]*")]))
        if release.signed.get(signature, 0) <= 0:
            return _say({}, 403)
        release.signed[signature] -= 1
        if release.files and (status := release.files.pop(0)) != 200:
            return _say({}, status)
        start = 0
        if asked and self.headers["If-Range"] == f'"{name}"':
            start = int(asked.removeprefix("bytes=").rstrip("-"))
        headers = {"ETag": f'"{name}"'}
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        n_sent = release.cuts.pop(0) if release.cuts else len(content)
        return 206 if start else 200, headers, content[start:], n_sent


def _say(values: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> tuple:
    body = json.dumps(values).encode()
    return status, dict(headers or {}), body, len(body)


@contextlib.contextmanager
def serving(release: Release) -> Iterator[Release]:
    """Serve a release on this machine, until the block ends."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.release, server.lock = release, threading.Lock()
        release.url = f"http://127.0.0.1:{server.server_port}/datasets/v1"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield release
        server.shutdown()


def make_release(plan: Plan, n_shards: int, folder: Path) -> Release:
    """Return a release with a demo's papers, so many files of each dataset; ``folder`` is used."""
    datasets: dict[str, dict[str, bytes]] = {}
    descriptions = {}
    for dataset in DATASETS:
        paths = [folder / dataset / f"20260825_0716{n}_00151_3g69z_{n}.gz" for n in range(n_shards)]
        counts = [
            write_bulk_shard(plan, dataset, n, n_shards, n_shards, path)
            for n, path in enumerate(paths)
        ]
        datasets[dataset] = {path.name: path.read_bytes() for path in paths}
        descriptions[dataset] = describe(sum(counts))
    papers = plan.numbers(np.arange(len(plan))).tolist()
    hashes = pack({"sha": f"{one:040x}", "corpusid": one, "primary": True} for one in papers)
    datasets["paper-ids"] = {"20260825_07160_00151_3g69z_0.gz": hashes}
    return Release(datasets, descriptions | {"paper-ids": describe(len(papers))})


def describe(n_rows: int) -> str:
    """Return how the API describes a dataset of so many rows."""
    return f"The dataset.\n{n_rows / 1000:.1f}K records in 30 1.8GB files."


def pack(rows: Iterable[Any]) -> bytes:
    """Return rows as the bytes of a file."""
    return gzip.compress(b"".join(encode(row) + b"\n" for row in rows), 1, mtime=0)
