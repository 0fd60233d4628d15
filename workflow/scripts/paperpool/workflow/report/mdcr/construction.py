"""The report's section on how MDCR's benchmark was built: counts, shortfalls, models, BM25.

Source: MDCR, section 4.1: four strategies give a query its negatives.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.compute as pc

from paperpool.benchmarks.mdcr_strategies import describe_strategies, list_types
from paperpool.collections.mdcr_benchmark import SPLITS, TRUE
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.parquet_files import read_table
from paperpool.mdcr.names import TYPE
from paperpool.pages.charts.heat_map import percent_map
from paperpool.pages.grid import Column, GridCell, list_grid, numbers, parsed
from paperpool.pages.section import Drawing, Fold, Part, Section, Text
from paperpool.pages.wording import count, percent, plural, rounded, words
from paperpool.rankers.scoring.parameter_grid import describe_edges
from paperpool.workflow.report.mdcr.tables import slice_title

FEW = 20
"""Shortfalls for an open table on the page."""

Row = Mapping[str, Any]
"""A row of a table: its columns by name."""


@dataclass(frozen=True)
class ConstructionFiles:
    """The files of the construction and its settings; without BM25 there is no ``grid``.

    ``bm25`` are the given values of k1 and b. A query was to get ``positives``, and ``negatives``
    of each type: from the first ``model_top`` of a model, the ``most_cited_top`` of a field.
    """

    queries: str | Path
    provenance: str | Path
    shortfalls: str | Path
    jaccard: str | Path
    models: str | Path
    positives: int
    negatives: int
    model_top: int
    most_cited_top: int
    bm25: Mapping[str, Sequence[float]]
    grid: str | Path | None = None


def show_construction(files: ConstructionFiles, is_released: bool) -> Section:
    """Return the section; with a line if the scores are of the released benchmark."""
    queries = count_queries(files.queries)
    n_queries = sum(queries.values())
    shortfalls = read_rows(files.shortfalls)
    models = read_rows(files.models)
    chosen = [model["ranker"] for model in models if model["chosen"] == "True"]
    fillings = count_fillings(files, shortfalls, chosen, n_queries)

    names = {"val": "validation"}
    splits = ", ".join(f"{count(n)} {names.get(split, split)}" for split, n in queries.items())
    about = (
        f"{plural(n_queries, 'query')} ({splits}) get {files.positives} papers that they cite and "
        f"{files.negatives} negatives of each of {len(fillings) - 1} types: "
        f"{describe_strategies(n_models=len(chosen), **vars(files))}. A pool has no paper twice; "
        "no negative is cited by the query or newer than it."
    )
    if is_released:
        about += " The scores above are those of the released benchmark, not of this one."

    columns: list[Column] = [("strategy", "strategy"), ("type", "title")]
    columns += [(name, name, count) for name in ("wanted", "found", "missing")]
    columns += [("short queries", "short", count), ("distinct papers", "papers", count)]
    columns.append(("citations", "citations", rounded))
    caption = "Candidates by type in both splits; citations: the median of the distinct papers."
    parts: list[Part] = [Text(about)]
    parts.append(list_grid("Candidates by type, table", caption, columns, fillings))
    parts += _list_shortfalls(fillings, shortfalls)
    parts += _list_models(files, models, chosen)
    if files.grid:
        parts += _list_grid(files.grid, files.bm25)
    title = "MDCR: how the benchmark was built"
    return Section("mdcr-construction", title, parts, link="Construction")


def count_queries(queries: str | Path) -> dict[str, int]:
    """Return how many queries of the field level each split has (MDCR_QUERIES)."""
    table = read_table(queries, columns=["split"], filters=pc.field("level") == "field")
    counts = Counter(table["split"].to_pylist())
    return {split: counts[split] for split in reversed(SPLITS) if counts[split]}


def count_fillings(
    files: ConstructionFiles, shortfalls: Sequence[Row], models: Sequence[str], n_queries: int
) -> list[Row]:
    """Return a row for each type of candidates over both splits, in the order of filling.

    ``strategy`` is the paper's, ``short`` counts queries with too few; ``papers`` are distinct,
    ``citations`` the median of their citations, or None.
    """
    rows = pd.read_parquet(files.provenance, columns=["type", "candidate_id", "n_citations"])
    short = Counter(row["type"] for row in shortfalls)

    fillings: list[Row] = []
    for kind, strategy in list_types(models).items():
        found = rows[rows.type == kind]
        papers = found.drop_duplicates("candidate_id")
        per_query = files.positives if kind == TRUE else files.negatives
        wanted = n_queries * per_query
        fillings.append(
            {
                "title": slice_title(TYPE + kind),
                "strategy": strategy.title,
                "wanted": wanted,
                "found": len(found),
                "missing": wanted - len(found),
                "short": short[kind],
                "papers": len(papers),
                "citations": papers.n_citations.median() if len(papers) else None,
            }
        )
    return fillings


def _list_shortfalls(fillings: Sequence[Row], shortfalls: Sequence[Row]) -> Iterator[Part]:
    """Yield the queries that have too few candidates of some type."""
    if not shortfalls:
        yield Text("Every type was filled for every query.")
        return

    n_missing = 0
    types = []
    for filling in fillings:
        if filling["short"]:
            n_missing += filling["missing"]
            n_queries = plural(filling["short"], "query")
            types.append(f"{count(filling['missing'])} of type {filling['title']} in {n_queries}")
    missing = plural(n_missing, "candidate")
    yield Text(f"{missing} missing: {', '.join(types)}.", "label warn")

    rows = [row | {"type": words(row["type"])} for row in map(dict, shortfalls)]
    columns: list[Column] = [("query", "query_id")]
    columns += [(name, name) for name in ("split", "field", "type")]
    columns += [(name, name, parsed(count)) for name in ("wanted", "found")]
    caption = "Types of candidates that could not be filled."
    table = list_grid("Shortfalls", caption, columns, rows)
    is_few = len(shortfalls) <= FEW
    yield Fold("Every query with too few candidates", [table], is_open=is_few)


def _list_models(
    files: ConstructionFiles, models: Sequence[Row], chosen: Sequence[str]
) -> Iterator[Part]:
    """Yield the choice of models, if their overlaps are known."""
    rows = read_rows(files.jaccard)
    indices = {(row["ranker"], row["other"]): float(row["jaccard"]) for row in rows}
    mean_of = {model["ranker"]: read_number(model["mean_jaccard"]) for model in models}
    names = list(mean_of)
    both_chosen = {pair for pair in indices if set(pair) <= set(chosen)}
    jaccard = percent_map(
        "jaccard",
        "Jaccard index of the highest-ranked negatives of two rankers",
        names,
        names,
        indices,
        marked=both_chosen,
        marked_as="both chosen",
        strong_names=chosen,
    )
    if not jaccard:
        return

    about = (
        f"The Jaccard index (×100) of the first {files.model_top} of two rankers on the pools "
        "of the fields, cited papers left out, averaged over the test queries. The models that "
        f"give candidates are pinned or lowest on average: {', '.join(chosen)}."
    )
    ordered = sorted(names, key=lambda name: (name not in chosen, mean_of[name] or 0.0, name))
    lines = []
    for name in ordered:
        is_chosen = name in chosen
        lines.append((_mark(name, is_chosen), mean_of[name], "yes" if is_chosen else "no"))
    columns = [("ranker", 0), ("mean index", 1, percent), ("gives candidates", 2)]
    caption = "Mean Jaccard index (×100) of each ranker with the others, the chosen ones first."
    table = list_grid("Mean Jaccard index", caption, columns, lines)
    drawing = Drawing("Jaccard index of every two rankers", jaccard, is_wide=True)
    yield Fold("Which models give candidates", [Text(about), drawing, table], "mdcr-models")


def _list_grid(path: str | Path, bm25: Mapping[str, Sequence[float]]) -> Iterator[Part]:
    """Yield the tried parameters of BM25 by level, and the edges of the given grid."""
    texts = []
    rows = {}
    for level, tried in pd.read_csv(path).groupby("level", sort=False):
        edges = describe_edges(tried, **bm25)
        if edges:
            texts.append(Text(f"At {level} level: {' '.join(edges)}"))

        lines = []
        for point in tried.itertuples():
            warning = ", chosen" if point.chosen else ""
            score = GridCell(percent(point.map), warning=("", warning))
            lines.append((_mark(point.level, point.chosen), point.k1, point.b, score))
        rows[str(level)] = lines

    caption = "MAP (×100) of BM25 on the validation pools by its parameters; the chosen are bold."
    columns = [("level", 0), *numbers(["k1", "b", "MAP"], 1, rounded)]
    table = list_grid("Parameters of BM25", caption, columns, rows)
    yield Fold("Parameters of BM25 that were tried", [*texts, table])


def _mark(name: str, is_chosen: bool) -> GridCell:
    """Return the name of a row, bold if it was chosen."""
    return GridCell(name, kind="remain" if is_chosen else "")
