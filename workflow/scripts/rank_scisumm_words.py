"""Rank the sentences of reference papers by words: asymmetric and symmetric matching, BM25."""

from paperpool.scisumm.asymmetric import score_powers
from paperpool.scisumm.bm25_ensemble import score_ensemble
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.matching import Matching
from paperpool.scisumm.rankings import write_rankings
from paperpool.scisumm.sentence_terms import score_bm25
from paperpool.scisumm.symmetric import score_symmetric
from paperpool.scisumm.word_vectors import read_vectors
from paperpool.scripts import running

with running(snakemake):
    inputs = snakemake.input
    papers = load_papers(inputs.sentences, inputs.citances)
    vectors = read_vectors(inputs.vectors)
    powers = score_powers(papers, vectors, Matching(), [4, 1])
    scores = {
        "asymm-d4": powers[4],
        "asymm-d1": powers[1],
        "symm": score_symmetric(papers, vectors),
        "bm25": score_bm25(papers),
        "bm25-ensemble": score_ensemble(papers),
    }
    for name, of_papers in scores.items():
        write_rankings(snakemake.output[name], papers, of_papers)
