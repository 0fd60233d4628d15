"""The names of files: of drawn grades beside a collection, and of the table made of them."""

JUDGMENTS = "judgments.csv"
"""The grades, and how they were drawn."""

PREDICTED = "predicted"
"""The table of scores from a model's grades."""
