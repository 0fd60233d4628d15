"""The size of a batch of requests, and what its pairs are drawn for."""

BUDGET = 40
"""The pairs of a batch."""

DIFFERENCES = "differences"
SCORES = "scores"

PURPOSES = (DIFFERENCES, SCORES)
"""What pairs are drawn for: to tell runs apart, or to estimate each run's score."""
