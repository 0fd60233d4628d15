"""Unpack CSFCube's released abstracts: from the release's archive to a paper on each line.

The archive holds one file, either with a paper on each line or, as published uses of it show, one
JSON object of all papers by id. The latter is read piece by piece, as it is larger than a gigabyte.
"""

import codecs
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing

MAX_PAPER = 8_000_000
"""Characters of the JSON of one paper; those of the release's have a few thousand."""

MAX_TOTAL = 20_000_000_000
"""Bytes of the unpacked file, ten times and more the size of 800,000 abstracts."""

BLOCK_BYTES = 1 << 20
"""Bytes that are read at once."""

_ERRORS = "surrogateescape"  # bytes that are no UTF-8 stay what they are
_KEY = re.compile(r'\s*[{,]\s*"(?:[^"\\]|\\.)*"\s*:\s*(?=\S)')
_OF_ALL = re.compile(_KEY.pattern + r"\{")
_LINE_END = re.compile(r"[\r\n]")
_HINT = (
    "Get abstracts-preds.zip again from the article that CSFCube's README names, or write its "
    "papers to a file, one a line, and name that in data.s2orc."
)

_decode = json.JSONDecoder().raw_decode


def unpack_abstracts(archive: str | Path, path: str | Path) -> int:
    """Write the papers of the release's archive to ``path``, one a line; return how many.

    Rows are written as they stand, with all their faults: the corpus stage looks at each. Raises
    UserError if the archive cannot be read, or does not hold one file of papers.
    """
    n_papers = 0
    try:
        with zipfile.ZipFile(archive) as members, writing(path) as part:
            with (
                members.open(_find_member(members, archive)) as packed,
                part.open("w", encoding="utf-8", errors=_ERRORS, newline="\n") as file,
            ):
                for paper in _read_papers(packed, archive):
                    file.write(f"{paper}\n")
                    n_papers += 1
            if not n_papers:
                raise _problem("There is no paper in it.", archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise _problem(f"Not a whole archive: {error}.", archive) from error
    return n_papers


def _find_member(members: zipfile.ZipFile, archive: str | Path) -> zipfile.ZipInfo:
    """Return the one file of papers; additions of systems (``__MACOSX/._name``) do not count."""
    found = []
    for member in members.infolist():
        if re.fullmatch(r"[^.].*\.jsonl?", PurePosixPath(member.filename).name):
            found.append(member)

    if len(found) != 1:
        raise _problem(f"It holds {len(found)} JSON files instead of one.", archive)
    if found[0].file_size > MAX_TOTAL:
        raise _problem(f"Its file is larger than {MAX_TOTAL:,} bytes.", archive)
    return found[0]


def _read_papers(file: IO[bytes], archive: str | Path) -> Iterator[str]:
    """Yield the JSON of each paper, without line ends, in the order of the file."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")(_ERRORS)
    blocks = (decoder.decode(block) for block in iter(lambda: file.read(BLOCK_BYTES), b""))
    start = next(blocks, "")
    blocks = chain([start], blocks)
    if _holds_all(start):
        return _read_object(blocks, archive)
    return _read_lines(blocks)


def _holds_all(start: str) -> bool:
    """Return by its first block whether a file is one object of objects, and no line a paper."""
    try:
        first = json.loads(start.lstrip().partition("\n")[0])
    except json.JSONDecodeError:
        first = {}
    return "paper_id" not in first and _OF_ALL.match(start) is not None


def _read_lines(blocks: Iterator[str]) -> Iterator[str]:
    """Yield the lines that come in ``blocks``, without blank ones."""
    unfinished = ""
    for block in blocks:
        lines = (unfinished + block).split("\n")
        unfinished = lines.pop()
        yield from filter(str.strip, lines)
    if unfinished.strip():
        yield unfinished


def _read_object(blocks: Iterator[str], archive: str | Path) -> Iterator[str]:
    """Yield the value of each key of one object that comes in ``blocks``."""
    text = ""
    place = 0
    n_papers = 0
    for block in chain(blocks, [""]):
        text = text[place:] + block
        place = 0
        while True:
            key = _KEY.match(text, place)
            if not key:
                break
            try:
                _, end = _decode(text, key.end())
            except json.JSONDecodeError:
                break  # the paper goes on in the next block, or is broken
            yield _LINE_END.sub(" ", text[key.end() : end])
            place = end
            n_papers += 1

        if len(text) - place > MAX_PAPER:
            break
    if text[place:].strip() != "}":
        raise _problem(f"Its JSON cannot be read after {n_papers} papers.", archive)


def _problem(message: str, archive: str | Path) -> UserError:
    return UserError(Problem(message, str(archive), _HINT))
