"""Write the annotation tasks of a collection's pools, and the labelling configuration."""

from pathlib import Path

from paperpool.annotation.labelling_config import labelling_config
from paperpool.annotation.material import collection_material
from paperpool.annotation.tasks import make_tasks, write_tasks
from paperpool.csfcube.release import read_collection
from paperpool.files import write_text
from paperpool.scripts import running

with running(snakemake) as logger:
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    material = collection_material(collection)
    material.warn(logger)
    write_tasks(make_tasks(material, snakemake.params.seed), snakemake.output.tasks)
    write_text(snakemake.output.config, labelling_config())
