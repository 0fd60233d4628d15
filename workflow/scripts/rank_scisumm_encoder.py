"""Rank the sentences of reference papers by an encoder: its tokens at two powers, its sentences."""

from dataclasses import replace
from itertools import chain

from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.rankings import write_rankings
from paperpool.scisumm.read.training_texts import read_full_texts
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisumm.match.contextual import (
    SingleTextEncoder,
    score_contextual,
    score_embeddings,
)
from paperpool.workflow.scisumm.match.settings import Matching

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    papers = load_papers(inputs.sentences, inputs.citances, params.citance)
    settings = EncoderSettings(**params.encoder)
    cache = ArrayCache(params.cache)
    tokens = SingleTextEncoder(settings, cache, params.torch_threads)
    pieces = tokens.count_pieces(
        chain.from_iterable(text for _, text in read_full_texts(inputs.texts))
    )
    for name, power in (("d4", 4), ("d1", 1)):
        matching = replace(Matching(), power=power)
        write_rankings(output[name], papers, score_contextual(papers, tokens, pieces, matching))
    sentences = Encoder(settings, cache, params.torch_threads)
    write_rankings(output.cosine, papers, score_embeddings(papers, sentences))
