"""Rank the sentences of cited papers for CL-SciSumm's task 1a."""
