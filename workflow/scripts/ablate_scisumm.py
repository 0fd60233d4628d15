"""Score variants of asymmetric matching, and its powers in both directions."""

from functools import partial
from itertools import chain

from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.tables import write_csv
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import EncoderSettings
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.names import ABLATION_BENCHMARK
from paperpool.scisumm.rankings import rank_sentences
from paperpool.scisumm.read.training_texts import read_full_texts
from paperpool.scisumm.scoring.evaluation import evaluate
from paperpool.scisumm.scoring.evaluator import load_judge, read_published_scisumm
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisumm.ablating import (
    ablation_table,
    power_tables,
    published_names,
    score_variants,
)
from paperpool.workflow.scisumm.match.ablation import BASE
from paperpool.workflow.scisumm.match.contextual import SingleTextEncoder, score_contextual
from paperpool.workflow.scisumm.match.word_vectors import read_vectors

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    papers = load_papers(inputs.sentences, inputs.citances, params.citance)
    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    vectors = {}
    for name, path in zip(params.vectors, inputs.vectors, strict=True):
        vectors[name] = read_vectors(path)
    contextual = None
    if params.encoder:
        settings = EncoderSettings(**params.encoder)
        encoder = SingleTextEncoder(settings, ArrayCache(params.cache), params.torch_threads)
        texts = chain.from_iterable(text for _, text in read_full_texts(inputs.texts))
        contextual = partial(score_contextual, papers, encoder, encoder.count_pieces(texts))

    submissions = {}
    variants = score_variants(papers, vectors, params.variants, params.k, contextual)
    for name, scores in variants.items():
        submissions[name] = judge.submit(rank_sentences(papers, scores))
    published = {}
    if params.is_released:
        published = read_published_scisumm(
            inputs.published, published_names(params.contextual), ABLATION_BENCHMARK
        )
    resampling = Resampling(**params.resampling)
    evaluation = evaluate(judge.splits(submissions), [BASE], resampling, published)
    write_csv(output.ablation, ablation_table(evaluation, published))

    powers, tuning = power_tables(papers, vectors["base"], params.powers, judge)
    write_csv(output.powers, powers)
    write_csv(output.tuning, tuning)
