"""Split the titles and abstracts of a corpus into tokens and train word2vec on its abstracts."""

from paperpool.workflow.pools.corpus_tokens import read_words, write_tokens, write_word_vectors
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_statistics

with running(snakemake) as logger:
    spare_statistics()
    tokens = snakemake.output.tokens
    words = snakemake.output.words

    n_papers = write_tokens(snakemake.input.papers, snakemake.params.column, tokens, words)
    logger.info("%d papers tokenized", n_papers)
    vocabulary = read_words(tokens, words).words
    n_words = write_word_vectors(
        tokens, vocabulary, snakemake.params.seed, snakemake.output.vectors
    )
    logger.info("%d of %d words have a vector", n_words, len(vocabulary))
