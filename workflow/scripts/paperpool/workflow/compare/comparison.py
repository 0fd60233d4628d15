"""Compare two finished runs: tables and a page below ``results/compare/``."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.files import write_text
from paperpool.io.tables import defuse_texts, write_csv
from paperpool.workflow.compare.changes import changed_settings
from paperpool.workflow.compare.page import Contents, build_page
from paperpool.workflow.compare.places import Compared, compare_places
from paperpool.workflow.compare.scores import compare_scores
from paperpool.workflow.compare.sides import Side, find_sides

RESAMPLING = ("seed", "evaluation.bootstrap", "evaluation.permutations", "evaluation.confidence")
"""The settings of the tests, those of A."""

_MOST_NOTES = 4
"""The most notes on rankers that a message has."""


def compare_runs(results: str | Path, a: str, b: str) -> tuple[Path, Contents]:
    """Compare ``a`` and ``b``, each a run below the folder ``results`` or ``run/ranker``.

    Writes index.html, differences.csv, queries.csv and figures.csv below ``compare/<a>-vs-<b>/``;
    returns the page's path and content. Raises UserError if the two cannot be compared.
    """
    side_a, side_b = find_sides(results, a, b)
    resampling = Resampling(*(side_a.setting(key) for key in RESAMPLING))
    compared: list[Compared] = []
    notes: list[str] = []
    for found in compare_places(side_a, side_b, resampling):
        if isinstance(found, Compared):
            compared.append(found)
        else:
            notes.append(found)
    scores = list(compare_scores(side_a, side_b))
    if not compared and not scores:
        raise UserError(_nothing_to_compare((side_a, side_b), notes))

    notes += _describe_unranked(side_a)
    notes += _describe_unranked(side_b)
    notes = list(dict.fromkeys(notes))  # some are of every collection
    notes += _describe_draws(side_a, side_b)

    folder = Path(results) / "compare" / f"{side_a.file_name}-vs-{side_b.file_name}"
    _write_tables(folder, "differences.csv", [each.differences for each in compared])
    _write_tables(folder, "queries.csv", [each.queries for each in compared])
    _write_tables(folder, "figures.csv", [each.table for each in scores])

    # scores that were tested here are not shown again without tests
    tested = {each.folder for each in compared}
    others = [each for each in scores if each.folder not in tested]
    settings = changed_settings(side_a, side_b)
    contents = Contents((side_a, side_b), notes, compared, others, settings, resampling.confidence)
    page = folder / "index.html"
    write_text(page, build_page(contents))
    return page, contents


def _write_tables(folder: Path, name: str, tables: Sequence[pd.DataFrame]) -> None:
    """Write tables as one, or remove the file of an earlier comparison if there are none."""
    if tables:
        write_csv(folder / name, defuse_texts(pd.concat(tables)))
    else:
        (folder / name).unlink(missing_ok=True)


def _describe_unranked(side: Side) -> list[str]:
    """Return a note on each ranker of a run's configuration that has no rankings, if any has."""
    known = side.list_known()
    if side.ranker is not None or not known:
        return []
    note = f"{side.letter}'s configuration has it, but it is not ranked yet"
    return [f"{name}: {note}." for name in side.setting("rankers") if name not in known]


def _describe_draws(a: Side, b: Side) -> list[str]:
    """Return a note on settings of the draws that are others in B, if there are any."""
    others = []
    for key in RESAMPLING:
        if a.setting(key) != b.setting(key):
            others.append(f"{key} {a.setting(key)} (B: {b.setting(key)})")
    if not others:
        return []
    return [f"Intervals and tests are drawn as in A: {', '.join(others)}."]


def _nothing_to_compare(sides: tuple[Side, Side], notes: Sequence[str]) -> Problem:
    first, second = sides
    where = "; ".join(f"{side.letter}: {side.folder}" for side in sides)
    hint = (
        "Compared are rankings of one collection by rankers of one name, and the scores of a "
        "benchmark that both have. Finish the runs, or name two rankers: "
        f"paperpool compare {first.run}/RANKER {second.run}/RANKER"
    )

    sentences = [f"{first.name} and {second.name} have nothing in common that could be compared."]
    for side in sides:
        rankings = "no rankings"
        ranked = side.list_known()
        if ranked:
            rankings = f"rankings of {name_some(ranked)}"
        sentences.append(f"{side.letter} has {rankings}.")
    sentences += notes[:_MOST_NOTES]
    return Problem(" ".join(sentences), where, hint)
