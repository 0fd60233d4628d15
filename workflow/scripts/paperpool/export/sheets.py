"""The facts of datasheets beside counts; their texts are in the templates of the kinds.

Sources: CSFCube sections 3 and 4 and its release; MDCR sections 3 and 4.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paperpool.benchmarks.mdcr_strategies import STRATEGIES
from paperpool.collections.mdcr_benchmark import TRUE, Benchmark, iterate_pools
from paperpool.collections.named import UNNAMED
from paperpool.export.templates import render, render_block

GENERATED = "generated"
RELEASED = "released"
OWN = "own"
"""The origin of a collection of ours: the demo, its paper's release, or the run's own data."""


@dataclass(frozen=True)
class Sheet:
    """What is said of a collection beside its counts: a template, and the facts that it asks for.

    ``settings`` are configured values. A published release is the first of its sources.
    """

    template: str
    origin: str
    settings: Mapping[str, Any]
    facts: Mapping[str, Any]

    @property
    def is_released(self) -> bool:
        """Whether the collection is its paper's own."""
        return self.origin == RELEASED

    @property
    def name(self) -> str:
        """The name for machines."""
        return self._block("name")

    @property
    def title(self) -> str:
        """The heading of the descriptions."""
        return self._block("title")

    @property
    def summary(self) -> str:
        """A sentence or two on the collection."""
        return self._block("summary")

    def render(self, **counts: Any) -> str:
        """Return the datasheet with these counts."""
        texts = {"origin": self.origin, "settings": self.settings, **self.facts}
        return render(self.template, **texts, **counts)

    def _block(self, block: str) -> str:
        return render_block(self.template, block, origin=self.origin, **self.facts)


def csfcube_sheet(
    origin: str, settings: Mapping[str, Any], title: str = UNNAMED, made: str = ""
) -> Sheet:
    """Return the texts on a CSFCube-style collection; ``origin`` is one of the three above.

    One of one's own is called ``title``; ``made`` says how it was made, as far as that is known.
    """
    name = re.sub(r"[^a-z0-9._-]+", "-", title.lower()).strip("-.") or "csfcube-style"
    facts = {"name": name, "title": title, "made": made}
    return Sheet("csfcube.md.jinja", origin, settings, facts)


def mdcr_sheet(origin: str, splits: Mapping[str, Benchmark], settings: Mapping[str, Any]) -> Sheet:
    """Return the texts on the benchmark ``splits``; ``origin`` is one of the three above."""
    types = count_types(splits)
    models, share = share_of_models(types)
    facts = {"types": types, "positive": TRUE, "models": models, "share_of_models": share}
    return Sheet("mdcr.md.jinja", origin, settings, facts)


def others_sheet(name: str, format_: str, is_generated: bool, settings: Mapping[str, Any]) -> Sheet:
    """Return the texts on a user's collection ``name``, read from a format."""
    origin = GENERATED if is_generated else OWN
    return Sheet("others.md.jinja", origin, settings, {"name": name, "format": format_})


def share_of_models(types: list[tuple[str, str, int]]) -> tuple[list[str], float]:
    """Return the rankers that chose negatives, and the share of the negatives that they chose."""
    others = {TRUE, *(strategy.name for strategy in STRATEGIES)}
    chosen: Counter[str] = Counter()
    n_negatives = 0
    for _, kind, n in types:
        if kind != TRUE:
            n_negatives += n
        if kind not in others:
            chosen[kind] += n
    if not chosen.total():
        return [], 0.0
    return list(chosen), chosen.total() / n_negatives


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order of the types in pools."""
    counts: Counter[tuple[str, str]] = Counter()
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)
    return [(*key, count) for key, count in counts.items()]
