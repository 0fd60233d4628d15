"""What the sources of candidate pools are called (CSFCube, section 3)."""

CITED = "cited"
"""The source of the papers that a query cites."""

TEXTS = ("title", "abs")
"""The texts of a paper that sources compare: its title, its abstract."""

KINDS = ("tfidf", "cbow200", "tfidfcbow200")
"""What is compared, as the release names it."""

TERM_SOURCES = tuple(f"{text}_{kind}" for text in TEXTS for kind in KINDS)
