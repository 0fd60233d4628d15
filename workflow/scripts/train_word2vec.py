"""Train word2vec on a corpus's abstracts."""

from paperpool.pools.tokens import read_words
from paperpool.pools.word_vectors import write_word_vectors
from paperpool.scripts import running

with running(snakemake) as logger:
    words = read_words(snakemake.input.tokens, snakemake.input.words).words
    n_words = write_word_vectors(
        snakemake.input.tokens, words, snakemake.params.seed, snakemake.output.vectors
    )
    logger.info("%d of %d words have a vector", n_words, len(words))
