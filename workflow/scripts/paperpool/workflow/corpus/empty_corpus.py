"""A corpus without a readable paper is refused."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.parquet_files import count_rows
from paperpool.workflow.corpus.broken_shards import list_problems
from paperpool.workflow.corpus.groups import read_counts


def refuse_empty_corpus(
    papers: Iterable[str | Path], summaries: Iterable[str | Path], shards: Sequence[str]
) -> None:
    """Raise UserError if no shard has a readable paper, whatever ``corpus.on_bad_shard`` says.

    ``papers`` are the tables of readable papers, ``summaries`` those of reading, ``shards`` the
    names of the parts.
    """
    if any(map(count_rows, papers)):
        return

    problems = []
    n_read = 0
    for path in summaries:
        problems += list_problems(path)
        for counts in read_counts([("", path)]).values():
            n_read += counts["read"]

    if not problems:
        message = f"The corpus has no readable paper: {n_read:,} rows were read."
        hint = "Correct data.s2orc, or get the files again."
        problems = [Problem(message, name_some(shards), hint)]
    raise UserError(first_of(problems))
