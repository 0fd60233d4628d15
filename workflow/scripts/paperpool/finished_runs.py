"""Finished runs below the results: found by name, with the configuration that they were made by."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.named import read_named
from paperpool.collections.schemes import (
    Scheme,
    find_collection_scheme,
    find_scheme,
    read_scheme,
)
from paperpool.demo_runs import count_job_threads, is_demo
from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.io.yaml_files import load_yaml
from paperpool.layout import Layout


class FinishedRun(Layout):
    """The files of a run, and its settings."""

    @property
    def run(self) -> str:
        """The name of the run, that of its folder."""
        return self.folder.name

    @cached_property
    def config(self) -> dict[str, Any]:
        """The merged configuration of the run."""
        return load_yaml(self.config_file)

    def setting(self, key: str) -> Any:
        """Return the setting of a dotted key; UserError if the configuration lacks it."""
        value: Any = self.config
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                hint = "Make the run again with this version of paperpool."
                message = f"The configuration of run {self.run!r} has no {key}."
                raise UserError(Problem(message, str(self.config_file), hint))
            value = value[part]
        return value

    @property
    def is_demo(self) -> bool:
        """Whether the run's data are generated: no data key is set."""
        return is_demo({"data": self.setting("data")})

    @property
    def job_threads(self) -> int:
        """The threads of its jobs that computed with several."""
        return count_job_threads({"data": self.setting("data")})

    @property
    def collection_folder(self) -> Path | None:
        """The folder of the run's collection (its corrected copy, if there is one), or None."""
        corrected = self.corrected_collection
        pools = self.config.get("pools") or {}
        if pools.get("labels") and corrected.is_dir():
            return corrected
        if self.is_demo:
            return self.demo_collection

        setting = self.setting(f"data.{judged_benchmark().name}")
        if not setting:
            return None
        return Path(read_named(setting).folder)

    @cached_property
    def scheme(self) -> Scheme:
        """The scheme of the run: that which its collection carries, else the configured one."""
        folder = self.collection_folder
        if folder is not None and folder.is_dir():
            return read_scheme(find_collection_scheme(folder))
        annotation = self.config.get("annotation") or {}
        return read_scheme(find_scheme(annotation.get("scheme")))


MAKE_ONE = "Make one: make demo, or paperpool run --configfile FILE (docs/running.md)."
"""The hint where there is no run yet."""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a hint with the names like ``name`` and all names, or ""."""
    names = sorted(known)
    if not names:
        return ""
    return f"{guess(name, names)} Known: {name_some(names, 20)}.".lstrip()
