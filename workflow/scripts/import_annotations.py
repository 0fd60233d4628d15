"""Import the annotators' exports: open items, adjudication tasks, further passes, a release."""

from pathlib import Path

from paperpool.collections.schemes import read_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.workflow.annotation.agreement import make_measures
from paperpool.workflow.annotation.importing import import_annotations
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    material = read_material(
        read_scheme(inputs.scheme),
        inputs.collection,
        inputs.pools,
        inputs.queries,
        inputs.papers,
        inputs.sentences,
        inputs.labels,
    )
    import_annotations(
        material,
        inputs.exports,
        snakemake.params.further,
        make_measures(material.scheme),
        Resampling(**snakemake.params.resampling),
        inputs.scheme,
        dict(output.items()) | {"release": Path(output.release[0]).parent},
    )
