"""Draw the NDCG%20 of every ranker with its bootstrap interval."""

from paperpool.report.intervals_figure import plot_intervals
from paperpool.report.scores import read_scores
from paperpool.scripts import running

with running(snakemake):
    plot_intervals(
        read_scores(snakemake.input.metrics),
        snakemake.params.baseline,
        snakemake.output.figure,
        snakemake.params.confidence,
    )
