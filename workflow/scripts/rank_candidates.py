"""Rank a collection by terms, words, models or citations: its candidates, and all its papers."""

from dataclasses import replace

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.evaluation.runs import write_run
from paperpool.io.files import temporary_folder
from paperpool.models.cache import ArrayCache
from paperpool.rankers.formats import FORMATS
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.workflow.running.scripts import running

with (
    running(snakemake),
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read_narrow(inputs, inputs.get("first", ""), params.get("depth"))
    context = Context(
        collection=snakemake.wildcards.get("collection", ""),
        folder=folder,
        cache=ArrayCache(params.cache) if params.get("cache") else None,
        known=KnownVectors.read(inputs),
        word_vectors=inputs.get("vectors") or None,
        votes=inputs.get("votes", ""),
        **params.context,
    )
    trained = params.get("trained", {})
    for i, (name, settings) in enumerate(params.rankers.items()):
        context.name = name
        context.trained = trained.get(name)
        ranker = make_ranker(settings)
        files = benchmark.files_of_run(output, i)
        benchmark.write(ranker.rank(collection, context), collection, files)
        if "corpus" in files:  # word vectors of stems are learned from it
            of_corpus = replace(context, word_vectors=None)
            write_run(ranker.rank(open_corpus(collection), of_corpus), files["corpus"][0])
