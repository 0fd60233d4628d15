"""The texts of datasheets beside counts, from sheets.yaml.

Sources: CSFCube sections 3 and 4 and its release; MDCR sections 3 and 4.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from paperpool.benchmarks.mdcr_strategies import STRATEGIES
from paperpool.collections.mdcr_benchmark import TRUE, Benchmark, iterate_pools
from paperpool.collections.named import UNNAMED
from paperpool.export.datasheet import Sheet

GENERATED = "generated"
RELEASED = "released"
OWN = "own"
"""The origin of a collection of ours: the demo, its paper's release, or the run's own data."""

_UNKNOWN = "How the pools were drawn and judged is for its makers to say."

_TEXTS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))


def csfcube_sheet(
    origin: str, settings: Mapping[str, Any], title: str = UNNAMED, made: Sequence[str] = ()
) -> Sheet:
    """Return the texts on a CSFCube-style collection; ``origin`` is one of the three above.

    One of one's own is called ``title``; ``made`` says how it was made, as far as that is known.
    """
    name = re.sub(r"[^a-z0-9._-]+", "-", title.lower()).strip("-.") or "csfcube-style"
    texts = "\n\n".join(made) or _UNKNOWN
    return _make_sheet("csfcube", origin, settings, name=name, title=title, made=texts)


def mdcr_sheet(origin: str, splits: Mapping[str, Benchmark], settings: Mapping[str, Any]) -> Sheet:
    """Return the texts on the benchmark ``splits``; ``origin`` is one of the three above."""
    sheet = _make_sheet("mdcr", origin, settings, true=TRUE)
    counts = count_types(splits)
    title = "Candidates by type, as the official files list them"
    return replace(
        sheet,
        limitations=[*_model_negatives(counts), *sheet.limitations],
        tables={title: (("split", "type", "candidates"), counts)},
    )


def others_sheet(name: str, kind: str, is_generated: bool, settings: Mapping[str, Any]) -> Sheet:
    """Return the texts on a user's collection ``name``, read from the format ``kind``."""
    origin = GENERATED if is_generated else OWN
    return _make_sheet("others", origin, settings, name=name, kind=kind)


def _make_sheet(texts: str, origin: str, settings: Mapping[str, Any], **values: str) -> Sheet:
    """Return the texts of a kind of collection that are for its origin, filled with ``values``."""
    fields: dict[str, Any] = {}
    for field, parts in _TEXTS[texts].items():
        by_origin = (part if isinstance(part, dict) else {origin: part} for part in parts)
        fields[field] = [some[origin].format(**values) for some in by_origin if origin in some]
    for field in ("name", "title", "summary", "motivation"):
        fields[field] = " ".join(fields[field])
    return Sheet(**fields, is_released=origin == RELEASED, settings=settings)


def _model_negatives(counts: list[tuple[str, str, int]]) -> list[str]:
    """Return a line on the share of negatives that rankers chose, or None."""
    others = {TRUE, *(strategy.name for strategy in STRATEGIES)}
    negatives = sum(n for _, kind, n in counts if kind != TRUE)
    models = list(dict.fromkeys(kind for _, kind, _ in counts if kind not in others))
    chosen = sum(n for _, kind, n in counts if kind in models)
    if not chosen:
        return []
    return [
        f"{chosen / negatives:.0%} of the negatives are papers that {', '.join(models)} ranked "
        "high: these rankers, and those like them, have harder pools than others."
    ]


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order of the types in pools."""
    counts: Counter[tuple[str, str]] = Counter()
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)
    return [(*key, count) for key, count in counts.items()]
