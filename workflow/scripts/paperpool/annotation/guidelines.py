"""What annotators are told, per facet: the facet, each grade, and how much context counts.

The texts are those of guidelines.yaml.
"""

from dataclasses import dataclass
from pathlib import Path

import yaml

GRADES = {
    3: "Near-identical (+3)",
    2: "Similar (+2)",
    1: "Related (+1)",
    0: "Unrelated (0)",
}
"""The grades as annotators see them, highest first (CSFCube, section 4)."""


@dataclass(frozen=True)
class Guideline:
    """The guideline of one facet; ``grades`` says what each grade means, highest first."""

    title: str
    definition: str
    context: str
    grades: dict[int, str]


_TEXTS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))

GENERAL, MEETINGS, FROM_FULL_TEXTS = (
    tuple(_TEXTS[name]) for name in ("general", "meetings", "from_full_texts")
)
"""What holds for every facet, how annotators are looked after, what holds for full texts."""

GUIDELINES = {facet: Guideline(**texts) for facet, texts in _TEXTS["facets"].items()}
