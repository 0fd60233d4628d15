"""Taking vectors from Semantic Scholar's shards, beside two plain ways to read them."""

from __future__ import annotations

import gzip
import json
import time
import warnings
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
from measuring import DATA, Row, measure

VECTORS = 6_000
TAKEN = (1.0, 0.05)
"""Shares of the vectors that are of papers that are asked for."""


def bench_vectors(folder: Path) -> list[Row]:
    """Return the rows a processor second, all taken and few, beside the better plain way."""
    shard = folder / "shard.gz"
    make_shard(shard)
    plain = [measure(partial(time_reading, read, shard))[0] for read in (read_orjson, read_arrow)]
    rows = []
    for share in TAKEN:
        seconds, _, peak = measure(partial(time_reading, partial(take, share), shard))
        rates = VECTORS / seconds, VECTORS / min(plain)
        name = f"vectors of {share:.0%} of a shard, rows/processor second; plainly read, all"
        rows.append(Row(name, *rates, rates[0] / rates[1], seconds, peak, VECTORS))
    return rows


def make_shard(path: Path) -> None:
    """Write a shard as Semantic Scholar's, of the real rows at hand over and over."""
    [sample] = (DATA / "s2ag-sample/embeddings-specter_v2").glob("*.gz")
    rows = [json.loads(line) for line in gzip.decompress(sample.read_bytes()).splitlines()]
    with gzip.open(path, "wt", 6) as file:
        for paper in range(VECTORS):
            row = rows[paper % len(rows)] | {"corpusid": paper}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


def time_reading(read, shard: Path) -> float:
    """Return the processor seconds in which a shard is read, imports left out."""
    import pyarrow.json  # noqa: F401

    import paperpool.encoding.taken_vectors  # noqa: F401

    start = time.process_time()
    read(shard)
    return time.process_time() - start


def take(share: float, shard: Path) -> None:
    """Read the vectors of a share of the papers as a job does."""
    import pyarrow as pa

    from paperpool.encoding.given_vectors import read_vectors
    from paperpool.encoding.taken_vectors import PaperRows

    papers = map(str, range(0, VECTORS, round(1 / share)))
    find = PaperRows(pa.chunked_array([list(papers)])).find
    taken = sum(len(rows) for rows, _ in read_vectors(str(shard), find, Counter()))
    assert taken == round(VECTORS * share)


def read_orjson(shard: Path) -> None:
    """Parse each line, and the vector in it, by orjson."""
    import orjson

    with gzip.open(shard) as file:
        read = [np.array(orjson.loads(orjson.loads(x)["vector"]), np.float32) for x in file]
    assert len(read) == VECTORS


def read_arrow(shard: Path) -> None:
    """Parse lines by pyarrow, and the vectors by numpy."""
    import pyarrow.json

    warnings.simplefilter("ignore")
    with gzip.open(shard) as file:
        options = pyarrow.json.ReadOptions(block_size=1 << 22)
        texts = pyarrow.json.read_json(file, read_options=options)["vector"].to_pylist()
    read = [np.fromstring(text[1:-1], np.float32, sep=",") for text in texts]
    assert len(read) == VECTORS
