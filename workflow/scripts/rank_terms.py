"""Rank a CSFCube collection with a term-level ranker."""

from pathlib import Path

from paperpool.csfcube.official_runs import store_run
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.term_rankers import rank_by_terms
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    run = rank_by_terms(collection, snakemake.params.kind)
    store_run(run, snakemake.output.run, snakemake.output.ranked)
