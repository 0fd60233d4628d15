"""The tables of a small annotated collection."""

import pytest

from ...made.annotation import make_collection, write_tables


@pytest.fixture
def files(tmp_path):
    return write_tables(tmp_path, make_collection(), published=True)
