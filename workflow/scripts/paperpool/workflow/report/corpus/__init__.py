"""The section on the corpus."""
