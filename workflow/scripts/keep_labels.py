"""Take the labels of a shard of CSFCube's released abstracts for those of its sentences."""

from paperpool.collections.csfcube_release import read_paper_ids
from paperpool.workflow.facets.applying import keep_labels
from paperpool.workflow.running.scripts import running

with running(snakemake):
    keep_labels(
        snakemake.input.papers[0],
        snakemake.input.read[0],
        snakemake.params.column,
        read_paper_ids(snakemake.input.collection_abstracts),
        snakemake.output.sentences,
    )
