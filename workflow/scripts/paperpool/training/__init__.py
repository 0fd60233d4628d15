"""Encoders trained on the citations of the corpus, and what they may not have seen."""
