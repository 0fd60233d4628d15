"""The benchmark's keys in the configuration, and what these are asked."""

from typing import Literal

from paperpool.errors import Problem
from paperpool.settings import setting
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.section import Section, ref


class AddedData(Section):
    """The key of the benchmark's data, below ``data``."""

    added: str | None = setting(
        "A folder with added.json.",
        ref("optional_path", "null, or a folder with added.json"),
        default=None,
    )


class AddedSettings(Section, description="the made-up benchmark"):
    """The section of the benchmark."""

    rankers: list[Literal["overlap", "longest"]] = setting(
        "The rankers that are scored.",
        {"description": "a list of overlap and longest", "minItems": 1},
        default=["overlap", "longest"],
    )


def find_problems(config, systems):
    """Yield a problem of a folder that a test calls odd."""
    if config["data"]["added"] == "odd":
        yield Problem("The folder is odd.", "data.added", "Name another one.")


SETTINGS = BenchmarkSettings(data=AddedData, section=AddedSettings, find_problems=find_problems)
