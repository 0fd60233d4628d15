"""Damaged copies of a file, by the name of the damage."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

HARMLESS = ("BOM", "CRLF", "CR", "mixed")
"""Harmless changes that editors make to a text."""

ODD_VALUES = (None, 7, True, "²", [], [[]], {"a": [1]}, [{"b": 1}], "x" * 100_000)
DEEP = "[" * 100_000
DIGITS = "9" * 5000


def list_damage(path: Path, kind: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each way in which a file of this kind is damaged."""
    if kind == "parquet":
        yield from damage_table(path)
        return
    data = path.read_bytes()
    yield from damage_bytes(data)
    if kind == "json":
        yield from damage_json(data.decode("utf-8"))
    elif kind == "jsonl":
        yield from damage_lines(data)
    elif kind == "markup":
        yield from damage_markup(data)
    else:
        yield from damage_cells(data)


def damage_bytes(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield possible damage to the bytes of any text."""
    middle = len(data) // 2
    yield "empty", b""
    yield "truncated", data[: middle + 1]
    yield "not UTF-8", data[:middle] + b"\xff" + data[middle:]
    yield "NUL", data[:middle] + b"\0" + data[middle:]
    yield "UTF-16", data.decode("utf-8").encode("utf-16")
    yield "long line", data + b"y" * 300_000
    yield "deep", DEEP.encode()
    yield "digits", DIGITS.encode()
    yield "BOM", b"\xef\xbb\xbf" + data.removeprefix(b"\xef\xbb\xbf")
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    yield "CRLF", b"\r\n".join(lines)
    yield "CR", b"\r".join(lines)
    ends = (b"\n", b"\r\n", b"\r")
    yield "mixed", b"".join(line + ends[i % 3] for i, line in enumerate(lines)).rstrip(b"\r\n")


def damage_json(text: str) -> Iterator[tuple[str, bytes]]:
    """Yield JSON with odd values at every level, and JSON for some readers only."""
    value = json.loads(text)
    for path in list_places(value):
        for odd in ODD_VALUES:
            changed = json.dumps(replace(value, path, odd)).encode()
            yield f"{path} {str(odd)[:9]}", changed
        mark = json.dumps(replace(value, path, "@@"))
        for name, token in (
            ("deep", DEEP),
            ("digits", DIGITS),
            ("NaN", "NaN"),
            ("Infinity", "-Infinity"),
            ("1e999", "1e999"),
            ("surrogate", r'"\ud800"'),
            ("surrogate", r'{"a": "\ud800"}'),
            ("repeated", '{"a": 1, "a": 2}'),
        ):
            yield f"{path} {name}", mark.replace('"@@"', token).encode()
    if isinstance(value, dict) and value:
        key, one = next(iter(value.items()))
        pair = f"{json.dumps(key)}: {json.dumps(one)}, "
        yield "repeated", ("{" + pair + text.strip()[1:]).encode()


def damage_lines(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield JSON lines with a damaged second line."""
    first, second, *rest = data.split(b"\n")
    for name, line in damage_json(second.decode("utf-8")):
        yield name, b"\n".join([first, line, *rest])


def damage_cells(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a table of texts with odd cells in its second row, and an open quote."""
    header, second, *rest = data.decode("utf-8").split("\n")
    mark = "," if "," in header else None
    cells = second.split(mark)
    for place in range(len(cells)):
        for odd in ("²", "", "-1", DIGITS, "nan", "x" * 200_000, '"open', "\x1b[2J", "٣"):
            row = (mark or " ").join([*cells[:place], odd, *cells[place + 1 :]])
            yield f"cell {place} {odd[:9]}", "\n".join([header, row, *rest]).encode()


def damage_markup(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield markup with an entity that is no character, and with tags that are nested."""
    for name, odd in (
        ("entity", b"&#" + DIGITS.encode() + b";"),
        ("entity", b"&#xd800;"),
        ("nested", b"<title>" * 10_000),
    ):
        yield name, data.replace(b"<title>", b"<title>" + odd, 1)


def damage_table(path) -> Iterator[tuple[str, bytes]]:
    """Yield damaged bytes of a parquet file, and files with other columns or values."""
    data, table = path.read_bytes(), pq.read_table(path)
    yield "empty", b""
    yield "text", b"no table\n"
    yield "truncated", data[: len(data) // 2]
    yield "without end", data[:-9]
    yield "zeros", data[: len(data) // 3] + bytes(len(data) // 3) + data[2 * len(data) // 3 :]
    for place, name in enumerate(table.column_names):
        yield f"without {name}", write(table.drop_columns([name]))
        for odd in (pa.array([[1]] * len(table)), pa.nulls(len(table)), no_text(len(table))):
            yield f"{name} {odd.type}", write(table.set_column(place, name, odd))


def no_text(length: int) -> pa.Array:
    """Return strings whose bytes are no UTF-8."""
    return pa.array([b"\xff\xfe"] * length, pa.binary()).view(pa.string())


def write(table: pa.Table) -> bytes:
    """Return the bytes of a table."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    return sink.getvalue().to_pybytes()


def mutate(data: bytes, draw: random.Random) -> bytes:
    """Return data with one to three random changes: bytes flipped, cut out, repeated, put in."""
    changed = bytearray(data)
    for _ in range(draw.randint(1, 3)):
        start = draw.randrange(len(changed) + 1)
        end = min(len(changed), start + draw.choice((1, 1, 2, 8, 64)))
        kind = draw.randrange(4)
        if kind == 0 and start < len(changed):
            changed[start] ^= 1 << draw.randrange(8)
        elif kind == 1:
            del changed[start:end]
        elif kind == 2:
            changed[start:start] = changed[start:end]
        else:
            odd = (b'"', b"{", b"]", b",", b"\0", b"\r", b"\xff", b"-", b"\\u", b"9" * 30, b"1e9")
            changed[start:start] = draw.choice(odd)
    return bytes(changed)


def list_places(value: Any) -> list[tuple]:
    """Return the path of a value of every kind of place: of equal ones the first."""
    found: dict[tuple, tuple] = {}

    def walk(at: Any, path: tuple, kind: tuple) -> None:
        found.setdefault(kind, path)
        children = (
            at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
        )
        for number, (key, child) in enumerate(children):
            walk(child, (*path, key), (*kind, min(number, 4) if isinstance(at, dict) else "*"))

    walk(value, (), ())
    return list(found.values())


def replace(value: Any, path: tuple, odd: Any) -> Any:
    """Return a value with ``odd`` at one place."""
    if not path:
        return odd
    key, *rest = path
    if isinstance(value, dict):
        return {k: replace(v, tuple(rest), odd) if k == key else v for k, v in value.items()}
    return [replace(v, tuple(rest), odd) if i == key else v for i, v in enumerate(value)]
