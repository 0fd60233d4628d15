"""List the figures on citations and relevance in the form of scores."""

from pathlib import Path

from paperpool.extras.citations_and_relevance.figures import list_figures
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    files = {Path(file).stem: file for file in inputs.beside}
    for file in inputs.relations:
        files[f"{Path(file).parent.name}/{Path(file).stem}"] = file
    for file in inputs.votes:
        files[f"{Path(file).parents[1].name}/votes-{Path(file).stem}"] = file
    write_csv(snakemake.output.metrics, list_figures(files))
