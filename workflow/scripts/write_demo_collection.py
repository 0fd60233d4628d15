"""Write a judged collection, labelled abstracts and runs, each in the formats of their releases."""

from pathlib import Path

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.release_writer import write_collection
from paperpool.demo.collection import make_collection
from paperpool.demo.labelled_abstracts import write_labelled_abstracts
from paperpool.demo.plan import load_plan
from paperpool.demo.simulated_runs import simulate_run, write_in_every_format
from paperpool.scripts import running

with running(snakemake):
    plan = load_plan(snakemake.input.plan)
    collection = make_collection(plan, snakemake.params.n_queries)
    write_collection(collection, Path(snakemake.output.abstracts).parent)
    write_labelled_abstracts(plan, collection.papers, Path(snakemake.output.labelled[0]).parent)
    write_in_every_format(
        simulate_run(collection, snakemake.params.seed),
        dict(zip(FACETS, snakemake.output.official_runs, strict=True)),
        snakemake.output.trec_run,
        snakemake.output.run_table,
    )
