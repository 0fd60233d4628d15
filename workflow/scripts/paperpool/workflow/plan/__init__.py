"""Decisions that follow from a run's configuration: plain classes without Snakemake."""
