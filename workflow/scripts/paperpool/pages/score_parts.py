"""Common parts of the benchmarks' sections: letters, tests, ranks, pool bias."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.evaluation.pool_bias import find_warnings, read_pool_bias
from paperpool.io.csv_rows import Rows
from paperpool.pages.grid import Grid, list_grid
from paperpool.pages.paired_tests import paired_grid, rank_grid
from paperpool.pages.results import PublishedScores, Results
from paperpool.pages.score_table import RowGroup, score_table, slice_columns
from paperpool.pages.section import Fold, Part, Text
from paperpool.pages.wording import percent, visible
from paperpool.rankers.registry import group_rankers


def list_letters(results: Results, best: str = "The best score is bold.") -> list[Part]:
    """Explain the letters beside scores; empty for one ranker."""
    if not results.letters or len(results.rankers) < 2:
        return []
    named = []
    for baseline, letter in results.letters.items():
        named.append(Markup('<span class="letter">{}</span> {}').format(letter, visible(baseline)))
    line = Markup(
        "Beside a score, a raised letter says that it is significantly "
        '<span class="up">higher</span> than that of a baseline, a lowered one that it is '
        '<span class="down">lower</span> (paired permutation test, p below 0.05 after Holm\'s '
        "correction): {}. {}"
    )
    return [Text(line.format(Markup(", ").join(named), best))]


def group_by_kind(results: Results, kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the rankers of ``kinds`` by the title of their kind, the best first."""
    groups = {}
    for title, rankers in group_rankers(kinds).items():
        groups[title] = results.best_first(rankers)
    return groups


def table_by_kind(
    results: Results,
    kinds: Mapping[str, str],
    protocol: str,
    split: str,
    measures: Sequence[str],
    words: tuple[str, str],
    others: PublishedScores | None = None,
    *,
    has_intervals: bool = False,
) -> Grid:
    """Return the scores of a split under a protocol, rankers grouped by their kinds.

    ``words`` are caption and label, ``others`` published systems without a ranker.
    """
    groups = {}
    for title, rankers in group_by_kind(results, kinds).items():
        groups[title] = RowGroup(protocol, rankers)
    columns = slice_columns(results, groups.values(), split, measures)
    intervals = columns.cells if has_intervals else ()
    return score_table(results, groups, columns, words, others, with_intervals=intervals)


def show_table(grid: Grid) -> Part:
    """Return a table, or a sentence if it has no rows."""
    if not grid.rows:
        return Text("This run has no scores here.")
    return grid


def fold_tests(results: Results, protocol: str, prefix: str = "", **words: Any) -> Iterator[Fold]:
    """Yield the paired tests against each baseline; ``words`` are arguments of ``paired_grid``."""
    rankers = results.best_first(results.rankers)
    for baseline in results.baselines:
        label = f"{prefix}Paired tests against {baseline}"
        grid = paired_grid(results, baseline, protocol, label, rankers=rankers, **words)
        if grid.rows:
            yield Fold(f"Paired tests against {baseline}", [grid])


def fold_ranks(
    results: Results,
    protocol: str,
    split: str,
    label: str,
    name_slice: Callable[[str], str] | None = None,
) -> list[Fold]:
    """Return the ranks of ``rank_grid``, if there are several rankers."""
    grid = rank_grid(results, protocol, split, label, name_slice)
    if not grid.rows:
        return []
    return [Fold("Ranks, and who is tied with the best", [grid])]


def bias_table(table: str | Path | Rows, split: str, label: str, caption: str) -> Grid:
    """Return the judged share of each ranker's first candidates, over all queries of a split."""
    bias = read_pool_bias(table)
    line = Markup('<span class="warn">{}</span> ')
    warnings = {}
    for ranker, texts in find_warnings(bias, split).items():
        warnings[ranker] = Markup("").join(line.format(visible(text)) for text in texts)

    rows = []
    for row in bias:
        if (row.split, row.slice) == (split, "all"):
            rows.append((row.ranker, row.judged, row.bpref, warnings.get(row.ranker, "none")))
    columns = [("ranker", 0), ("judged@20", 1, percent), ("bpref", 2, percent), ("warning", 3)]
    return list_grid(label, caption, columns, rows)
