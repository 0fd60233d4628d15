"""The names of the sources of candidate pools (CSFCube, section 3)."""

CITED = "cited"
"""The source of the papers that a query cites."""

TEXTS = ("title", "abs")
"""The parts of a paper that sources compare."""

KINDS = ("tfidf", "cbow200", "tfidfcbow200")
"""The compared vectors, by the release's names."""

TERM_SOURCES = (
    "title_tfidf",
    "title_cbow200",
    "title_tfidfcbow200",
    "abs_tfidf",
    "abs_cbow200",
    "abs_tfidfcbow200",
)
"""The sources that compare a text by a kind of vectors."""
