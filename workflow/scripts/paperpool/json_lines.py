"""Write rows as gzipped JSON lines: the same bytes for the same rows."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.files import writing

_COMPRESSION = 1  # of gzip: three times as fast as the usual 9, a third larger
_LINES_AT_ONCE = 256


def write_json_lines(rows: Iterable[Mapping[str, Any]], path: str | Path) -> int:
    """Write ``rows`` to ``path`` (.jsonl.gz), one JSON object a line; return how many."""
    count = 0
    lines: list[str] = []
    with (
        writing(path) as part,
        part.open("wb") as raw,
        gzip.GzipFile("", "wb", _COMPRESSION, raw, mtime=0) as file,
    ):
        for row in rows:
            lines.append(json.dumps(row) + "\n")
            count += 1
            if len(lines) == _LINES_AT_ONCE:
                file.write("".join(lines).encode("ascii"))
                lines.clear()
        file.write("".join(lines).encode("ascii"))
    return count
