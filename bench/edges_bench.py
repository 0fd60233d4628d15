"""Neighbours in sorted files beside DuckDB over unsorted ones, and beside SciPy's CSR in memory.

Citations are those of high-energy physics theory over and over: each goes from a paper of a random
copy to one of another, so papers cite about as many others as there, and are cited about as often.
They come in no order, so that sorting by either end has all to do. If those papers are not at hand,
generated ones take their place.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from corpus_bench import generate_shards
from measuring import CORES, DATA, Row, measure
from numpy.typing import NDArray

from paperpool.io.tables import CITATIONS
from paperpool.workflow.corpus.neighbours import CITED, CITING, Neighbours, sort_citations

EDGES = 10_000_000
SHARDS = 8
SWEPT = 5_500
"""Papers that are looked up in one sweep, as the references of MDCR's queries of a field."""

LOOKED_UP = 200
QUERIED = 5
"""Papers that are looked up one by one: in sorted files, and in unsorted ones."""

MEMORY = "1200MB"
"""The limit of DuckDB."""

BYTES_PER_EDGE = 100
"""The disk to have for a citation: in shards, sorted by either end, copied and spilled.

Of 500 million, 70 bytes each were taken when a disk was full, in DuckDB's first copy.
"""

_ID_BITS = 33
"""Ids are as long as OpenAlex's: W and up to ten digits, in no order."""

Edges = tuple[NDArray[np.int64], NDArray[np.int64], int]
"""The numbers of citing and of cited papers, and how many papers there are."""


def bench_edges(folder: Path, n_edges: int = EDGES) -> list[Row]:
    """Return the rows on ``n_edges`` citations: sorting, looking up papers, and a sweep."""
    free = shutil.disk_usage(folder).free
    if free < n_edges * BYTES_PER_EDGE:
        needed = n_edges * BYTES_PER_EDGE / 1e9
        sys.exit(
            f"{n_edges:,} citations may take {needed:,.0f} GB below {folder}, of which "
            f"{free / 1e9:,.0f} GB are free. Name a larger disk by TMPDIR, or give fewer (EDGES)."
        )

    shards = write_edges(read_edges(folder), n_edges, folder / "shards")
    n = sum(pq.read_metadata(shard).num_rows for shard in shards)
    sorted_files = {end: folder / f"{end}.parquet" for end in CITATIONS.names}
    swept, asked = draw_papers(shards)
    sizes = {"unsorted": sum(shard.stat().st_size for shard in shards)}

    rows = []
    spilled = 0
    seconds = 0.0
    peak = 0.0
    copy = folder / "copy.parquet"
    for end, path in sorted_files.items():
        (used, on_disk), _, memory = measure(partial(sort, shards, end, path))
        spilled = max(spilled, on_disk)
        seconds += used
        peak = max(peak, memory)
        copied, _, _ = measure(partial(timed, partial(sort_by_copy, shards, end, copy)))
        copy.unlink()
        rates = n / 1e6 / used, n / 1e6 / copied
        name = f"citations sorted by {end}, million/processor second; DuckDB's COPY"
        rows.append(Row(name, *rates, rates[0] / rates[1], used, memory, n))
    sizes["sorted"] = sum(path.stat().st_size for path in sorted_files.values())
    sizes["spilled"] = spilled

    look_ups = measure(partial(timed, partial(look_up, sorted_files, asked)))
    queried = measure(partial(timed, partial(query_each, shards, asked[:QUERIED])))
    sweep = measure(partial(timed, partial(look_up_at_once, sorted_files, swept)))
    scanned = measure(partial(timed, partial(query_at_once, shards, swept)))
    for name, size in sizes.items():
        print(f"{name}: {size / 1e6:,.0f} MB of disk")

    def row(name: str, ours: float, other: float, seconds: float, peak: float) -> Row:
        return Row(name, ours, other, ours / other, seconds, peak, n)

    used = look_ups[0] / LOOKED_UP, look_ups[2]
    rate = 1 / used[0]
    at_once = f"neighbours of {len(swept):,} papers, million citations/processor second"
    passed = 2 * n / 1e6
    name = "whom a paper cites and who cites it, papers/processor second"
    rows += [
        row(f"{name}; DuckDB, unsorted", rate, QUERIED / queried[0], *used),
        row(f"{at_once}; DuckDB, unsorted", passed / sweep[0], passed / scanned[0], *sweep[::2]),
    ]
    if n_edges <= EDGES:  # a matrix takes hundreds of bytes a citation while it is made
        (by_matrix, built), _, memory = measure(partial(time_matrix, shards, asked))
        rows += [
            row(f"{name}; SciPy's CSR in memory", rate, 1 / by_matrix, *used),
            row("MB of memory to look papers up; SciPy's CSR", used[1], memory, *used),
            row("processor seconds to sort; to make SciPy's CSR", seconds, built, seconds, peak),
        ]
    return rows


