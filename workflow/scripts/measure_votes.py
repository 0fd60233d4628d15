"""Measure how far judges agree, and the order of rankers by each judge's votes."""

from pathlib import Path

from paperpool.collections.stored import read_stored
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.votes.agreement import compare_pairs, describe_judges, read_votes
from paperpool.extras.votes.orders import compare_judges
from paperpool.io.tables import write_csv
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output
    resampling = Resampling(**snakemake.params.resampling)

    votes = read_votes(inputs.votes)
    write_csv(output.pairs, compare_pairs(votes))
    write_csv(output.judges, describe_judges(votes, resampling))

    collection = read_stored(Path(inputs.collection[0]).parent)
    read_run = FORMATS["collection"].read_run
    runs = {Path(file).stem: read_run("", {"runs": [file]}, collection) for file in inputs.runs}
    orders, scores = compare_judges(collection, votes, runs, resampling)
    write_csv(output.orders, orders)
    write_csv(output.scores, scores)
