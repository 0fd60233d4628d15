"""24,000 damaged rows, of every format: each is counted without an error."""

import pytest

from ..made import two_readers
from ..made.fuzzed_rows import ROWS_OF_SHARD, fuzz_rows

SHARDS = {"metadata": 40, "released": 16, "works": 8, "parquet": 8, "bulk": 8}
"""How many are damaged; of the bulk format so many of each dataset."""

MOST_READ, LEAST_QUARANTINED = {"works": 1.2}, {"parquet": 0.15}
"""Shares of the rows that were written: a line may be cut in two, a row of Parquet may not."""


@pytest.mark.parametrize("kind", SHARDS)
def test_each_damaged_row_is_kept_dropped_or_quarantined(kind, tmp_path):
    n = SHARDS[kind]
    counts = fuzz_rows(kind, 22, tmp_path, n)
    written = ROWS_OF_SHARD * (3 * n if kind == "bulk" else n)
    assert counts["read"] == counts["readable"] + counts["quarantined"]
    most, least = MOST_READ.get(kind, 1.1), LEAST_QUARANTINED.get(kind, 0.2)
    assert 0.7 * written < counts["read"] < most * written
    assert counts["readable"] > 0.2 * written and counts["quarantined"] > least * written
    assert counts["broken"] > 0 and counts["csfcube keeps"] and counts["mdcr drops"]


@pytest.mark.parametrize("kind", two_readers.KINDS)
def test_blocks_that_are_read_at_once_give_the_same_bytes(kind, tmp_path):
    """Papers, citations, quarantine and counts, as if each line were read alone."""
    counts = two_readers.fuzz_readers(kind, 22, tmp_path / kind, 4)
    assert counts["taken"] > 50 and counts["left"] > 50
