"""Write the pairs that a model may be asked to grade."""

from paperpool.extras.judges.grade_files import write_asked_pairs
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.running.scripts import running

with running(snakemake):
    names = ("collection", "pools", "queries", "papers", "sentences", "labels")
    material = read_material(*map(snakemake.input.get, names))
    write_asked_pairs(material, snakemake.params.seed, snakemake.output.pairs)
