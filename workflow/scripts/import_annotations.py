"""Import the annotators' exports: open items, adjudication tasks, further passes, a release."""

from pathlib import Path

from paperpool.annotation.agreement import MEASURES
from paperpool.annotation.asked_batches import read_batches
from paperpool.annotation.importing import import_annotations
from paperpool.annotation.material import read_material
from paperpool.evaluation.paired_draws import Resampling
from paperpool.scripts import running

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
