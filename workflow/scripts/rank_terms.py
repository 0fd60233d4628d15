"""Rank a CSFCube collection with a term-level ranker."""

from pathlib import Path

from paperpool.csfcube.release import read_collection
from paperpool.csfcube.term_rankers import rank_by_terms
from paperpool.runs import write_run
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    write_run(rank_by_terms(collection, snakemake.params.kind), snakemake.output.run)
