"""Rank by plain averages of word vectors (see ``word_averages``)."""

from paperpool.rankers.word_ranker import WordRanker


class Cbow(WordRanker):
    """The same texts as averaged word vectors, by L2 distance. Word2vec is trained on data.s2orc's
    papers that the filter csfcube keeps, if pools are drawn from them, else on the collection's
    abstracts.
    """
