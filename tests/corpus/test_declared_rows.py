"""Rows of a release against its declared numbers: compared, and an error where many are missing."""

import json

import pytest

from paperpool.corpus.declared_rows import compare_rows, refuse_missing_rows
from paperpool.errors import UserError

NAMES = {"source": "s2ag", "release": "2026-08-25", "dataset": "abstracts"}


@pytest.fixture
def summaries(tmp_path):
    """Summaries of three shards by name, the last of another dataset."""
    for name, read in (("a", 20), ("b", 19), ("c", 700)):
        (tmp_path / name).write_text(json.dumps({"read": read}))
    return {name: tmp_path / name for name in "abc"}


def declare(rows):
    return [NAMES | {"declared": rows, "shards": ["a", "b"]}]


@pytest.mark.parametrize("rows", [100, None])
def test_the_rows_of_a_dataset_are_those_of_its_shards(summaries, rows):
    expected = [NAMES | {"files": 2, "declared": rows, "read": 39}]
    assert compare_rows(declare(rows), summaries) == expected


@pytest.mark.parametrize(
    ("rows", "tolerance"), [(100, 0.61), (100, None), (39, 0.0), (30, 0.0), (None, 0.0)]
)
def test_rows_within_the_tolerance_are_accepted(summaries, rows, tolerance):
    refuse_missing_rows(declare(rows), summaries, tolerance)


def test_more_missing_rows_than_the_tolerance_are_an_error(summaries):
    with pytest.raises(
        UserError, match="abstracts has 39 rows and declares 100: more than 60% are"
    ):
        refuse_missing_rows(declare(100), summaries, 0.6)
