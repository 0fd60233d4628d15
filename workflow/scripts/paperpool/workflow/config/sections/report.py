"""What the report shows."""

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class ReportSettings(Section, description="what the report shows"):
    """What the report shows."""

    errors: list[str] | None = setting(
        """The two rankers whose errors report/errors.html shows side by side, query by query. null:
        the first baseline and, of the others, the one with the highest NDCG%20 over all test
        queries.""",
        {
            "description": "null, or a list of two rankers",
            "minItems": 2,
            "maxItems": 2,
            "uniqueItems": True,
            "items": ref("name", "the name of a ranker"),
        },
        default=None,
    )
