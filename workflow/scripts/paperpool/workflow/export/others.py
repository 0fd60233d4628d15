"""A user's collection as it is exported: its runs, and the texts of its datasheet.

Scores stay as they are, in trec_eval's order.
"""

from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from paperpool.collections.collection import OpenCollection
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import read_run
from paperpool.workflow.export.exported import RankedRun, Ranking
from paperpool.workflow.export.sheets import GENERATED, OWN, Sheet
from paperpool.workflow.export.trec import order_as_trec_eval


def read_other_rankings(
    collection: OpenCollection, runs: Mapping[str, str | Path]
) -> Iterator[RankedRun]:
    """Yield the run of each name from its table, whose queries are the topics' ids.

    Topics of which nothing is judged yet are left out, as in the collection's export.
    """
    [split] = collection.folds["all"]
    judged = set(collection.keep_judged().topics())
    for name, path in runs.items():
        yield split, name, _list_rankings(read_run(path), judged)


def _list_rankings(run: Run, judged: Set[str]) -> Iterator[tuple[str, Ranking]]:
    """Yield the ranking of each judged topic, in the order of topics."""
    for (topic, _), rows in sorted(run.items()):
        if topic in judged:
            yield topic, order_as_trec_eval(rows)


def others_sheet(
    name: str, format_: str, is_generated: bool, settings: Mapping[str, object]
) -> Sheet:
    """Return the texts on a user's collection ``name``, read from a format."""
    origin = GENERATED if is_generated else OWN
    return Sheet("others.md.jinja", origin, settings, {"name": name, "format": format_})
