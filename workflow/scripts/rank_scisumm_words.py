"""Rank the sentences of reference papers by words: asymmetric and symmetric matching, BM25."""

from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.match.symmetric import score_words
from paperpool.scisumm.match.word_vectors import read_vectors
from paperpool.scisumm.rankings import write_rankings
from paperpool.scripts import running

with running(snakemake):
    inputs = snakemake.input
    papers = load_papers(inputs.sentences, inputs.citances)
    for name, scores in score_words(papers, read_vectors(inputs.vectors)).items():
        write_rankings(snakemake.output[name], papers, scores)
