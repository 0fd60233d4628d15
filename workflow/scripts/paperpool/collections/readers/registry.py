"""The formats of collections, found among the modules of this package."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from paperpool.collections import readers
from paperpool.collections.readers.reader import Reader
from paperpool.settings import find_classes, schema_of_kinds


@cache
def find_readers() -> dict[str, type[Reader]]:
    """Return the class of each format, by name."""
    return dict(sorted(find_classes(readers, Reader).items()))


def make_reader(settings: Mapping[str, Any]) -> Reader:
    """Return the reader of a collection, as a configuration has its settings.

    What these leave out may be told by the collection's files (``find_told``).
    """
    values = dict(settings)
    reader = find_readers()[values.pop("format")]
    return reader(**{**reader.find_told(values), **values})


def reader_schema() -> dict[str, Any]:
    """Return the JSON schema of a collection: that of its format."""
    return schema_of_kinds(find_readers(), "format", "a format")
