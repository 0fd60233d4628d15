"""Jobs of the workflow on a Slurm cluster: those that are left over, their ends, the messages."""
