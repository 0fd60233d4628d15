"""Rank a CSFCube collection with every ranker that averages word vectors."""

from pathlib import Path

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.official_runs import store_run
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.word_vector_rankers import rank_by_word_vectors
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    ranked = iter(snakemake.output.ranked)  # a file per facet of each ranker
    for kind, path in zip(snakemake.params.kinds, snakemake.output.runs, strict=True):
        run = rank_by_word_vectors(collection, snakemake.input.vectors, kind)
        store_run(run, path, [next(ranked) for _ in FACETS])
