"""Read and filter shards with polars' lazy frames.

`polars_rows.py FOLDER SHARD...`: a process of its own, in an environment that has
polars alone. Bad rows are an error or null.
"""

import sys
from pathlib import Path

import polars as pl

_TEXTS = ("paper_id", "title", "abstract", "doi", "venue", "mag_id")
_LISTS = ("mag_field_of_study", "outbound_citations", "inbound_citations")


def main(folder: str, *paths: str) -> None:
    """Write the papers that MDCR's prefilter keeps, and all citations, as Parquet."""
    schema = dict.fromkeys(_TEXTS, pl.String) | {"year": pl.Int64}
    schema |= dict.fromkeys(_LISTS, pl.List(pl.String))
    papers = pl.scan_ndjson(list(paths), schema=schema).unique("paper_id", keep="first").collect()

    title, abstract = (
        pl.col(name).str.strip_chars().str.len_chars() for name in ("title", "abstract")
    )
    kept = papers.filter(
        pl.col("year").is_not_null(),
        title >= 1,
        abstract >= 30,
        pl.col("inbound_citations").list.len() >= 3,
    )
    kept.write_parquet(Path(folder, "papers.parquet"))
    edges = papers.select("paper_id", cited="outbound_citations").explode("cited")
    edges.drop_nulls("cited").write_parquet(Path(folder, "edges.parquet"))


if __name__ == "__main__":
    main(*sys.argv[1:])
