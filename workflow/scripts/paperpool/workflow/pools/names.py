"""The names of the sources of candidate pools (CSFCube, section 3)."""

CITED = "cited"
"""The source of the papers that a query cites."""

TEXTS = ("title", "abs")
"""The parts of a paper that sources compare."""

KINDS = ("tfidf", "cbow200", "tfidfcbow200")
"""The compared vectors, by the release's names."""

TERM_SOURCES = tuple(f"{text}_{kind}" for text in TEXTS for kind in KINDS)
