"""Errors of the system, such as a full disk, as messages with a hint."""

import errno
import os
import re
from typing import overload

from paperpool.errors import Problem

_AGAIN = "then run the same command again: it goes on where it stopped"

_KNOWN = {
    errno.ENOSPC: ("The disk is full.", f"Free some space, {_AGAIN}."),
    errno.EDQUOT: ("The disk quota is used up.", f"Free some space or ask for more, {_AGAIN}."),
    errno.EFBIG: (
        "A file would grow larger than the system allows.",
        f"Raise the limit (`ulimit -f` shows it), {_AGAIN}.",
    ),
    errno.EACCES: (
        "It may not be read or written: permission is denied.",
        f"Give yourself the rights to it (`ls -ld` shows them), {_AGAIN}.",
    ),
    errno.EROFS: (
        "It cannot be written: the file system is read-only.",
        "Run the workflow in a folder that can be written, or mount this one for writing.",
    ),
    errno.EIO: (
        "The disk could not be read or written: an input/output error.",
        "Run the same command again. If it fails again, the disk or the network is faulty.",
    ),
    errno.ENOENT: ("There is no such file or folder.", "Put it there, or correct the path."),
    errno.EISDIR: (
        "A folder stands where a file is expected.",
        "Move the folder away, or name a file.",
    ),
    errno.ENOTDIR: (
        "A file stands where a folder is expected.",
        "Move the file away, or name a folder.",
    ),
    errno.EEXIST: (
        "Something else stands where a folder is expected.",
        "Move it away, or name a folder.",
    ),
    errno.ENAMETOOLONG: ("A file's name is longer than the system allows.", "Shorten it."),
    errno.ELOOP: ("Symbolic links lead in a circle.", "Correct the links."),
    errno.EMFILE: (
        "Too many files are open at once.",
        f"Raise the limit (`ulimit -n` shows it), {_AGAIN}.",
    ),
}
"""The message of an error of the system, and its hint."""

_KNOWN[errno.EPERM] = _KNOWN[errno.EACCES]

_BY_TEXT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EACCES)
"""Errors that libraries report by the system's words alone, without its number."""

_MOST = 300
"""Characters of a message that is passed on."""

_HALF_WRITTEN = re.compile(r"\d+ requested and \d+ written")
"""How numpy reports that a file could not grow, for any cause."""

_PART = re.compile(r"\.(.+)\.\w{8}\.part")
"""The temporary name of a file that is being written."""

_QUOTED = re.compile(r"""\bfile ["']([^"']+)["']""")
"""How pyarrow and DuckDB name a file in their messages."""


@overload
def explain_os_error(error: OSError, where: str) -> Problem: ...
@overload
def explain_os_error(error: BaseException, where: str) -> Problem | None: ...
def explain_os_error(error: BaseException, where: str) -> Problem | None:
    """Return the problem of ``error`` for a user, or None if it is no error of the system.

    Errors of libraries are known by the system's words in them. Without a file's name, ``where`` is
    given, and the file being written (``io.files.writing``).
    """
    number = find_errno(error)
    if number is None and not isinstance(error, OSError):
        return None
    known = None if number is None else _KNOWN.get(number)
    file = find_file(error)
    if number == errno.ENOENT and not file:  # of no file, but of a folder for temporary ones
        known = None
    message, hint = known or _pass_on(str(error) or type(error).__name__)

    # the error may have come of another file than the one being written
    written = getattr(error, "being_written", None)
    if written:
        where = f"while {written} was written; {where}"
    return Problem(message, file or where, hint)


def find_errno(error: BaseException) -> int | None:
    """Return the system's number of an error, by its attribute or by the words of its message."""
    number = getattr(error, "errno", None)
    if isinstance(error, OSError) and number is not None:
        return number
    text = str(error)
    return next((n for n in _BY_TEXT if os.strerror(n) in text), None)


def _pass_on(text: str) -> tuple[str, str]:
    if _HALF_WRITTEN.search(text):
        message = "A file could not be written whole."
        return message, f"Most often the disk is full: free some space, {_AGAIN}."
    first = text.strip().split("\n")[0][:_MOST].rstrip(".")
    return f"Reading or writing failed: {first}.", "The log has the whole of it."


def find_file(error: BaseException) -> str:
    """Return the final name of the file that an error or its message names, or an empty text."""
    name = getattr(error, "filename", None)
    if not isinstance(name, str | bytes | os.PathLike):
        quoted = _QUOTED.search(str(error))
        name = quoted.group(1) if quoted else ""
    folder, name = os.path.split(os.fsdecode(name))
    whole = _PART.fullmatch(name)
    return os.path.join(folder, whole.group(1) if whole else name)  # noqa: PTH118
