"""Write the pairs that a model may be asked to grade."""

from paperpool.collections.schemes import read_scheme
from paperpool.extras.judges.grade_files import write_asked_pairs
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    material = read_material(
        read_scheme(inputs.scheme),
        inputs.collection,
        inputs.pools,
        inputs.queries,
        inputs.papers,
        inputs.sentences,
        inputs.labels,
    )
    write_asked_pairs(material, snakemake.params.seed, snakemake.output.pairs)
