"""Jobs of the workflow on a Slurm cluster: those that are left over, how they end, what is said."""
