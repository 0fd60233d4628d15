"""Prompts: the texts before a query, and before a document.

Models of today are trained with them (E5's ``query: ``, Qwen3-Embedding's instruction). Those that
a model brings are in its config_sentence_transformers.json.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperpool.io.files import load_json

logger = logging.getLogger("paperpool")

FILE = "config_sentence_transformers.json"

ROLES = {"query": ("query",), "document": ("document", "passage", "corpus")}
"""The two roles, and their names in models."""


def find_prompts(folder: Path, model: str, chosen: Mapping[str, str] | None) -> dict[str, str]:
    """Return the prompt of each role: the chosen ones, else the model's own (logged), if any."""
    if chosen is not None:
        return {role: chosen.get(role, "") for role in ROLES}
    prompts = read_own_prompts(folder)
    if any(prompts.values()):
        listed = ", ".join(f"{role} {prompt!r}" for role, prompt in prompts.items())
        logger.info("%s: the model's own prompts are taken: %s", model, listed)
    return prompts


def read_own_prompts(folder: Path) -> dict[str, str]:
    """Return the prompt of each role in the model's FILE, else its default one, else empty."""
    try:
        settings: Any = load_json(folder / FILE)
        prompts: Mapping[str, Any] = dict(settings.get("prompts") or {})
        default = prompts.get(settings.get("default_prompt_name") or "") or ""
    except (OSError, ValueError, TypeError, AttributeError):  # missing, or none that can be read
        return dict.fromkeys(ROLES, "")

    by_role = {}
    for role, names in ROLES.items():
        prompt = next((prompts[name] for name in names if name in prompts), default)
        by_role[role] = str(prompt or "")
    return by_role
