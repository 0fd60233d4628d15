"""The folder of a download from OpenAlex: its files of works, and the note on where to go on.

A file of works grows under a hidden name, a page at a time, and gets its name when it is whole:
``works_NNNN.jsonl.gz``, of 10,000 works, the last of the rest. ``download.json`` is written after
each page. What a stopped call wrote later than its last note is cut off by the next.
"""

import contextlib
import fcntl
import gzip
import hashlib
import logging
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from paperpool.errors import Problem, UserError, name_some
from paperpool.fetch.listing import FOLDER, OPENALEX
from paperpool.fetch.openalex_api import FIRST
from paperpool.io.files import read_json, write_json, writing

PART = 10_000
"""Works of a file."""

FILES = "works_*.jsonl.gz"
"""The pattern of the files of works."""

_NOTE = "download.json"
_MOST_OF_NAME = 60
_logger = logging.getLogger("paperpool")


@dataclass
class Download:
    """A download so far, as its folder's note has it.

    ``n_works`` are written, of ``n_matching`` that fit the filter; ``n_without_id`` were left out.
    ``n_bytes`` is the size of the last file. ``cursor`` is that of the page to go on with, None
    after the last one; ``n_used`` works of that page are written already.
    """

    filter: str
    begun: str
    n_matching: int = 0
    n_works: int = 0
    n_without_id: int = 0
    n_bytes: int = 0
    cursor: str | None = FIRST
    n_used: int = 0

    def is_complete(self, limit: int) -> bool:
        """Return whether no page is wanted any more."""
        return self.cursor is None or self.n_works >= limit

    def last_path(self) -> Path:
        """Return the path of the file that takes the next work."""
        return _part_path(find_folder(self.filter), self.n_works // PART)


def find_folder(criteria: str) -> Path:
    """Return the folder of the works of a filter: each filter has its own."""
    name = re.sub(r"[^A-Za-z0-9_.]+", "-", criteria)[:_MOST_OF_NAME].strip("-.")
    digest = hashlib.sha256(criteria.encode()).hexdigest()[:8]
    return FOLDER / OPENALEX / f"{name}-{digest}"


@contextlib.contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Lock a folder while the block runs, and remove it afterwards if it is empty.

    Raises UserError while another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)
        with contextlib.suppress(OSError):
            folder.rmdir()


def _lock(handle: int, folder: Path) -> None:
    """Lock an open folder, where its file system has locks of folders."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = "Another process is downloading the works of this filter."
        raise UserError(Problem(message, str(folder), "Wait for it to end.")) from None
    except OSError:
        _logger.debug("%s cannot be locked", folder)


def read_note(criteria: str) -> Download:
    """Return the download of a filter so far; UserError if its note is damaged."""
    path = find_folder(criteria) / _NOTE
    if not path.exists():
        return Download(criteria, datetime.now(UTC).date().isoformat())
    message = "The note on what was downloaded is damaged, or of another filter."
    damaged = UserError(Problem(message, str(path), begin_anew(path.parent)))
    try:
        done = Download(**read_json(path))
    except (UserError, TypeError) as error:
        raise damaged from error

    numbers = (done.n_matching, done.n_works, done.n_without_id, done.n_bytes, done.n_used)
    is_sound = all(isinstance(number, int) and number >= 0 for number in numbers)
    if not is_sound or not isinstance(done.cursor, str | None) or done.filter != criteria:
        raise damaged
    return done


def write_note(done: Download) -> None:
    """Write the note on a download."""
    write_json(find_folder(done.filter) / _NOTE, asdict(done))


def check_files(done: Download, limit: int) -> None:
    """Raise UserError if files of a download are missing or cut, or it has more than ``limit``."""
    folder = find_folder(done.filter)
    if done.n_works > limit:
        message = f"{done.n_works:,} works of this filter are there already, more than {limit:,}."
        hint = f"Name a --limit of {done.n_works} or more. {begin_anew(folder)}"
        raise UserError(Problem(message, str(folder), hint))

    paths = [_part_path(folder, number) for number in range(done.n_works // PART)]
    wrong = [path.name for path in paths if not path.exists()]
    if done.n_works % PART and _size_of(done.last_path()) < done.n_bytes:
        wrong.append(done.last_path().name)
    if wrong:
        message = f"Files of the download are missing or cut: {name_some(wrong)}."
        raise UserError(Problem(message, str(folder), f"Put them back. {begin_anew(folder)}"))


def _size_of(path: Path) -> int:
    """Return the bytes of a file, under its hidden name if it has that; 0 without a file."""
    for file in (_hidden(path), path):
        if file.exists():
            return file.stat().st_size
    return 0


def reopen_last(done: Download) -> None:
    """Give the last file, unless it is full, its hidden name, and the bytes that are noted."""
    path = done.last_path()
    if done.n_works % PART == 0:
        _hidden(path).unlink(missing_ok=True)
        return
    if not _hidden(path).exists():
        with writing(_hidden(path)) as part:
            shutil.copyfile(path, part)
    os.truncate(_hidden(path), done.n_bytes)


def append(done: Download, lines: Sequence[bytes]) -> None:
    """Add lines to the last file, and to the next where it is full and so gets its name."""
    while lines:
        path = done.last_path()
        room = PART - done.n_works % PART
        if room == PART:
            done.n_bytes = 0

        # gzip data may follow each other: each call ends where a file can be read to its end
        data = gzip.compress(b"".join(lines[:room]), mtime=0)
        with _hidden(path).open("ab") as file:
            file.truncate(done.n_bytes)
            file.write(data)
        done.n_bytes += len(data)
        done.n_works += len(lines[:room])
        lines = lines[room:]
        if done.n_works % PART == 0:
            _hidden(path).replace(path)
            _logger.info("%s is whole: %s works are there", path.name, f"{done.n_works:,}")


def name_last(done: Download) -> None:
    """Give the last file its name; a full one has it already."""
    if _hidden(done.last_path()).exists():
        reopen_last(done)
    if _hidden(done.last_path()).exists():
        _hidden(done.last_path()).replace(done.last_path())


def measure_files(done: Download) -> tuple[int, int]:
    """Return how many files of works there are, and their bytes."""
    sizes = [path.stat().st_size for path in find_folder(done.filter).glob(FILES)]
    return len(sizes), sum(sizes)


def begin_anew(folder: Path) -> str:
    """Return the hint on how to begin a download anew."""
    return f"To begin anew, delete {folder}."


def _part_path(folder: Path, number: int) -> Path:
    return folder / f"works_{number:04d}.jsonl.gz"


def _hidden(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
