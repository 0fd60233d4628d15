"""Check the settings of MDCR: what they name is there, and numbers fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.config.ranker_checks import find_unknown_rankers
from paperpool.config.sound_keys import Key, is_sound
from paperpool.errors import Problem
from paperpool.mdcr.names import KINDS


def find_mdcr_problems(config: Mapping[str, Any], broken: set[Key]) -> Iterable[Problem]:
    """Yield what is wrong with ``mdcr``; values that broke the schema are passed over."""
    if not is_sound(("mdcr",), broken):
        return
    mdcr = config["mdcr"]
    first, last = mdcr["years"]
    if first > last:
        what = f"The years start in {first} and end in {last}."
        yield Problem(what, "mdcr.years", "The first year comes first.")
    for i, path in enumerate(mdcr["exclude"]):
        if not Path(path).is_file():
            hint = "Name a text file with one paper id a line."
            yield Problem(f"No such file: {path}.", f"mdcr.exclude.{i}", hint)
    if mdcr["model_top"] > mdcr["depth"]:
        what = (
            f"{mdcr['model_top']} of a model's candidates are wanted, of {mdcr['depth']} retrieved."
        )
        yield Problem(what, "mdcr.model_top", "At most mdcr.depth.")
    for key in ("model_top", "most_cited_top"):
        if mdcr[key] < mdcr["negatives"]:
            what = f"{mdcr['negatives']} negatives are wanted of {mdcr[key]} papers."
            yield Problem(what, f"mdcr.{key}", "At least mdcr.negatives.")
    if is_sound(("rankers",), broken):
        for key in ("rankers", "models"):
            yield from find_unknown_rankers(config, mdcr[key] or [], f"mdcr.{key}")
            for i, name in enumerate(mdcr[key] or []):
                kind = config["rankers"].get(name, {}).get("kind")
                if kind is not None and kind not in KINDS:
                    what = f"{name} is of kind {kind}, which does not rank large pools."
                    yield Problem(what, f"mdcr.{key}.{i}", f"One of kind {', '.join(KINDS)}.")
        for i, name in enumerate(mdcr["models"] or []):
            if mdcr["rankers"] is not None and name not in mdcr["rankers"]:
                what = f"{name} gives candidates, but takes no part."
                yield Problem(what, f"mdcr.models.{i}", "Add it to mdcr.rankers.")
