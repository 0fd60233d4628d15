"""The files and settings that the section is made of."""

from typing import Any

from paperpool.judging.files import PREDICTED


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section, by collection."""
    files = {}
    for name in run.collections.taking_part:
        below = f"{run.collections.below}/{name}"
        for table in ("metrics", "significance", "ranks", "pool_bias"):
            files[f"{name}/{table}"] = f"{below}/{table}.csv"
        if name in run.collections.predicted:
            files[f"{name}/{PREDICTED}"] = f"{below}/{PREDICTED}.csv"
        for facts in ("summary", "checks"):
            files[f"{name}/{facts}"] = f"{below}/{facts}.json"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section."""
    names = run.collections.taking_part
    return {
        "baselines": {name: run.collections.baselines[name] for name in names},
        "confidence": run.settings.evaluation.confidence,
        "kinds": run.rankers.kinds(run.collections.rankers),
    }
