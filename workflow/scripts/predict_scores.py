"""Estimate the scores of a collection's runs from a model's grades and the drawn ones of people."""

from pathlib import Path

from paperpool.collections.stored import read_stored
from paperpool.io.tables import defuse_texts, list_records, write_csv
from paperpool.judging.drawn_grades import read_drawn_grades
from paperpool.judging.model_grades import read_model_grades
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.scoring.predicted import describe_predicted, describe_waiting, tabulate_predicted
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input

    collection = read_stored(Path(inputs.collection[0]).parent)
    read_run = FORMATS["collection"].read_run
    runs = {}
    for file in inputs.runs:
        runs[Path(file).stem] = read_run("", {"runs": [file]}, collection)
    drawn = read_drawn_grades(Path(inputs.draws[0]).parent, collection.topics())
    table = tabulate_predicted(collection, runs, drawn, read_model_grades(inputs.predicted))
    write_csv(snakemake.output[0], defuse_texts(table))
    for note in [*describe_predicted(list_records(table)), *describe_waiting(drawn)]:
        logger.info("%s", note)
