"""Run a user's program on the tables of a collection, and read the run that it writes."""

import logging
import signal
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.foreign_runs import read_written_run
from paperpool.evaluation.runs import Run
from paperpool.io.files import blank_controls, write_text
from paperpool.io.tables import CANDIDATE_TEXTS, QUERY_TEXTS, make_table, write_table
from paperpool.rankers.placeholders import PLACEHOLDERS, RUN, fill_placeholders, named_placeholders
from paperpool.rankers.ranker import Context
from paperpool.shell import last_lines, run_shell

logger = logging.getLogger("paperpool")

_NOT_FOUND = 127

_SIGNAL_HINTS = {
    "SIGKILL": "Another process killed it; often the machine ran out of memory.",
    "SIGPIPE": "A program, such as head, stopped reading another one's output; let it read all.",
}


def rank_by_command(command: str, collection: Collection, context: Context) -> Run:
    """Return the run that ``command`` wrote to {run}, read but not checked against the collection.

    Its tables are written to the folder of ``context``, its output to its files. Raises
    UserError if it fails, or writes no readable run.
    """
    folder = Path(context.folder)
    files = {word: folder / PLACEHOLDERS[word] for word in named_placeholders(command)}
    for word, (make, write) in WRITERS.items():
        if word in files:
            write(files[word], make(collection))
    filled = fill_placeholders(command, files)
    logger.info("Running: %s", filled)
    code = run_shell(filled, context.stdout, context.stderr)
    name = context.name
    where = f"rankers.{name}.command"

    def fail(message: str, hint: str) -> UserError:
        """Return the error of the ranker, with the last lines that its command printed."""
        lines = last_lines(context.stderr) or last_lines(context.stdout)
        if not lines:
            message = f"Ranker {name!r}: {message}. It printed nothing."
            return UserError(Problem(message, where, hint))
        printed = "".join(f"\n    {line}" for line in lines)
        message = f"Ranker {name!r}: {message}. The last that it printed:{printed}"
        hint = f"{hint} All of it is in {context.stderr} and {context.stdout}."
        return UserError(Problem(message, where, hint))

    if code == _NOT_FOUND:
        hint = "Install the program, or correct its name."
        raise fail(f"a program of the command was not found (exit code {code})", hint)
    if code:
        raise fail(*_explain(code))
    if not files[RUN].is_file():
        raise fail("the command succeeded, but wrote no run", "Write the run to the file {run}.")
    run = read_written_run(name, files[RUN], f"the run that {where} wrote", collection)
    if not run:
        hint = "Rank every candidate of every query."
        raise fail("the command succeeded, but its run is empty", hint)
    return run


def _explain(code: int) -> tuple[str, str]:
    """Describe how a command failed, with a hint; bash exits with 128 + n after signal n."""
    number = -code if code < 0 else code - 128
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"the command failed with exit code {code}", "Correct the command."
    message = f"the command was killed by {name}"
    if code > 0:
        message += f" (exit code {code})"
    return message, _SIGNAL_HINTS.get(name, "Correct the command.")


def query_table(collection: Collection) -> pa.Table:
    """Return a row per topic, schema QUERY_TEXTS, sorted by query and facet."""
    rows = [_topic(collection, *pair) + _texts(collection, *pair) for pair in collection.pairs()]
    return make_table(rows, QUERY_TEXTS)


def candidate_table(collection: Collection) -> pa.Table:
    """Return a row per topic and candidate to rank, schema CANDIDATE_TEXTS, sorted by all ids."""
    rows = []
    for query, part in collection.pairs():
        topic = _topic(collection, query, part)
        for candidate in collection.rankable(query, part):
            rows.append(topic + (candidate,) + _texts(collection, candidate, part))
    return make_table(rows, CANDIDATE_TEXTS)


def _topic(collection: Collection, query: str, part: str) -> tuple[str, str]:
    """Return the query and its part; the topic's own id in a user's collection."""
    if isinstance(collection, OpenCollection):
        return collection.names[query, part], ""
    return query, collection.part_name(part)


def _texts(collection: Collection, paper_id: str, part: str) -> tuple[str, str, str]:
    paper = collection.papers[paper_id]
    return paper.title, paper.abstract, collection.part_text(paper_id, part)


def write_tsv(path: str | Path, table: pa.Table) -> None:
    """Write a table of texts with a header line; without quotes, and no text has a tab."""
    columns = [map(blank_controls, column.to_pylist()) for column in table.columns]
    lines = ["\t".join(table.column_names)]
    lines += map("\t".join, zip(*columns, strict=True))
    write_text(path, "".join(f"{line}\n" for line in lines))


WRITERS: dict[str, tuple[Callable[[Collection], pa.Table], Callable[[Path, pa.Table], None]]] = {
    "queries": (query_table, write_table),
    "queries_tsv": (query_table, write_tsv),
    "candidates": (candidate_table, write_table),
    "candidates_tsv": (candidate_table, write_tsv),
}
"""The maker and the writer of each placeholder's file."""
