"""Check the settings of pools: files of queries and labels, the filter, the sample of queries."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from paperpool.collections.schemes import read_scheme
from paperpool.errors import Problem, UserError, guess
from paperpool.io.missing_files import find_missing_file
from paperpool.workflow.config.checked import CORRECT, Checked, lies_in_run
from paperpool.workflow.config.scheme_checks import find_scheme_file
from paperpool.workflow.config.source_checks import choose_filters
from paperpool.workflow.corpus.filter_kinds import name_filters
from paperpool.workflow.pools.chosen_queries import read_chosen_queries


def find_pool_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of ``pools``."""
    if not config.is_sound("pools"):
        return
    pools = config["pools"]
    sample = pools["sample"]
    files = {"pools.queries": pools["queries"], "pools.labels": pools["labels"]}
    for where, path in files.items():
        yield from find_missing_file(path, where, CORRECT)
    yield from find_missing_file(sample["ids"], "pools.sample.ids", CORRECT)

    for where, path in files.items():
        if path is not None and lies_in_run(config, path):
            message = "The file lies in the results of this very run, which may overwrite it."
            folder = Path(config["results"], config["run"])
            hint = f"Copy it to a folder outside {folder}, and name the copy."
            yield Problem(message, where, hint)

    if config.is_sound("data") and config.is_sound("annotation", "scheme"):
        yield from _find_query_problems(config)

    if config.is_sound("corpus") and config.is_sound("data"):
        filters = name_filters(choose_filters(config))
        if pools["filter"] not in (None, *filters):
            message = f"{pools['filter']} is not in corpus.filters."
            hint = f"Choose one of {', '.join(filters)}, or add it there."
            hint = f"{guess(pools['filter'], filters)} {hint}".lstrip()
            yield Problem(message, "pools.filter", hint)

    if sample["venue"] is not None and sample["ids"] is not None:
        message = "Both a venue and a file of ids are given."
        yield Problem(message, "pools.sample", "Set one of them to null.")
    yield from _find_period_problems(sample["periods"])


def _find_query_problems(config: Checked) -> Iterable[Problem]:
    """Yield what is wrong with the file of queries: the job that reads it waits for the corpus."""
    path = config["pools"]["queries"]
    if path is None or not Path(path).is_file() or lies_in_run(config, path):
        return
    try:
        facets = read_scheme(find_scheme_file(config)).facet_names
    except UserError:  # which is told for the scheme itself
        return
    try:
        read_chosen_queries(path, facets)
    except UserError as error:
        yield from error.problems


def _find_period_problems(periods: Sequence[tuple[int, int]]) -> Iterable[Problem]:
    """Yield a problem for each period that ends before it starts, or overlaps with another."""
    for i, (first, last) in enumerate(periods):
        where = f"pools.sample.periods.{i}"
        if first > last:
            message = f"The period starts in {first} and ends in {last}."
            yield Problem(message, where, "Put the earlier year first.")

        for other_first, other_last in periods[:i]:
            if first <= other_last and other_first <= last:
                message = f"{first}-{last} and {other_first}-{other_last} have years in common."
                yield Problem(message, where, "Choose periods that do not overlap.")
