"""Corpora as they are at hand, to compare with."""

import orjson
import pytest
from zlib_ng import zlib_ng

from paperpool.public_corpora.metadata import shard_path


def read_shards(folder, shards):
    """Return the rows of each shard of a corpus."""
    found = []
    for shard in range(shards):
        lines = zlib_ng.decompress(shard_path(folder, shard).read_bytes(), wbits=31).splitlines()
        found.append([orjson.loads(line) for line in lines])
    return found


@pytest.fixture
def read_corpus():
    """Return a function: the rows of each of the first shards of a corpus's folder."""
    return read_shards


def restrict(rows):
    """Return rows with the citations among themselves alone."""
    known = {row["paper_id"] for row in rows}
    kept = []
    for row in rows:
        lists = {
            key: [paper for paper in row[key] if paper in known]
            for key in ("outbound_citations", "inbound_citations")
        }
        kept.append({**row, **lists, **{f"has_{key}": bool(ids) for key, ids in lists.items()}})
    return kept


@pytest.fixture(scope="session")
def hepth_rows(real_data):
    """Every twelfth paper of HEP-TH, with the citations among these."""
    shards = read_shards(real_data("s2orc-hepth"), 4)
    return restrict([row for shard in shards for row in shard][::12])
