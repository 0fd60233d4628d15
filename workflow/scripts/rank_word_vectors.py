"""Rank a CSFCube collection with every ranker that averages word vectors."""

from pathlib import Path

from paperpool.csfcube.release import read_collection
from paperpool.csfcube.word_vector_rankers import rank_by_word_vectors
from paperpool.runs import write_run
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    for kind, path in zip(snakemake.params.kinds, snakemake.output.runs, strict=True):
        write_run(rank_by_word_vectors(collection, snakemake.input.vectors, kind), path)
