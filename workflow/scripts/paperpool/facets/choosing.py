"""Which labeller a run labels with: a ready one, or one that it trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperpool.facets.head import SHIPPED_HEAD, encoder_of_head, is_head
from paperpool.models.locating import find_model


def find_ready_labeller(facets: Mapping[str, Any], is_demo: bool) -> str | None:
    """Return the ready labeller of a run with these settings, None where the run trains one.

    The demo's abstracts are generated: unless its settings say what to train, the head that comes
    with the package labels its sentences.
    """
    if facets.get("model"):
        return facets["model"]
    return SHIPPED_HEAD if is_demo and not facets.get("train") else None


def models_of_labeller(model: str) -> list[str]:
    """Return the models that a ready labeller is made of: itself and, of a head, its encoder."""
    folder = find_model(model)
    is_local_head = folder is not None and is_head(folder)
    return [model, encoder_of_head(folder)] if is_local_head else [model]
