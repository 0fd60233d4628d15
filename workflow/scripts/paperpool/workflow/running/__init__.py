"""Runs while they run and after: what made each file, failures, Slurm, finished runs."""
