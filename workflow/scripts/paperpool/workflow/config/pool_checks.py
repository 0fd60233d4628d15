"""Check the settings of pools: files of queries and labels, the filter, the sample of queries."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.errors import Problem
from paperpool.io.missing_files import find_missing_file
from paperpool.workflow.config.checked import CORRECT, Checked, lies_in_run
from paperpool.workflow.config.source_checks import choose_filters


def find_pool_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of ``pools``."""
    if not config.is_sound("pools"):
        return
    pools, sample = config["pools"], config["pools"]["sample"]
    chosen = {"pools.queries": pools["queries"], "pools.labels": pools["labels"]}
    for where, path in {**chosen, "pools.sample.ids": sample["ids"]}.items():
        yield from find_missing_file(path, where, CORRECT)
    for where, path in chosen.items():
        if path is not None and lies_in_run(config, path):
            what = "The file lies in the results of this very run, which may overwrite it."
            own = Path(config["results"], config["run"])
            yield Problem(what, where, f"Copy it to a folder outside {own}, and name the copy.")
    if config.is_sound("corpus") and config.is_sound("data"):
        filters = choose_filters(config)
        if pools["filter"] not in (None, *filters):
            what = f"{pools['filter']} is not in corpus.filters."
            hint = f"Choose one of {', '.join(filters)}, or add it there."
            yield Problem(what, "pools.filter", hint)
    if sample["venue"] is not None and sample["ids"] is not None:
        what = "Both a venue and a file of ids are given."
        yield Problem(what, "pools.sample", "Set one of them to null.")
    for i, (first, last) in enumerate(sample["periods"]):
        where = f"pools.sample.periods.{i}"
        if first > last:
            what = f"The period starts in {first} and ends in {last}."
            yield Problem(what, where, "Put the earlier year first.")
        for other_first, other_last in sample["periods"][:i]:
            if first <= other_last and other_first <= last:
                what = f"{first}-{last} and {other_first}-{other_last} have years in common."
                yield Problem(what, where, "Choose periods that do not overlap.")
