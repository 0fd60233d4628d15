"""Rank the corpus for each query by the rankers of words."""

from paperpool.extras.holes.word_rankings import rank_by_words
from paperpool.io.files import temporary_folder
from paperpool.rankers.registry import make_ranker
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers
from paperpool.workflow.pools.queries import read_queries
from paperpool.workflow.pools.top_candidates import write_rankings
from paperpool.workflow.running.scripts import running

with (
    running(snakemake),
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs = snakemake.input
    params = snakemake.params

    queries = [query.query_id for query in read_queries(inputs.queries)]
    rankings = rank_by_words(
        inputs.papers,
        params.column,
        {name: make_ranker(settings) for name, settings in params.rankers.items()},
        find_excluded(queries, read_same_papers(inputs.twins)),
        params.depth,
        folder,
        params.search_threads,
    )
    for name, run in zip(params.rankers, snakemake.output.runs, strict=True):
        write_rankings(rankings[name], run)
