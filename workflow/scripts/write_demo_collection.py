"""Write a judged collection and labelled abstracts in the formats of CSFCube and CSAbstruct."""

from pathlib import Path

from paperpool.csfcube.release_writer import write_collection
from paperpool.demo.collection import make_collection
from paperpool.demo.labelled_abstracts import write_labelled_abstracts
from paperpool.demo.plan import load_plan
from paperpool.scripts import running

with running(snakemake):
    plan = load_plan(snakemake.input.plan)
    collection = make_collection(plan, snakemake.params.n_queries)
    write_collection(collection, Path(snakemake.output.abstracts).parent)
    write_labelled_abstracts(plan, collection.papers, Path(snakemake.output.labelled[0]).parent)
