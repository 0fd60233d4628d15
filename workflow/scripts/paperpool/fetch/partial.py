"""The bytes of a file that have arrived so far, kept when a download breaks off.

They lie in ``.NAME.part``, their address and its state in ``.NAME.of.part``: names that
``files.remove_leftovers`` removes.
"""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.fetch.digests import hash_open
from paperpool.io.files import write_json


class Partial:
    """The bytes of ``url`` that have arrived.

    ``validator`` identifies the state of the file, an ETag or a date; without one no download can
    be continued. ``n_announced``: the total of bytes, if known.
    """

    n_announced: int | None = None

    def __init__(self, path: Path, url: str, file: FileIO):
        self._path = path
        self._url = url
        self._file = file
        self._note = _note_of(path)
        self.validator = self._read_validator()
        if self.validator is None:
            self._empty()

    @property
    def n_bytes(self) -> int:
        """How many bytes have arrived."""
        return self._file.tell()

    def start(self, validator: str | None) -> None:
        """Drop the bytes that have arrived: state ``validator`` starts anew."""
        self._empty()
        self.validator = validator
        if validator is not None:
            with _writing(self._path):
                write_json(self._note, {"url": self._url, "validator": validator})

    def append(self, block: bytes) -> None:
        """Add the next bytes; Raises UserError if the disk does not take it."""
        unwritten = memoryview(block)
        with _writing(self._path):
            while unwritten:
                n_written = self._file.write(unwritten)
                unwritten = unwritten[n_written:]

    def hash(self, kind: str) -> str:
        """Return the digest of the bytes so far, of a kind of ``DIGESTS``, in hexadecimal."""
        return hash_open(self._file, kind)

    def keep(self) -> None:
        """Give the file its own name: it is whole."""
        with _writing(self._path):
            _data_of(self._path).replace(self._path)
        self._note.unlink(missing_ok=True)

    def _empty(self) -> None:
        self._file.truncate(0)
        self._file.seek(0, os.SEEK_END)
        self._note.unlink(missing_ok=True)
        self.validator = self.n_announced = None

    def _read_validator(self) -> str | None:
        """Return the note on this address, if it is one."""
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            note = json.loads(self._note.read_text(encoding="utf-8"))
            if note["url"] == self._url and isinstance(note["validator"], str):
                return note["validator"]
        return None


@contextlib.contextmanager
def holding_partial(path: str | Path, url: str) -> Iterator[Partial]:
    """Yield the bytes so far of ``url`` for ``path``, locked; a continuable part stays afterwards.

    Raises UserError while another process downloads the file, or if the disk cannot be written.
    """
    path = Path(path)
    with _writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _open_locked(path)
    with file:
        partial = Partial(path, url, file)
        try:
            yield partial
        finally:
            if partial.validator is None or not partial.n_bytes:
                _data_of(path).unlink(missing_ok=True)
                _note_of(path).unlink(missing_ok=True)


def _open_locked(path: Path) -> FileIO:
    """Open the bytes for ``path`` at their end and lock them for as long as they are open."""
    data = _data_of(path)
    while True:
        file = data.open("ab+", buffering=0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            message = "Another process is downloading this file."
            raise UserError(Problem(message, str(path), "Wait for it to end.")) from None
        # Between the opening and the lock another process may have named or removed it.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), data.stat()):
                return file
        file.close()


def _data_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")


def _note_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.of.part")


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"It cannot be written: {error.strerror}."
        hint = "Make room there, or see to its rights: a download goes on where it stopped."
        raise UserError(Problem(message, str(path), hint)) from error
