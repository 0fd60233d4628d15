"""What searches by an index of vectors found beside exact search, in a section of the report."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.io.csv_rows import read_rows
from paperpool.pages.grid import Column, list_grid, parsed
from paperpool.pages.section import Heading, Part
from paperpool.pages.wording import count, percent


def list_index_recall(tables: Mapping[str, str | Path], anchor: str) -> Iterator[Part]:
    """Yield a table of the rankers that search by an index, if there are any.

    ``tables`` are the files of ``indexed_search.write_index_rows`` by ranker, ``anchor`` is that
    of the heading.
    """
    if not tables:
        return

    rows = []
    for ranker, path in tables.items():
        for row in read_rows(path):
            rows.append({"ranker": ranker, **row})

    number = parsed(count)
    share = parsed(percent)
    columns: list[Column] = [
        ("ranker", "ranker"),
        ("pools", "level"),
        ("index", "index"),
        ("papers", "papers", number),
        ("queries", "queries", number),
        ("by index", "queries_by_index", number),
        ("sampled", "sampled", number),
        ("best", "depth", number),
        ("recall", "recall", share),
        ("lowest", "lowest", share),
    ]
    caption = (
        "How much of the best papers of exact search (%) an index found, mean over a sample of the "
        "queries that went by it; lowest: in the search where it found least. Other queries were "
        "searched exactly, as that was as quick. Scores of rankers rest on what was found."
    )
    yield Heading("Search by an index", anchor)
    yield list_grid("Search by an index, table", caption, columns, rows)
