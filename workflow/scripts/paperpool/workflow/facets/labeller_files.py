"""The files of a labeller, and the labels and the encoder that they name."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.models.loading import loading_model
from paperpool.models.locating import find_model
from paperpool.workflow.facets.csabstruct import LABELS as CSABSTRUCT_LABELS

ARCHITECTURE = "SentenceHead"

HEAD_FILES = ("config.json", "model.safetensors")

SHIPPED_HEAD = "package:paperpool"

LABELLER_FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")


def find_ready_labeller(facets: Mapping[str, Any], labels: Sequence[str]) -> str:
    """Return the ready labeller of a run; empty if it trains its own, or has none for ``labels``.

    The shipped one is for the labels of CSAbstruct.
    """
    if facets.get("model"):
        return facets["model"]
    if facets.get("train") or sorted(labels) != sorted(CSABSTRUCT_LABELS):
        return ""
    return SHIPPED_HEAD


def models_of_labeller(model: str) -> list[str]:
    """Return the models of a ready labeller: itself and, for a head, its encoder."""
    folder = find_model(model)
    if folder and is_head(folder):
        return [model, encoder_of_head(folder)]
    return [model]


def is_head(folder: str | Path) -> bool:
    """Return whether a folder holds a head."""
    file = Path(folder) / HEAD_FILES[0]
    return file.is_file() and _read_config(file).get("architectures") == [ARCHITECTURE]


def encoder_of_head(folder: str | Path) -> str:
    """Return the name of a head's encoder."""
    file = Path(folder) / HEAD_FILES[0]
    encoder = _read_config(file).get("encoder")
    if not isinstance(encoder, str):
        hint = "Compare it with a head that paperpool wrote."
        raise UserError(Problem("The head names no encoder.", str(file), hint))
    return encoder


def labels_of_head(folder: str | Path) -> tuple[str, ...]:
    """Return the labels of a head, in the order of its outputs."""
    file = Path(folder) / HEAD_FILES[0]
    names = _read_config(file).get("id2label")
    if not isinstance(names, dict):
        names = {}
    labels = [names.get(str(number)) for number in range(len(names))]
    if not labels or not all(isinstance(label, str) for label in labels):
        hint = "Compare it with a head that paperpool wrote."
        raise UserError(Problem("The head does not number its labels.", str(file), hint))
    return tuple(map(str, labels))


def _read_config(file: Path) -> dict[str, Any]:
    with loading_model(file.parent):
        config = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(config, dict):
            raise ValueError(f"{file.name} is not a JSON object")
        return config
