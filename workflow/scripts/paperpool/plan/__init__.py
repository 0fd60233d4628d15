"""What a run's configuration decides, asked by the rules: plain classes without Snakemake."""
