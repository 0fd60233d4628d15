"""Write the exports of imagined annotators for the tasks of the demo collection."""

from pathlib import Path

from paperpool.annotation.material import collection_material
from paperpool.csfcube.release import read_collection
from paperpool.demo.plan import load_plan
from paperpool.demo.simulated_annotators import write_exports
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    write_exports(
        collection_material(collection).items(),
        load_plan(snakemake.input.plan),
        snakemake.output.annotators,
        snakemake.output.adjudicator,
        snakemake.output.expert,
    )
