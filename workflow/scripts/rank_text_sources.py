"""Rank the corpus for each query by its titles and by its abstracts, each in three ways."""

from paperpool.pools.dense_search import limit_threads
from paperpool.pools.exclusions import find_excluded, read_same_papers
from paperpool.pools.queries import read_queries
from paperpool.pools.source_runs import write_rankings
from paperpool.pools.term_sources import TermSettings, rank_by_text
from paperpool.pools.tokens import TEXTS, read_words
from paperpool.pools.word_vectors import read_word_vectors
from paperpool.scripts import running

with running(snakemake):
    limit_threads(snakemake.params.search_threads)
    words = read_words(snakemake.input.tokens, snakemake.input.words)
    vectors = read_word_vectors(snakemake.input.vectors, words.words)
    queries = [query.query_id for query in read_queries(snakemake.input.queries)]
    excluded = find_excluded(queries, read_same_papers(snakemake.input.twins))
    settings = TermSettings(**snakemake.params.settings)
    for text in TEXTS:
        rankings = rank_by_text(snakemake.input.tokens, words, vectors, text, excluded, settings)
        for kind, ranking in rankings.items():
            write_rankings(ranking, snakemake.output[f"{text}_{kind}"])
