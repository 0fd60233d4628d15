"""What the configuration of the benchmark is asked."""

from paperpool.errors import Problem
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings


def find_problems(config, systems):
    """Yield a problem of a folder that a test calls odd."""
    if config["data"]["added"] == "odd":
        yield Problem("The folder is odd.", "data.added", "Name another one.")


SETTINGS = BenchmarkSettings(find_problems=find_problems)
