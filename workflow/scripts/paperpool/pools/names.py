"""The names of the sources of candidate pools (CSFCube, section 3)."""

CITED = "cited"
"""The source of the papers that a query cites."""

TEXTS = ("title", "abs")
"""The texts of a paper that sources compare: its title, its abstract."""

KINDS = ("tfidf", "cbow200", "tfidfcbow200")
"""The compared texts, in the release's words."""

TERM_SOURCES = tuple(f"{text}_{kind}" for text in TEXTS for kind in KINDS)
