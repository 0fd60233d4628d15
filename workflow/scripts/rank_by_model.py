"""Rank a collection with a model: its candidates, and all its papers."""

from paperpool.io.files import temporary_folder
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS, write_rankings
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.workflow.running.scripts import running

with (
    running(snakemake),
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read_narrow(inputs, inputs.first_stage, params.depth)
    [(name, settings)] = params.rankers.items()
    context = Context(
        name,
        collection=snakemake.wildcards.get("collection", ""),  # a user's has a name
        folder=folder,
        cache=ArrayCache(params.cache),
        known=KnownVectors.read(inputs),
        **params.context,
    )
    files = benchmark.files_of_run(output, 0)
    write_rankings(benchmark, make_ranker(settings), collection, context, files)
