"""Which labeller a run labels with: a ready one, or one that it trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperpool.facets.head import SHIPPED_HEAD, encoder_of_head, is_head
from paperpool.models.locating import find_model


def find_ready_labeller(facets: Mapping[str, Any]) -> str | None:
    """Return the ready labeller of a run with these settings, None where the run trains one.

    Unless the settings name a model or say what to train, it is the head that comes with the
    package.
    """
    return facets.get("model") or (None if facets.get("train") else SHIPPED_HEAD)


def models_of_labeller(model: str) -> list[str]:
    """Return the models that a ready labeller is made of: itself and, of a head, its encoder."""
    folder = find_model(model)
    is_local_head = folder is not None and is_head(folder)
    return [model, encoder_of_head(folder)] if is_local_head else [model]
