"""Score variants of asymmetric matching, and its powers in both directions."""

from dataclasses import replace
from itertools import chain

import pandas as pd

from paperpool.cache import ArrayCache
from paperpool.encoders import EncoderSettings
from paperpool.paired_draws import Resampling
from paperpool.scisumm.ablating import POWER_COLUMNS, PUBLISHED_BENCHMARK, SYSTEMS, ablation_table
from paperpool.scisumm.ablation import BASE, CONTEXTUAL_BASE, VARIANTS, powers_matching
from paperpool.scisumm.asymmetric import score_asymmetric, score_powers
from paperpool.scisumm.contextual import AloneEncoder, score_contextual
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.evaluation import evaluate
from paperpool.scisumm.judging import load_judge, measure_power, read_published_figures
from paperpool.scisumm.matching import DIRECTIONS, Matching
from paperpool.scisumm.rankings import rank_sentences
from paperpool.scisumm.training_texts import read_full_texts
from paperpool.scisumm.word_vectors import read_vectors
from paperpool.scisumm.words import split_words
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    papers = load_papers(inputs.sentences, inputs.citances)
    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    vectors = {
        name: read_vectors(path) for name, path in zip(params.vectors, inputs.vectors, strict=True)
    }
    scores = {BASE: score_asymmetric(papers, vectors["base"], Matching(k=params.k))}
    if params.encoder:
        encoder = AloneEncoder(
            EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
        )
        pieces = encoder.count_pieces(
            chain.from_iterable(text for _, text in read_full_texts(inputs.texts))
        )
        scores[CONTEXTUAL_BASE] = score_contextual(papers, encoder, pieces, Matching())
    for name in params.variants:
        matching = replace(VARIANTS[name].matching, k=params.k)
        if VARIANTS[name].contextual:
            scores[name] = score_contextual(papers, encoder, pieces, matching)
        else:
            scores[name] = score_asymmetric(papers, vectors[matching.vectors], matching)
    submissions = {
        name: judge.submit(rank_sentences(papers, of_papers)) for name, of_papers in scores.items()
    }
    published = (
        read_published_figures(inputs.published, SYSTEMS, PUBLISHED_BENCHMARK)
        if params.compared
        else {}
    )
    evaluation = evaluate(
        judge.splits(submissions), [BASE], Resampling(**params.resampling), published
    )
    write_csv(snakemake.output.ablation, ablation_table(evaluation, published))
    rows = [
        (direction, power, *figures)
        for direction in DIRECTIONS
        for power, of_papers in score_powers(
            papers, vectors["base"], powers_matching(direction), params.powers
        ).items()
        for figures in measure_power(
            judge,
            judge.submit(rank_sentences(papers, of_papers)),
            lambda text: len(split_words(text)),
        )
    ]
    write_csv(snakemake.output.powers, pd.DataFrame(rows, columns=POWER_COLUMNS))
