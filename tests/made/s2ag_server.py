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


def make_release(shards: Iterable[Path]) -> Release:
    """Return a release with the papers of shards of S2ORC metadata, a file of each for each.

    Citations go to the file of the shard after the citing paper's.
    """
    datasets: dict[str, list[list[dict[str, Any]]]] = {name: [] for name in DATASETS}
    for shard in shards:
        lines = gzip.decompress(shard.read_bytes()).splitlines()
        rows = list(map(json.loads, lines))
        datasets["papers"].append([_make_paper(row) for row in rows])
        datasets["abstracts"].append(
            [
                {
                    "corpusid": int(row["paper_id"]),
                    "openaccessinfo": {},
                    "abstract": row["abstract"],
                }
                for row in reversed(rows)
                if row["abstract"] is not None
            ]
        )
        datasets["citations"].append(
            [
                {
                    "citationid": 1,
                    "citingcorpusid": int(row["paper_id"]),
                    "citedcorpusid": int(cited),
                }
                for row in rows
                for cited in row["outbound_citations"]
            ]
        )
    datasets["citations"] = datasets["citations"][1:] + datasets["citations"][:1]
    papers = [paper["corpusid"] for rows in datasets["papers"] for paper in rows]
    hashes = [{"sha": f"{one:040x}", "corpusid": one, "primary": True} for one in papers]
    datasets["paper-ids"] = [hashes]
    return Release(
        {
            name: {
                f"20260825_0716{place}_00151_3g69z_{place}.gz": pack(rows)
                for place, rows in enumerate(files)
            }
            for name, files in datasets.items()
        },
        {name: describe(sum(map(len, files))) for name, files in datasets.items()},
    )


def describe(n_rows: int) -> str:
    """Return how the API describes a dataset of so many rows."""
    return f"The dataset.\n{n_rows / 1000:.1f}K records in 30 1.8GB files."


def pack(rows: Iterable[Any]) -> bytes:
    """Return rows as the bytes of a file."""
    return gzip.compress(b"".join(encode(row) + b"\n" for row in rows), 1, mtime=0)


def _make_paper(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of ``papers`` that equals one of S2ORC's metadata."""
    fields = row["mag_field_of_study"] or []
    journal = row["journal"]
    return {
        "corpusid": int(row["paper_id"]),
        "externalids": {"ArXiv": row["arxiv_id"], "ACL": row["acl_id"], "DOI": row["doi"]},
        "title": row["title"],
        "year": row["year"],
        "s2fieldsofstudy": [{"category": name, "source": "external"} for name in fields],
        "citationcount": len(row["inbound_citations"]),
        "venue": row["venue"],
        "journal": None if journal is None else {"name": journal},
        "authors": row["authors"],
    }
