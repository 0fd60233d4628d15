"""Compare two finished runs: tables and a page below ``results/compare/``."""

from pathlib import Path

import pandas as pd

from paperpool.compare.changes import changed_counts, changed_settings
from paperpool.compare.differences import Differences, compare_rankings
from paperpool.compare.page import Contents, build_page, make_contents
from paperpool.compare.rankers import Rankings, read_rankings
from paperpool.compare.scores import compare_scores
from paperpool.compare.sides import Side, find_sides
from paperpool.errors import Problem, UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.files import write_text
from paperpool.io.tables import defuse_texts, write_csv

RESAMPLING = ("seed", "evaluation.bootstrap", "evaluation.permutations", "evaluation.confidence")
"""The settings of the tests, those of A."""


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
    where = "; ".join(f"{side.letter}: {side.folder}" for side in sides)
    hint = "Finish the runs first, or name rankers to compare: A=run/ranker B=run/ranker."
    what = f"There is nothing to compare, nor have both a corpus. {' '.join(rankings.notes)}"
    return Problem(what, where, hint)
