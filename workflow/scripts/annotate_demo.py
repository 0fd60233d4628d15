"""Write the exports of imagined annotators for the tasks of the demo collection."""

from paperpool.annotation.material import read_material
from paperpool.demo.plan import load_plan
from paperpool.demo.simulated_annotators import write_exports
from paperpool.scripts import running

with running(snakemake):
    material = read_material(
        *map(snakemake.input.get, ("collection", "pools", "queries", "papers", "sentences"))
    )
    write_exports(
        material.items(),
        load_plan(snakemake.input.plan),
        snakemake.output.annotators,
        snakemake.output.adjudicator,
        snakemake.output.expert,
    )
