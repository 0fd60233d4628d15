"""Rank the candidates of a collection with some rankers, and write their runs."""

from dataclasses import replace

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.evaluation.run_checks import keep_checked
from paperpool.evaluation.runs import read_run, write_run
from paperpool.io.files import temporary_folder
from paperpool.io.tables import write_csv
from paperpool.models.cache import ArrayCache
from paperpool.rankers.formats import FORMATS, share_files
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.workflow.running.scripts import running

with (
    running(snakemake) as logger,
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read_narrow(inputs, params.get("depth"))
    context = Context(
        collection=snakemake.wildcards.get("collection", ""),
        folder=folder,
        cache=ArrayCache(params.cache) if params.get("cache") else None,
        known=KnownVectors.read(inputs),
        word_vectors=inputs.get("vectors") or None,
        votes=inputs.get("votes") or "",
        members=benchmark.read_members(inputs, params.get("members", []), collection),
        stdout=snakemake.log.get("stdout", ""),
        stderr=snakemake.log.get("stderr", ""),
        **params.get("context", {}),
    )
    for i, (name, settings) in enumerate(params.rankers.items()):
        context.name, context.trained = name, params.get("trained", {}).get(name)
        ranker = make_ranker(settings)
        run = ranker.rank(collection, context)
        files = share_files(output, i, len(params.rankers))
        if "checks" in files:
            where = settings.get("path") or f"the run that rankers.{name}.command wrote"
            refused = (params.strict, params.refuses_doubts)
            run = keep_checked(name, where, run, collection, files["checks"][0], *refused)
        benchmark.write(run, collection, files)
        if "corpus" in files:
            members = map(read_run, inputs.get("searched", []))
            own = replace(  # word vectors of stems are learned from the corpus
                context, word_vectors=None, members=dict(zip(context.members, members, strict=True))
            )
            write_run(ranker.rank(open_corpus(collection), own), files["corpus"][0])
    for name, table in context.tables.items():
        write_csv(output[name], table)
    for note in context.notes:
        logger.info("%s", note)
