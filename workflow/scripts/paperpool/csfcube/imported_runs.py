"""Import runs: read each, check it against the collection, store it."""

from collections.abc import Mapping, Sequence

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.run_checks import keep_checked
from paperpool.evaluation.runs import split_by_run, store_run


def import_runs(
    collection: Collection,
    paths: Mapping[str, str],
    strict: bool,
    runs: Sequence[str],
    ranked: Sequence[str],
    checks: Sequence[str],
    refuses_doubts: bool = False,
) -> None:
    """Import the runs of ``paths``, by name, to the outputs, in their order.

    ``ranked`` has the files of the first run's facets first. Raises UserError for all runs at once.
    """
    problems: list[Problem] = []
    files = zip(paths.items(), runs, split_by_run(ranked), checks, strict=True)
    for (name, path), table, of_facets, check in files:
        try:
            run = read_foreign_run(name, path)
            kept = keep_checked(name, path, run, collection, check, strict, refuses_doubts)
            store_run(kept, table, of_facets)
        except UserError as error:
            problems += error.problems
    if problems:
        raise UserError(problems)
