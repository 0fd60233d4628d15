"""The report's section on how MDCR's benchmark was built."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.mdcr_strategies import describe_strategies
from paperpool.io.csv_rows import read_records, read_rows
from paperpool.pages.grid import Column, GridCell, list_grid, numbers
from paperpool.pages.section import Drawing, Fold, Part, Section, Text
from paperpool.pages.wording import count, figure, percent, plural, words
from paperpool.report.mdcr import charts, construction
from paperpool.report.mdcr.construction import Filling, GridPoint, Model, Shortfall

FEW = 20
"""Shortfalls for an open table on the page."""


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
    queries = construction.count_queries(files.queries)
    shortfalls = read_records(files.shortfalls, Shortfall)
    models = read_records(files.models, Model)
    chosen = [model.ranker for model in models if model.chosen]
    n_queries = sum(queries.values())
    wanted = (n_queries, files.positives, files.negatives)
    fillings = construction.count_fillings(files.provenance, shortfalls, chosen, *wanted)
    names = {"val": "validation"}
    splits = ", ".join(f"{count(n)} {names.get(split, split)}" for split, n in queries.items())
    about = (
        f"{plural(n_queries, 'query')} ({splits}) get {files.positives} papers that they cite and "
        f"{files.negatives} negatives of each of {len(fillings) - 1} types: "
        f"{describe_strategies(n_models=len(chosen), **vars(files))}. A pool has no paper twice; "
        "no negative is cited by the query or newer than it."
    )
    if is_released:
        about += " The figures above are those of the released benchmark, not of this one."
    parts = [
        Text(about),
        _list_fillings(fillings),
        *_list_shortfalls(fillings, shortfalls),
        *_list_models(files, models, chosen),
        *(_list_grid(files.grid, files.bm25) if files.grid else []),
    ]
    title = "MDCR: how the benchmark was built"
    return Section("mdcr-construction", title, parts, link="Construction")


def _list_fillings(fillings: Sequence[Filling]) -> Part:
    keys = {"wanted": "wanted", "found": "found", "missing": "missing", "short queries": "short"}
    columns: list[Column] = [("strategy", "strategy"), ("type", "title")]
    columns += [(title, key, count) for title, key in {**keys, "distinct papers": "papers"}.items()]
    columns.append(("citations", "citations", figure))
    caption = "Candidates by type in both splits; citations: the median of the distinct papers."
    return list_grid("Candidates by type, table", caption, columns, fillings)


def _list_shortfalls(
    fillings: Sequence[Filling], shortfalls: Sequence[Shortfall]
) -> Iterator[Part]:
    """Yield the queries that have too few candidates of some type."""
    if not shortfalls:
        yield Text("Every type was filled for every query.")
        return
    short = [filling for filling in fillings if filling.short]
    named = ", ".join(
        f"{count(one.missing)} of type {one.title} in {plural(one.short, 'query')}" for one in short
    )
    missing = plural(sum(one.missing for one in short), "candidate")
    yield Text(f"{missing} missing: {named}.", "label warn")
    rows = [(s.query_id, s.split, s.field, words(s.type), s.wanted, s.found) for s in shortfalls]
    columns = [(name, i) for i, name in enumerate(("query", "split", "field", "type"))]
    columns += numbers(["wanted", "found"], 4, count)
    caption = "Types of candidates that could not be filled."
    table = list_grid("Shortfalls", caption, columns, rows)
    is_few = len(shortfalls) <= FEW
    yield Fold("Every query with too few candidates", [table], is_open=is_few)


def _list_models(
    files: ConstructionFiles, models: Sequence[Model], chosen: Sequence[str]
) -> Iterator[Part]:
    """Yield the choice of models, if their overlaps are known."""
    rows = read_rows(files.jaccard)
    indices = {(row["ranker"], row["other"]): float(row["jaccard"]) for row in rows}
    jaccard = charts.jaccard_map(indices, [model.ranker for model in models], chosen)
    if jaccard:
        ordered = sorted(models, key=lambda m: (not m.chosen, m.mean_jaccard or 0.0, m.ranker))
        lines = [(_mark(m.ranker, m), m.mean_jaccard, "yes" if m.chosen else "no") for m in ordered]
        columns = [("ranker", 0), ("mean index", 1, percent), ("gives candidates", 2)]
        about = (
            f"The Jaccard index (×100) of the first {files.model_top} of two rankers on the pools "
            "of the fields, cited papers left out, averaged over the test queries. The models that "
            f"give candidates are pinned or lowest on average: {', '.join(chosen)}."
        )
        drawing = Drawing("Jaccard index of every two rankers", jaccard, is_wide=True)
        caption = "Mean Jaccard index (×100) of each ranker with the others, the chosen ones first."
        table = list_grid("Mean Jaccard index", caption, columns, lines)
        parts = [Text(about), drawing, table]
        yield Fold("Which models give candidates", parts, "mdcr-models")


def _list_grid(path: str | Path, bm25: Mapping[str, Sequence[float]]) -> Iterator[Part]:
    """Yield the tried parameters of BM25, and the edges of the given grid."""
    texts = [
        Text(f"At {level} level: {' '.join(sentences)}")
        for level, sentences in construction.read_edges(path, bm25).items()
    ]
    caption = "MAP (×100) of BM25 on the validation pools by its parameters; the chosen are bold."
    rows: dict[str, list[tuple]] = {}
    for point in read_records(path, GridPoint):
        score = GridCell(percent(point.map), warning=("", ", chosen" * point.chosen))
        row = (_mark(point.level, point), point.k1, point.b, score)
        rows.setdefault(point.level, []).append(row)
    columns = [("level", 0), *numbers(["k1", "b", "MAP"], 1, figure)]
    table = list_grid("Parameters of BM25", caption, columns, rows)
    yield Fold("Parameters of BM25 that were tried", [*texts, table])


def _mark(name: str, one: Model | GridPoint) -> GridCell:
    """Return the name of a row, bold if it was chosen."""
    return GridCell(name, kind="remain" if one.chosen else "")