def read_edges(folder: Path) -> Edges:
    """Return the citations of HEP-TH, or of generated papers in ``folder``."""
    import gzip

    import orjson

    shards = sorted((DATA / "s2orc-hepth" / "metadata").glob("*.jsonl.gz"))
    if not shards:
        folder.mkdir(exist_ok=True)
        shards = generate_shards(folder)
    numbers: dict[str, int] = {}
    citing = []
    cited = []
    for shard in shards:
        with gzip.open(shard) as lines:
            for line in lines:
                row = orjson.loads(line)
                paper = numbers.setdefault(row["paper_id"], len(numbers))
                for other in row["outbound_citations"] or []:
                    citing.append(paper)
                    cited.append(numbers.setdefault(other, len(numbers)))
    return np.array(citing), np.array(cited), len(numbers)


def write_edges(edges: Edges, n_edges: int, folder: Path) -> list[Path]:
    """Write at least ``n_edges`` citations in no order, in shards; return these.

    Memory holds as many as there are ``edges``.
    """
    folder.mkdir(parents=True)
    paths = [folder / f"{number}.parquet" for number in range(SHARDS)]
    writers = [pq.ParquetWriter(path, CITATIONS, compression="zstd") for path in paths]
    citing, cited, n_papers = edges
    n_copies = -(-n_edges // len(citing))
    rng = np.random.default_rng(13)
    for number in range(n_copies):
        order = rng.permutation(len(citing))
        ids = []
        for papers in (citing, cited):
            copies = rng.integers(n_copies, size=len(papers))
            ids.append(name_papers(papers[order] + copies * n_papers))
        writers[number % SHARDS].write_table(pa.table(ids, schema=CITATIONS))
    for writer in writers:
        writer.close()
    return paths


def name_papers(numbers: NDArray[np.int64]) -> pa.Array:
    """Return ids of numbered papers: an odd factor gives each number another id."""
    mixed = (numbers * 2_654_435_761) % (1 << _ID_BITS)
    return pc.binary_join_element_wise("W", pa.array(mixed).cast(pa.string()), "")


def draw_papers(shards: list[Path]) -> tuple[list[str], list[str]]:
    """Return SWEPT of the papers that are cited in the first shard, and LOOKED_UP of these."""
    cited = pq.ParquetFile(shards[0]).read_row_group(0)[CITED].unique()
    drawn = np.random.default_rng(17).permutation(len(cited))[:SWEPT]
    swept = cited.take(pa.array(drawn)).to_pylist()
    return swept, swept[:LOOKED_UP]


def timed(work: Callable[[], Any]) -> float:
    """Return the processor seconds of ``work``, imports left out."""
    import duckdb  # noqa: F401

    start = time.process_time()
    work()
    return time.process_time() - start


def sort(shards: list[Path], end: str, path: Path) -> tuple[float, int]:
    """Sort as a job does; return its processor seconds and the most bytes that it spilled."""
    from paperpool.workflow.corpus.database import connect

    spill = path.parent / "spill"
    most = [0]
    done = threading.Event()

    def watch() -> None:
        """Note how large the folder becomes."""
        while not done.wait(0.1):
            most[0] = max(most[0], count_bytes(spill))

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.process_time()
    with connect(MEMORY, spill, CORES) as database:
        database.add_files("citations", shards)
        sort_citations(database, end, path)
    seconds = time.process_time() - start
    done.set()
    watcher.join()
    return seconds, most[0]


def count_bytes(folder: Path) -> int:
    """Return the size of the files below a folder; some may vanish meanwhile."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def connect_plainly(shards: list[Path]) -> Any:
    """Return a DuckDB connection with the view ``citations``."""
    import duckdb

    settings: dict[str, Any] = {"memory_limit": MEMORY, "threads": CORES}
    connection = duckdb.connect(config=settings | {"preserve_insertion_order": False})
    connection.execute("SET enable_progress_bar = false")
    connection.read_parquet([str(shard) for shard in shards]).create_view("citations")
    return connection


def sort_by_copy(shards: list[Path], end: str, path: Path) -> None:
    """Sort by ``end``, then by the other, as DuckDB's documentation does it."""
    order = ", ".join([end, *(name for name in CITATIONS.names if name != end)])
    connection = connect_plainly(shards)
    connection.execute(f"SET temp_directory = '{path.parent / 'plain'}'")
    connection.execute(
        f"COPY (FROM citations ORDER BY {order}) TO '{path}' "
        "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)"
    )


def look_up(files: dict[str, Path], papers: Iterable[str]) -> None:
    """Look up both neighbours of each paper by itself."""
    opened = [Neighbours(path, end) for end, path in files.items()]
    for paper in papers:
        for neighbours in opened:
            list(neighbours.read([paper]))


def look_up_at_once(files: dict[str, Path], papers: list[str]) -> None:
    """Look up both neighbours of all papers in one pass over each file."""
    for end, path in files.items():
        for _ in Neighbours(path, end).read(papers):
            pass


def query_each(shards: list[Path], papers: Iterable[str]) -> None:
    """Query both neighbours of each paper by itself."""
    connection = connect_plainly(shards)
    for paper in papers:
        for end in CITATIONS.names:
            connection.execute(f"FROM citations WHERE {end} = $1", [paper]).fetchall()


def query_at_once(shards: list[Path], papers: list[str]) -> None:
    """Query both neighbours of all papers."""
    connection = connect_plainly(shards)
    connection.register("papers", pa.table({"id": papers}))
    for end in CITATIONS.names:
        query = f"FROM citations WHERE {end} IN (SELECT id FROM papers)"
        connection.sql(query).to_arrow_table()


def time_matrix(shards: list[Path], papers: list[str]) -> tuple[float, float]:
    """Return the processor seconds of a look-up in sparse matrices, and of making these."""
    from scipy import sparse

    start = time.process_time()
    tables = [pq.read_table(shard) for shard in shards]
    whole = pa.concat_tables(tables)
    del tables
    ends = pa.chunked_array([*whole[CITING].chunks, *whole[CITED].chunks])
    del whole
    encoded = ends.dictionary_encode().unify_dictionaries()
    del ends
    ids = encoded.chunk(0).dictionary
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks])
    del encoded
    citing, cited = np.split(codes, 2)
    shape = (len(ids), len(ids))
    cites = sparse.csr_array((np.ones(len(citing), bool), (citing, cited)), shape=shape)
    cited_by = cites.T.tocsr()
    rows = {paper: row for row, paper in enumerate(ids.to_pylist())}
    built = time.process_time() - start

    start = time.process_time()
    for paper in papers:
        for matrix in (cites, cited_by):
            row = rows[paper]
            found = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]
            ids.take(pa.array(found)).to_pylist()
    return (time.process_time() - start) / len(papers), built
