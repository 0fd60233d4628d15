"""Which run is searched where none is named."""

from __future__ import annotations

from pathlib import Path

from paperpool.errors import Problem, UserError, name_some
from paperpool.plan.layout import CONFIG, list_runs
from paperpool.search_page.run_files import find_run

DEMO = "demo"


def choose_run(name: str | None, results: Path) -> str:
    """Return ``name`` where it can be searched; without one the demo, else the latest such run.

    Raises UserError, naming the runs that can be searched, where it cannot, and where none can.
    """
    if name is not None:
        try:
            find_run(name, results)
            return name
        except UserError as error:
            problems = list(error.problems)
            if others := searchable_runs(results):
                hint = f"Searchable: {name_some(others, 20)}."
                problems.append(Problem("Other runs can be searched.", str(results), hint))
            raise UserError(problems) from None
    runs = searchable_runs(results)
    if not runs:
        raise UserError(Problem("There is no run to search.", str(results), "Make one: make demo."))
    return DEMO if DEMO in runs else runs[0]


def searchable_runs(results: Path) -> list[str]:
    """Return the names of the runs that can be searched, the latest first."""
    runs = sorted(
        list_runs(results), key=lambda run: (-(results / run / CONFIG).stat().st_mtime_ns, run)
    )
    return [run for run in runs if _is_searchable(run, results)]


def _is_searchable(run: str, results: Path) -> bool:
    try:
        find_run(run, results)
    except UserError:
        return False
    return True
