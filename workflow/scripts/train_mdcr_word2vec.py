"""Train word2vec on the texts of MDCR's papers."""

from functools import partial

from paperpool.io.tables import write_table
from paperpool.rankers.scoring.word_averages import train_term_vectors
from paperpool.workflow.mdcr.large_pools import read_texts
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_statistics

with running(snakemake):
    spare_statistics()
    papers = snakemake.input.papers
    texts = partial(read_texts, papers)
    write_table(snakemake.output.vectors, train_term_vectors(texts, snakemake.params.seed, papers))
