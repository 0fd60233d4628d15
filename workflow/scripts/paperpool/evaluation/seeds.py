"""The seed of intervals and tests."""

SEED = 13
"""The workflow's own, so that scores from a terminal or from Python have the same intervals."""
