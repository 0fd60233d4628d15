"""The records of JSON lines: an object on each line."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from paperpool.io.bad_rows import BadRow
from paperpool.io.lines import read_pieces, split_piece
from paperpool.workflow.corpus.own_tables.columns import MEANINGS, NEEDED, Names, clean_values
from paperpool.workflow.corpus.own_tables.records import Record

_LOOKED_AT = 100
"""Objects whose keys are the columns of the file."""


def read_keys(path: str | Path, most: int) -> list[str]:
    """Return the keys of the first objects of a file, in the order of first mention."""
    keys: dict[str, None] = {}
    found = (record for record in _read_objects(path, most) if record.reason is None)
    for record in islice(found, _LOOKED_AT):
        keys.update(dict.fromkeys(record.values[0]))
    return list(keys)


def _read_objects(path: str | Path, most: int) -> Iterator[Record]:
    names = {meaning: () for meaning in MEANINGS}
    return read_records(path, names, most, whole=True)


def read_records(
    path: str | Path, names: Names, most: int, *, whole: bool = False
) -> Iterator[Record]:
    """Yield the objects of a file; raise UnreadableTail after those before damage.

    ``whole`` yields each object as the only value of its record.
    """
    from paperpool.io.json_lines import parse_values  # imports orjson

    needed: list[str] = []
    for meaning in NEEDED:
        needed += names[meaning]
    columns = [next(iter(names[meaning]), None) for meaning in MEANINGS]

    def get_values(record: dict[str, Any]) -> tuple[Any, ...]:
        """Return an object's values by meaning; KeyError if one that a paper needs is missing."""
        if whole:
            return (record,)
        for key in needed:
            if key not in record:
                raise KeyError(key)
        return tuple([None if key is None else record.get(key) for key in columns])

    for piece in read_pieces(path, most):
        for line in split_piece(piece, most):
            if line.reason is not None:
                yield Record(line.number, (), line.data, line.reason)
                continue
            try:
                values, is_clean = parse_values(line.data, get_values)
                if not is_clean:
                    values = clean_values(values)
            except BadRow as error:
                yield Record(line.number, (), line.data, error.reason, error.key)
            else:
                yield Record(line.number, values, line.data)

        if piece.tail:
            raise piece.tail
