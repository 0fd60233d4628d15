"""Rank a CSFCube collection with every ranker that compares terms or averages word vectors."""

from pathlib import Path

from paperpool.csfcube.official_runs import store_runs
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.term_rankers import INDEXES, rank_by_terms
from paperpool.csfcube.word_vector_rankers import rank_by_word_vectors
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    runs = (
        rank_by_terms(collection, kind)
        if kind in INDEXES
        else rank_by_word_vectors(collection, snakemake.input.vectors, kind)
        for kind in snakemake.params.kinds
    )
    store_runs(runs, snakemake.output.runs, snakemake.output.ranked)
