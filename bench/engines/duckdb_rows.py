"""Read and filter shards in SQL, with DuckDB's reader of JSON lines.

`duckdb_rows.py FOLDER SHARD...`: a process of its own. Bad rows are an error.
"""

import sys

import duckdb

TYPES = {
    **dict.fromkeys(("paper_id", "title", "abstract", "doi", "venue", "mag_id"), "VARCHAR"),
    "year": "BIGINT",
    **dict.fromkeys(("mag_field_of_study", "outbound_citations"), "VARCHAR[]"),
    "inbound_citations": "VARCHAR[]",
}
KEPT = (
    "year IS NOT NULL AND trim(title) != '' AND length(trim(abstract)) >= 30 "
    "AND len(inbound_citations) >= 3"
)
ZSTD = "(FORMAT parquet, COMPRESSION zstd)"


def main(folder: str, *paths: str) -> None:
    """Write the papers that MDCR's prefilter keeps, and all citations, as Parquet."""
    columns = ", ".join(f"{name}: '{kind}'" for name, kind in TYPES.items())
    read = f"read_json(?, columns = {{{columns}}}, format = 'newline_delimited')"
    with duckdb.connect(config={"memory_limit": "3GB", "temp_directory": folder}) as database:
        database.execute("SET enable_progress_bar = false")
        database.execute(
            f"CREATE TABLE papers AS SELECT DISTINCT ON (paper_id) * FROM {read}", [list(paths)]
        )
        kept = f"SELECT * FROM papers WHERE {KEPT}"
        database.execute(f"COPY ({kept}) TO '{folder}/papers.parquet' {ZSTD}")
        edges = "SELECT paper_id, unnest(outbound_citations) cited FROM papers"
        database.execute(f"COPY ({edges}) TO '{folder}/edges.parquet' {ZSTD}")


if __name__ == "__main__":
    main(*sys.argv[1:])
