"""Write the rankings of an imagined system over the demo collection, in every format."""

from pathlib import Path

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.release import read_collection
from paperpool.demo.simulated_runs import simulate_run, write_in_every_format
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    write_in_every_format(
        simulate_run(collection, snakemake.params.seed),
        dict(zip(FACETS, snakemake.output.official, strict=True)),
        snakemake.output.trec,
        snakemake.output.table,
    )
