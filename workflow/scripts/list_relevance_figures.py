"""List the figures on citations and relevance in the form of scores."""

from paperpool.extras.citations_and_relevance.figures import list_figures
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = dict(zip(snakemake.params.names, snakemake.input.tables, strict=True))
    write_csv(snakemake.output.metrics, list_figures(files))
