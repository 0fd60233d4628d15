"""Compare two finished runs: tables and a page below ``results/compare/``."""

from pathlib import Path

import pandas as pd

from paperpool.benchmarks.collections import BENCHMARK as COLLECTIONS
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.compare.changes import changed_counts, changed_settings
from paperpool.compare.differences import Differences, compare_rankings
from paperpool.compare.page import Contents, build_page, make_contents
from paperpool.compare.rankers import Rankings, read_rankings
from paperpool.compare.scores import compare_scores
from paperpool.compare.sides import Side, find_sides
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.files import write_text
from paperpool.io.tables import defuse_texts, write_csv

RESAMPLING = ("seed", "evaluation.bootstrap", "evaluation.permutations", "evaluation.confidence")
"""The settings of the tests, those of A."""

_MOST_NOTES = 4
"""The most notes on rankers that a message has."""


def compare_runs(results: str | Path, a: str, b: str) -> tuple[Path, Contents]:
    """Compare ``a`` and ``b``, each a run below the folder ``results`` or ``run/ranker``.

    Writes index.html, differences.csv, queries.csv and figures.csv (of other benchmarks than
    CSFCube) below ``compare/<a>-vs-<b>/``; returns the page's path and content. Raises UserError if
    the two cannot be compared.
    """
    sides = find_sides(results, a, b)
    rankings = read_rankings(*sides)
    counts = changed_counts(*sides)
    scores = compare_scores(*sides)
    if counts is None and not rankings.pairs and not scores:
        raise UserError(_nothing_to_compare(sides, rankings))
    folder = Path(results) / "compare" / f"{sides[0].file_name}-vs-{sides[1].file_name}"
    differences = _compare_rankers(*sides, rankings)
    tables = {
        "differences.csv": differences and differences.table,
        "queries.csv": differences and differences.queries,
        "figures.csv": pd.concat([one.table for one in scores]) if scores else None,
    }
    for name, table in tables.items():
        if table is None:
            (folder / name).unlink(missing_ok=True)  # of an earlier comparison
        else:
            write_csv(folder / name, defuse_texts(table))
    settings = changed_settings(*sides)
    contents = make_contents(sides, differences, rankings, scores, counts, settings)
    write_text(folder / "index.html", build_page(contents))
    return folder / "index.html", contents


def _compare_rankers(a: Side, b: Side, rankings: Rankings) -> Differences | None:
    """Return the scores of the compared rankers, drawn as in run A, and note other draws of B."""
    if rankings.collection is None:
        return None
    other = [
        f"{key} {a.setting(key)} (B: {b.setting(key)})"
        for key in RESAMPLING
        if a.setting(key) != b.setting(key)
    ]
    if other:
        rankings.notes.append(f"Intervals and tests are drawn as in A: {', '.join(other)}.")
    resampling = Resampling(*(a.setting(key) for key in RESAMPLING))
    return compare_rankings(rankings.collection, rankings.pairs, resampling)


def _nothing_to_compare(sides: tuple[Side, Side], rankings: Rankings) -> Problem:
    first, second = sides
    where = "; ".join(f"{side.letter}: {side.folder}" for side in sides)
    hint = (
        "Compared are the corpora of two runs, the scores of a benchmark that both have, and "
        "rankings of one collection by rankers of one name. Finish the runs, or name two rankers: "
        f"paperpool compare {first.run}/RANKER {second.run}/RANKER"
    )
    said = [f"{first.name} and {second.name} have nothing in common that could be compared."]
    said += [f"{side.letter} has {_list_made(side)}." for side in sides]
    return Problem(" ".join([*said, *rankings.notes[:_MOST_NOTES]]), where, hint)


def _list_made(side: Side) -> str:
    """Return what a run has of all that is compared."""
    made = ["a corpus"] if side.corpus_summary.is_file() else []
    if ranked := side.ranked():
        made.append(f"rankings of CSFCube's kind ({name_some(ranked)})")
    for name, benchmark in find_benchmarks().items():
        if side.metrics(name).is_file():
            made.append(f"scores of {benchmark.title}")
    for name in side.list_collections():
        if side.metrics(f"{COLLECTIONS.name}/{name}").is_file():
            made.append(f"scores of {name}")
    return ", ".join(made) or "neither a corpus nor rankings nor scores"
