"""Read somebody's test collection and store it as tables of our own."""

from pathlib import Path

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import store_collection
from paperpool.errors import Problem, UserError, first_of
from paperpool.io.files import write_json
from paperpool.io.tables import COLLECTION_QUARANTINE, COLLECTION_VOTES, write_rows
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    output = snakemake.output
    params = snakemake.params

    reader = make_reader(params.settings)
    found = reader.read()
    if found.bad and params.on_bad_row == "fail":
        hint = "Correct or remove the row, or set corpus.on_bad_row to quarantine."
        problems = []
        for row in found.bad:
            message = f"A row cannot be used: {row.reason}."
            problems.append(Problem(message, f"{row.file}:{row.line}", hint))
        raise UserError(first_of(problems))

    collection = assemble(found, reader.split, reader.relevant, reader.depth)
    summary = found.summarise(collection)
    for name, counts in summary.items():
        logger.info("%s: %s", name, counts)
    store_collection(collection, Path(output.collection[0]).parent)
    bad = [(row.file, row.line, row.reason, row.text) for row in found.bad]
    write_rows(output.votes, found.list_votes(), COLLECTION_VOTES)
    write_rows(output.quarantine, bad, COLLECTION_QUARANTINE)
    write_json(output.summary, summary)
