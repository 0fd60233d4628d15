"""Train a variant of the word vectors that sentences are matched by."""

from itertools import chain

from paperpool.models.cache import ArrayCache
from paperpool.scisumm.read.training_texts import read_abstracts, read_full_texts
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_statistics
from paperpool.workflow.scisumm.match.word_vectors import (
    VectorSettings,
    change_settings,
    write_vectors,
)

with running(snakemake) as logger:
    spare_statistics()
    inputs = snakemake.input
    params = snakemake.params

    settings = change_settings(VectorSettings(**params.settings), snakemake.wildcards.variant)
    texts = read_full_texts(inputs.texts)
    if params.abstracts is not None:
        texts = chain(texts, read_abstracts(inputs.abstracts, **params.abstracts))
    vectors = write_vectors(
        snakemake.output.vectors,
        snakemake.output.summary,
        texts,
        settings,
        where=inputs.texts,
        cache=ArrayCache(params.cache),
    )
    logger.info("%d words have a vector.", len(vectors.words) - 1)
