"""JSON as users give it, read strictly: errors have line and reason.

Refused are duplicate keys, NaN and Infinity, numbers beyond floats or of thousands of digits,
halves of surrogate pairs, and nesting too deep to be read.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeGuard, TypeVar

from paperpool.errors import Problem, quote
from paperpool.io.lines import read_user_lines
from paperpool.io.user_text import count_line

JsonObject = dict[str, Any]
"""An object of JSON, whose values nothing is known of yet."""

Read = TypeVar("Read")

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:NaN|Infinity|[0-9][0-9.eE+-]*)')
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_TEXT = {str}
_HALF = re.compile("[\ud800-\udfff]")


class BadJson(ValueError):
    """Bytes that are no JSON that can be used: the ``reason``, and the line of them if known."""

    def __init__(self, reason: str, line: int | None = None):
        super().__init__(f"{reason} (line {line})" if line else reason)
        self.reason = reason


class _Refused(ValueError):
    """A value that is JSON to some readers; ``is_found`` recognises its token."""

    def __init__(self, reason: str, is_found: Callable[[str], bool] = lambda token: False):
        super().__init__(reason)
        self.is_found = is_found


def parse_json(data: bytes, allow_nan: bool = False) -> Any:
    """Return the value of UTF-8 JSON, or raise BadJson; ``allow_nan`` admits NaN and Infinity."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"no UTF-8 (byte 0x{data[error.start]:02x} stands where none can)"
        raise BadJson(reason, count_line(data[: error.start])) from error
    if not text or text.isspace():
        raise BadJson("it is empty")
    try:
        value = (_WITH_NAN if allow_nan else _STRICT).decode(text)
        if "\\u" in text and _SURROGATE_ESCAPE.search(text):
            _refuse_halves(value)
    except json.JSONDecodeError as error:
        raise BadJson(_describe(error), count_line(text[: error.pos])) from error
    except _Refused as error:
        raise BadJson(str(error), _find_line(text, error.is_found)) from error
    except RecursionError:
        raise BadJson("brackets are nested too deeply") from None
    except ValueError:  # of the conversion of a whole number, whose digits Python limits
        line = _find_line(text, lambda token: token.lstrip("-").isdigit() and len(token) > 1000)
        raise BadJson("a whole number has thousands of digits", line) from None
    return value


def parse_next(text: str, start: int) -> tuple[Any, int]:
    """Return the value of JSON that begins at ``start``, and the place behind it.

    Raises ValueError, as RecursionError, if it is none that ``parse_json`` would return.
    """
    value, end = _STRICT.raw_decode(text, start)
    if _SURROGATE_ESCAPE.search(text, start, end):
        _refuse_halves(value)
    return value, end


def read_json_rows(
    path: str | Path,
    kind: str,
    parse: Callable[[JsonObject], Read],
    hint: str,
    problems: list[Problem],
) -> Iterator[tuple[int, Read]]:
    """Yield the number of each line of JSON and ``parse`` of its object; UserError if unreadable.

    ``parse`` raises KeyError for a missing key, ValueError or TypeError for other faults. Faulty
    lines add to ``problems``: that they are not ``kind`` ("a paper").
    """
    for number, line in read_user_lines(path, hint):
        try:
            row = parse_json(line)
            if not isinstance(row, dict):
                raise ValueError("not a JSON object")
            read = parse(row)
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, KeyError):
                reason = f"missing key {error}"
            elif isinstance(error, BadJson):
                reason = error.reason
            else:
                reason = str(error)
            problems.append(Problem(f"Not {kind}: {reason}.", f"{path}, line {number}", hint))
            continue
        yield number, read


def is_text_list(value: object) -> TypeGuard[list[str]]:
    """Return whether a value of JSON is a list of texts."""
    return isinstance(value, list) and set(map(type, value)) <= _TEXT


def _describe(error: json.JSONDecodeError) -> str:
    place = error.doc[error.pos : error.pos + 20]
    return f"{error.msg.removesuffix(' at')} at {quote(place) if place else 'the end'}"


def _refuse_repeated(pairs: list[tuple[str, Any]]) -> JsonObject:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        repeated = next(key for key in counts if counts[key] > 1)
        raise _Refused(f"key {quote(repeated)} stands twice in an object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is no number of JSON", name.__eq__)


def _read_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _Refused(f"the number {quote(text)} is too large", text.__eq__)
    return number


def _refuse_halves(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise _Refused("half of a surrogate pair is no character", _has_half) from error


def _has_half(token: str) -> bool:
    return token[0] == '"' and bool(_HALF.search(json.loads(token, strict=False)))


def _find_line(text: str, is_found: Callable[[str], bool]) -> int | None:
    """Return the line of the first token that ``is_found``."""
    for token in _TOKEN.finditer(text):
        if is_found(token[0]):
            return count_line(text[: token.start()])
    return None


_STRICT = json.JSONDecoder(
    object_pairs_hook=_refuse_repeated, parse_constant=_refuse_constant, parse_float=_read_float
)
_WITH_NAN = json.JSONDecoder(object_pairs_hook=_refuse_repeated)
