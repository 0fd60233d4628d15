"""The parts of the benchmark in the workflow."""
