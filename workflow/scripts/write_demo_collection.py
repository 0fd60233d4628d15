"""Write a judged collection over the demo corpus in the format of the CSFCube release."""

from pathlib import Path

from paperpool.csfcube.release_writer import write_collection
from paperpool.demo.collection import make_collection
from paperpool.demo.plan import load_plan
from paperpool.scripts import running

with running(snakemake):
    write_collection(
        make_collection(load_plan(snakemake.input.plan), snakemake.params.n_queries),
        Path(snakemake.output.abstracts).parent,
    )
