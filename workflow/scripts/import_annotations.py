"""Import the annotators' exports: open items, adjudication tasks, further passes, a release."""

from pathlib import Path

from paperpool.annotation.further import share_equal
from paperpool.annotation.importing import ImportPaths, import_annotations
from paperpool.annotation.material import collection_material
from paperpool.csfcube.release import read_collection
from paperpool.scripts import running

with running(snakemake):
    output = snakemake.output
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    import_annotations(
        collection_material(collection),
        snakemake.input.exports,
        snakemake.params.further,
        {"agreement": share_equal},
        snakemake.params.seed,
        ImportPaths(
            output.adjudication_tasks,
            output.incomplete,
            output.further_grades,
            output.further,
            output.summary,
            Path(output.release[0]).parent,
        ),
    )
