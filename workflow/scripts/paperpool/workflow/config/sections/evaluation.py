"""How scores are compared."""

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class EvaluationSettings(Section, description="how figures are compared"):
    """How scores are compared: paired over queries."""

    baselines: list[str] = setting(
        """The rankers that every other one is tested against. Where a single one is needed (the
        warnings of pool bias, some scores) it is the first.""",
        {
            "description": "a list of rankers, 1 to 26 (each has a letter in the report)",
            "minItems": 1,
            "maxItems": 26,
            "uniqueItems": True,
            "items": ref("name", "the name of a ranker"),
        },
        default=["bm25"],
    )
    bootstrap: int = setting(
        "Bootstrap samples for the intervals, and sign flips for the permutation tests.",
        {
            "description": (
                "a whole number from 100 to 1000000: more move no printed digit, "
                "and fill the memory"
            ),
            "minimum": 100,
            "maximum": 1000000,
        },
        default=10000,
    )
    permutations: int = setting(
        "",
        {
            "description": (
                "a whole number from 100 to 1000000: more move no printed digit, "
                "and fill the memory"
            ),
            "minimum": 100,
            "maximum": 1000000,
        },
        default=10000,
    )
    confidence: float = setting(
        "Coverage of the intervals.",
        {
            "description": "a number between 0.5 and 1",
            "exclusiveMinimum": 0.5,
            "exclusiveMaximum": 1,
        },
        default=0.95,
    )
