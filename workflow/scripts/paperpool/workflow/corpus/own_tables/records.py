"""A record of a table: what every format's reader yields."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Record(NamedTuple):
    """A record: the line it begins on, and its values in the order of ``columns.MEANINGS``.

    ``reason`` says why it cannot be used, with the missing ``key`` if that is the reason; ``raw``
    are its lines or bytes as they stand, or the cells by column if a file has no text.
    """

    line: int
    values: Sequence[Any]
    raw: Sequence[str] | bytes | str | Mapping[str, Any]
    reason: str | None = None
    key: str | None = None

    @property
    def text(self) -> bytes | str:
        """The record as it stands in the file, or as JSON."""
        if isinstance(self.raw, bytes | str):
            return self.raw
        if isinstance(self.raw, Mapping):
            import orjson  # of tables in Parquet alone

            return orjson.dumps(self.raw, default=str)
        return "".join(self.raw)
