"""The decisions of a run's configuration, for the rules: plain classes without Snakemake."""
