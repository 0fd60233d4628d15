"""Check that the models and files that a ranker's settings name are there."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.errors import Problem
from paperpool.io.missing_files import find_missing_file
from paperpool.models.model_checks import find_model_problems, is_named
from paperpool.rankers.placeholders import find_placeholder_problems
from paperpool.rankers.registry import find_kinds


def find_setting_problems(name: str, ranker: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield the problems of the models and files that a ranker's settings name."""
    where = f"rankers.{name}"
    if "model" in find_kinds()[ranker["kind"]].needs:
        yield from find_model_setting_problems(where, ranker)
    if ranker["kind"] == "command":
        yield from find_placeholder_problems(ranker["command"], f"{where}.command")
        hint = "Name each file that the command reads; files alone, no folders."
        for i, file in enumerate(ranker.get("files", [])):
            yield from find_missing_file(file, f"{where}.files.{i}", hint)


def find_model_setting_problems(where: str, settings: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield the problems of the models and adapters that settings name."""
    for key in ("model", "adapter", "query_adapter"):
        if key != "model" or not is_named(settings.get("model", "")):
            yield from find_model_problems(f"{where}.{key}", settings.get(key))
