"""The formats of collections, found among the modules of this package."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from paperpool.collections import readers
from paperpool.collections.readers.reader import Reader
from paperpool.settings import find_classes, schema_of_kinds


@cache
def find_readers() -> dict[str, type[Reader]]:
    return dict(sorted(find_classes(readers, Reader).items()))


def make_reader(settings: Mapping[str, Any]) -> Reader:
    reader = find_readers()[settings["format"]]
    return reader(**{name: value for name, value in settings.items() if name != "format"})


def reader_schema() -> dict[str, Any]:
    return schema_of_kinds(find_readers(), "format", "a format")
