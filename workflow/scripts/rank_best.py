"""Fuse the rankers that do best on the fold that is not scored."""

from pathlib import Path

from paperpool.csfcube.designs import choose_designs
from paperpool.csfcube.official_runs import store_run
from paperpool.csfcube.release import read_collection
from paperpool.evaluation.runs import read_run
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    paths = zip(snakemake.params.members, snakemake.input.runs, strict=True)
    run, designs = choose_designs(collection, {name: read_run(path) for name, path in paths})
    store_run(run, snakemake.output.run, snakemake.output.ranked)
    write_csv(snakemake.output.designs, designs)
