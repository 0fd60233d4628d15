"""The section on the sentence labeller."""
