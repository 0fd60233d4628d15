"""Read the user's own full texts for word vectors, from a folder or an archive.

Files are plain text (``.txt``) or XML (``.xml``), as in the ACL Anthology Reference Corpus. XML
gives its S elements, else its ``bodyText`` elements (ParsCit and SectLabel), else all text.
"""

import hashlib
import logging
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import read_bytes
from paperpool.scisumm.read.markup import clean, decode, read_sentences
from paperpool.scisumm.read.problems import FileProblems
from paperpool.scisumm.read.scisummnet import MAX_FILE
from paperpool.text.sentences import split_sentences

logger = logging.getLogger("paperpool")

SOURCE = "own"

KINDS = (".txt", ".xml")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")

_BODY = re.compile(r"<bodyText\b[^<>]*>(.*?)</bodyText\s*>", re.DOTALL)
_SENTENCE = re.compile(r"<S\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_PARAGRAPH = re.compile(r"\n\s*\n")
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-\n(?=[a-z])")
"""A hyphenated line break before a small letter."""


def read_own_texts(path: str | Path) -> Iterator[tuple[str, list[str]]]:
    """Yield source and sentences of each text; raises UserError without readable texts."""
    path, n_texts = Path(path), 0
    try:
        for name, data in _read_folder(path) if path.is_dir() else _read_archive(path):
            sentences = split_file(name, data)
            if sentences:
                n_texts += 1
                yield SOURCE, sentences
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error) as error:
        hint = f"Give a folder, or an archive ({', '.join(ARCHIVES)})."
        raise UserError(Problem(f"Cannot be read: {error}.", str(path), hint)) from error
    if not n_texts:
        what = f"It holds no text ({' or '.join(KINDS)})."
        raise UserError(
            Problem(what, str(path), "Correct scisumm.word2vec.texts, or leave it null.")
        )


def split_file(name: str, data: bytes) -> list[str]:
    """Return the sentences of a file, by its suffix."""
    found = FileProblems("", "", name)
    text = decode(data, found).replace("\r\n", "\n").replace("\r", "\n")
    if name.lower().endswith(".xml"):
        if _SENTENCE.search(text):
            return [sentence.text for sentence in read_sentences(data, found) if sentence.text]
        parts = _BODY.findall(text) or [text]
        lines = (_TAG.sub(" ", part).split("\n") for part in parts)
        text = "\n\n".join("\n".join(clean(line, found) for line in of) for of in lines)
    paragraphs = _PARAGRAPH.split(_BROKEN_WORD.sub("", text))
    return [
        sentence
        for paragraph in paragraphs
        if paragraph.strip()
        for sentence in split_sentences(" ".join(paragraph.split()))
    ]


def list_digest(path: str | Path) -> str:
    """Return a digest (hex) of the texts' names and sizes, to detect changes."""
    path = Path(path)
    files = _list_folder(path) if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(path).as_posix()} {file.stat().st_size}\n".encode())
    return digest.hexdigest()


def _list_folder(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in KINDS and p.is_file())


def _read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in _list_folder(folder):
        if _fits(path.name, path.stat().st_size):
            yield path.name, read_bytes(path)


def _read_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if _is_text(member.filename) and _fits(member.filename, member.file_size):
                    yield member.filename, archive.read(member)
        return
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isreg() and _is_text(member.name) and _fits(member.name, member.size):
                file = archive.extractfile(member)
                assert file  # as of every regular one
                yield member.name, file.read()


def _is_text(name: str) -> bool:
    return name.lower().endswith(KINDS)


def _fits(name: str, size: int) -> bool:
    if size > MAX_FILE:
        logger.warning("%s has %d bytes, more than %d: passed over.", name, size, MAX_FILE)
    return size <= MAX_FILE
