"""The corpus stage beside DuckDB and polars that read and filter the same shards.

    PYTHONPATH=workflow/scripts:bench .venv/bin/python studies/compare_engines.py

Each engine reads the shards, keeps the first row of an id, drops papers as MDCR's prefilter does
and writes papers and citations as Parquet (zstd), in a process of its own, on all cores. They skip
our other work: bad rows are an error or a null, not quarantined and counted by reason, sentences
are not split, and duplicates by text are not found. Polars runs where it is installed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from corpus_bench import DATA, _measure_all, repeat_shards, run_corpus_stage
from measuring import processes

_TYPES = {
    **dict.fromkeys(("paper_id", "title", "abstract", "doi", "venue", "mag_id"), "VARCHAR"),
    "year": "BIGINT",
    **dict.fromkeys(("mag_field_of_study", "outbound_citations"), "VARCHAR[]"),
    "inbound_citations": "VARCHAR[]",
}
_ZSTD = "(format parquet, compression zstd)"


def run_duckdb(paths: list[Path], folder: Path) -> None:
    """Read and filter in SQL, with DuckDB's reader of JSON lines."""
    import duckdb

    with duckdb.connect(config={"memory_limit": "3GB", "temp_directory": str(folder)}) as database:
        database.execute("set enable_progress_bar = false")
        columns = ", ".join(f"{name}: '{kind}'" for name, kind in _TYPES.items())
        database.execute(
            f"create table papers as select distinct on (paper_id) * from read_json(?, columns = "
            f"{{{columns}}}, format = 'newline_delimited')",
            [list(map(str, paths))],
        )
        kept = (
            "select * from papers where year is not null and trim(title) != '' "
            "and length(trim(abstract)) >= 30 and len(inbound_citations) >= 3"
        )
        database.execute(f"copy ({kept}) to '{folder}/papers.parquet' {_ZSTD}")
        edges = "select paper_id, unnest(outbound_citations) cited from papers"
        database.execute(f"copy ({edges}) to '{folder}/edges.parquet' {_ZSTD}")


def run_polars(paths: list[Path], folder: Path) -> None:
    """Read and filter with polars' lazy frames; files are unpacked by its reader."""
    import polars as pl

    kinds = {"VARCHAR": pl.String, "BIGINT": pl.Int64, "VARCHAR[]": pl.List(pl.String)}
    schema = {name: kinds[kind] for name, kind in _TYPES.items()}
    papers = pl.scan_ndjson(paths, schema=schema).unique("paper_id", keep="first").collect()
    text = (pl.col(name).str.strip_chars().str.len_chars() for name in ("title", "abstract"))
    shorter = [length < least for length, least in zip(text, (1, 30), strict=True)]
    few = pl.col("inbound_citations").list.len() < 3
    kept = papers.filter(pl.col("year").is_not_null(), *(~one for one in (*shorter, few)))
    kept.write_parquet(folder / "papers.parquet")
    edges = papers.select("paper_id", cited="outbound_citations").explode("cited")
    edges.drop_nulls("cited").write_parquet(folder / "edges.parquet")


def call(work: Callable[[list[Path], Path], None], paths: list[Path], folder: Path) -> None:
    """Call an engine in a fresh process."""
    folder.mkdir()
    with processes(1) as pool:
        pool.submit(work, paths, folder).result()


if __name__ == "__main__":
    for name in ("s2orc-arxiv", "s2orc-hepth"):
        once = sorted((DATA / name / "metadata").glob("*.jsonl.gz"))
        with tempfile.TemporaryDirectory() as made:
            shards = repeat_shards(once, Path(made, "shards"))
            for label, work in {
                "paperpool": run_corpus_stage,
                "DuckDB": partial(call, run_duckdb),
                "polars": partial(call, run_polars),
            }.items():
                (_, used), seconds, peak = _measure_all(
                    partial(work, shards.paths, Path(made, label))
                )
                print(f"{name}, {shards.size / 1e9:.2f} GB, {label}: ", end="")
                print(f"{shards.size / 1e6 / seconds:.0f} MB/s, ", end="")
                print(f"{shards.size / 1e6 / used:.0f} MB a processor second, {peak:.0f} MB")
