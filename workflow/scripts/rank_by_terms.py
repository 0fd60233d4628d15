"""Rank a collection by terms, averaged words or citations: its candidates, and all its papers."""

from paperpool.io.files import temporary_folder
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS, write_rankings
from paperpool.workflow.running.scripts import running

with (
    running(snakemake),
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read(inputs)
    for place, (name, settings) in enumerate(params.rankers.items()):
        context = Context(
            name,
            collection=snakemake.wildcards.get("collection", ""),  # a user's has a name
            folder=folder,
            word_vectors=inputs.vectors or None,
            votes=inputs.votes or "",
            **params.context,
        )
        files = benchmark.files_of_run(output, place)
        write_rankings(benchmark, make_ranker(settings), collection, context, files)
