"""Which run the overlays of a command are of, where several of them name one."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.io.yaml_files import load_yaml


def describe_winning_run(overlays: Iterable[str | Path | Mapping[str, Any]]) -> str:
    """Return a sentence on the run whose name wins; empty unless overlays name different runs.

    ``overlays`` are in the order given: the last that names a run wins, so that results of one run
    may be written into the folder of another.
    """
    runs: dict[str, str] = {}
    """The names of the runs by the overlay that sets them."""
    for overlay in overlays:
        if isinstance(overlay, str | Path):
            settings = load_yaml(overlay)
            if settings.get("run") is not None:
                runs[str(overlay)] = str(settings["run"])
    if len(set(runs.values())) < 2:
        return ""

    *earlier, (winner, name) = runs.items()
    others = [f"{overlay} sets {run}" for overlay, run in earlier if run != name]
    return f"The run is {name}, of {winner}, the last overlay that sets run: {', '.join(others)}."
