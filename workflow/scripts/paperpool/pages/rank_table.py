"""A table of ranks: ties with the best, and the detectable difference."""

from collections.abc import Callable

from paperpool.evaluation.ranks import POWER
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.results import Results
from paperpool.pages.scores import Place
from paperpool.pages.wording import MISSING, percent

_NAMES = ("rank", "interval", "tied with the best", "detectable")


def rank_grid(
    results: Results,
    protocol: str,
    split: str,
    label: str,
    name_slice: Callable[[str], str] | None = None,
) -> Grid:
    """Return the ranks in each slice, four columns per measure, the best ranker first.

    Slices have the title of ``name_slice``, or else the benchmark's. Slices of fewer than two
    rankers have no rows.
    """
    found: dict[str, dict[str, dict[str, Place]]] = {}
    measures: dict[str, None] = {}
    for place in results.places:
        if (place.protocol, place.split) == (protocol, split):
            of_slice = found.setdefault(place.slice, {})
            of_slice.setdefault(place.ranker, {})[place.measure] = place
            measures[place.measure] = None
    groups = {
        (name_slice or results.benchmark.slice_title)(name): [
            [ranker, *(cell for measure in measures for cell in _cells(places.get(measure)))]
            for ranker, places in sorted(
                of.items(), key=lambda one: (next(iter(one[1].values())).rank, one[0])
            )
        ]
        for name, of in found.items()
        if len(of) > 1
    }
    titles = results.benchmark.measure_titles
    title = (
        f"Ranks, with {100 * results.confidence:g}% bootstrap intervals. Tied with the best: the "
        "difference from it cannot be told from chance (paired permutation tests of all pairs, "
        "Holm's correction). Detectable: the smallest difference from the best (×100) that would "
        f"be found with power {POWER:g}; in its own row, the median over the others."
    )
    above = {titles[measure]: len(_NAMES) for measure in measures}
    columns = [("ranker", 0), *numbers(_NAMES * len(measures))]
    return list_grid(label, title, columns, groups, "tests", above)


def _cells(place: Place | None) -> list[str | GridCell]:
    if place is None:
        return [MISSING] * len(_NAMES)
    rank = GridCell(str(place.rank), bold=place.is_tied)
    tied = "yes" if place.is_tied else "no"
    return [rank, f"[{place.low}, {place.high}]", tied, percent(place.detectable)]
