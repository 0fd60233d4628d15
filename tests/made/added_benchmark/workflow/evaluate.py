"""Rank and score the made-up benchmark."""

from pathlib import Path

from paperpool.benchmarks.added.protocol import evaluate, rank, read
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.stored_runs import write_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    data, _ = read(Path(inputs.data[0]).parent)
    runs = {name: rank(name, data) for name in params.rankers}
    for file in output.runs:
        of_ranker = runs[Path(file).stem]
        write_run({(topic, ""): ranking for topic, ranking in of_ranker.items()}, file)
    paired = Paired(params.rankers[1:], Resampling(**params.resampling))
    write_evaluation(evaluate(data, runs, paired), output)
