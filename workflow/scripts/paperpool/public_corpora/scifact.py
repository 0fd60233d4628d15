"""Unpack SciFact as BEIR has it: its corpus, queries and test judgments, in BEIR's layout.

Source: Wadden et al. (2020); BEIR's archive (Thakur et al. 2021), whose SHA-256 is known.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing

FILES = ("queries.jsonl", "qrels/test.tsv", "corpus.jsonl")
"""The unpacked files of the folder ``scifact/``, the corpus last."""

_MAX_BYTES = 50_000_000
_HINT = "Delete it: it is downloaded again."


def unpack_scifact(archive: str | Path, folder: str | Path) -> None:
    """Write FILES below ``folder``; UserError if the archive is broken or lacks one."""
    try:
        with zipfile.ZipFile(archive) as members:
            known = set(members.namelist())
            for name in FILES:
                packed = f"scifact/{name}"
                if packed not in known:
                    message = f"The archive lacks the file {packed}."
                    raise UserError(Problem(message, str(archive), _HINT))
                member = members.getinfo(packed)
                if member.file_size > _MAX_BYTES:
                    message = f"{name} is larger than {_MAX_BYTES:,} bytes."
                    raise UserError(Problem(message, str(archive), _HINT))
                with writing(Path(folder) / name) as part:
                    part.write_bytes(members.read(member))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise UserError(Problem(f"Not a whole archive: {error}.", str(archive), _HINT)) from error
