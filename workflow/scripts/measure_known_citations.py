"""Measure how many candidates that a query cites people call relevant, beside the others."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.known_citations import measure_known_citations
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    resampling = Resampling(**snakemake.params.resampling)
    write_csv(snakemake.output.table, measure_known_citations(collection, resampling))
