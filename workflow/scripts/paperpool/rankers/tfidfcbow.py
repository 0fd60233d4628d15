"""Rank by averages of word vectors weighted by TF-IDF (see ``word_averages``)."""

from paperpool.rankers.cbow import WordRanker


class TfidfCbow(WordRanker):
    """The same as cbow, each word weighted by its TF-IDF."""
