"""Compare two finished runs: tables and a page below ``results/compare/``."""

from __future__ import annotations

from pathlib import Path

from paperpool.compare.corpora import Count, compare_corpora
from paperpool.compare.differences import compare_rankings, write_differences
from paperpool.compare.figures import compare_figures, join_figures
from paperpool.compare.moves import find_moves
from paperpool.compare.page import Comparisons, Content, build_page
from paperpool.compare.rankers import Rankings, read_rankings
from paperpool.compare.settings import RESAMPLING, changed_settings
from paperpool.compare.sides import SUMMARY, Side, find_sides
from paperpool.errors import Problem, UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.files import read_json, write_text
from paperpool.tables import write_csv


def compare_runs(results: str | Path, a: str, b: str) -> Path:
    """Compare ``a`` and ``b``, each a run below the folder ``results`` or ``run/ranker``.

    Writes ``compare/<a>-vs-<b>/`` below it with index.html, differences.csv and queries.csv, and
    figures.csv where both have figures of another benchmark than CSFCube; returns the page's path.
    Raises UserError where they cannot be compared.
    """
    sides = find_sides(results, a, b)
    rankings = read_rankings(*sides)
    corpora = _read_corpora(*sides)
    figures = compare_figures(*sides)
    if not corpora and not rankings.pairs and not figures:
        raise UserError(_nothing_to_compare(sides, rankings))
    folder = Path(results) / "compare" / f"{sides[0].file_name}-vs-{sides[1].file_name}"
    tables = folder / "differences.csv", folder / "queries.csv"
    rankers = _compare_rankers(sides[0], rankings) if rankings.pairs else None
    if rankers:
        write_differences(rankers.differences, *tables)
    else:
        for table in tables:
            table.unlink(missing_ok=True)  # of an earlier comparison
    if figures:
        write_csv(folder / "figures.csv", join_figures(figures))
    else:
        (folder / "figures.csv").unlink(missing_ok=True)
    notes = [*rankings.notes, *_resampling_notes(*sides)] if rankers else rankings.notes
    settings = changed_settings(*sides)
    generated = [side.letter for side in sides if side.is_demo]
    write_text(
        folder / "index.html",
        build_page(Content(a, b, generated, settings, rankers, notes, corpora, figures)),
    )
    return folder / "index.html"


def _compare_rankers(a: Side, rankings: Rankings) -> Comparisons:
    """Return the figures and moves of the compared rankers, drawn as in run A."""
    if rankings.collection is None:
        raise ValueError("There are no rankings to compare.")
    resampling = Resampling(*(a.setting(key) for key in RESAMPLING))
    differences = compare_rankings(rankings.collection, rankings.pairs, resampling)
    pairs = [pair for pair, _, _ in rankings.pairs]
    moves = find_moves(differences, pairs, rankings.collection)
    return Comparisons(differences, moves, resampling.confidence)


def _resampling_notes(a: Side, b: Side) -> list[str]:
    """Return a note where the intervals and tests of run B were drawn otherwise."""
    other = [
        f"{key} {a.setting(key)} (B: {b.setting(key)})"
        for key in RESAMPLING
        if a.setting(key) != b.setting(key)
    ]
    return [f"Intervals and tests are drawn as in A: {', '.join(other)}."] if other else []


def _read_corpora(a: Side, b: Side) -> dict[str, list[Count]]:
    """Return the counts of both corpora, none where a run has no corpus."""
    files = [side.folder / SUMMARY for side in (a, b)]
    return compare_corpora(*map(read_json, files)) if all(f.is_file() for f in files) else {}


def _nothing_to_compare(sides: tuple[Side, Side], rankings: Rankings) -> Problem:
    where = "; ".join(f"{side.letter}: {side.folder}" for side in sides)
    hint = (
        "Finish the runs first (.venv/bin/snakemake with their configurations); rankers of "
        "different names are compared with A=run/ranker B=run/ranker."
    )
    what = f"There is nothing to compare, nor have both a corpus. {' '.join(rankings.notes)}"
    return Problem(what, where, hint)
