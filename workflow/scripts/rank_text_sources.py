"""Rank the corpus for each query by titles and abstracts in three ways; list whom it cites."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.text.word_vectors import read_word_vectors
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers
from paperpool.workflow.pools.corpus_tokens import read_words
from paperpool.workflow.pools.names import CITED, TEXTS
from paperpool.workflow.pools.queries import read_queries
from paperpool.workflow.pools.term_sources import TermSettings, list_cited, rank_by_text, rank_cited
from paperpool.workflow.pools.top_candidates import write_rankings
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    output = snakemake.output

    queries = [query.query_id for query in read_queries(inputs.queries)]
    excluded = find_excluded(queries, read_same_papers(inputs.twins))
    released = {}
    if inputs.citing_collection:
        released = read_collection(Path(inputs.citing_collection[0]).parent).pools
    rankings = rank_cited(
        inputs.tokens,
        inputs.citations,
        excluded,
        known=list_cited(released),
        **lend(snakemake.resources, snakemake.threads),
    )
    if not any(rankings.values()):
        logger.warning("No query cites a paper of the corpus: the source %s gives nothing.", CITED)
    write_rankings(rankings, output[CITED])

    words = read_words(inputs.tokens, inputs.words)
    vectors = read_word_vectors(inputs.vectors, words.words)
    settings = TermSettings(**params.settings)
    for text in TEXTS:
        ranked = rank_by_text(
            inputs.tokens, words, vectors, text, excluded, settings, params.search_threads
        )
        for kind, ranking in ranked.items():
            write_rankings(ranking, output[f"{text}_{kind}"])
