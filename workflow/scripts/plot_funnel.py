"""Draw the corpus funnel."""

from paperpool.files import read_json
from paperpool.report.funnel import make_funnel
from paperpool.report.funnel_figure import plot_funnel
from paperpool.scripts import running

with running(snakemake):
    plot_funnel(make_funnel(read_json(snakemake.input.summary)), snakemake.output.figure)
