"""Import the annotators' exports: open items, adjudication tasks, further passes, a release."""

from pathlib import Path

from paperpool.evaluation.paired_draws import Resampling
from paperpool.workflow.annotation.agreement import MEASURES
from paperpool.workflow.annotation.asked_batches import read_batches
from paperpool.workflow.annotation.importing import import_annotations
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.running.scripts import running

with running(snakemake):
    output = snakemake.output
    material = read_material(
        *map(
            snakemake.input.get, ("collection", "pools", "queries", "papers", "sentences", "labels")
        )
    )
    import_annotations(
        material,
        snakemake.input.exports,
        snakemake.params.further,
        MEASURES,
        Resampling(**snakemake.params.resampling),
        dict(output.items()) | {"release": Path(output.release[0]).parent},
        read_batches(snakemake.input.batches) if snakemake.input.batches else None,
    )
