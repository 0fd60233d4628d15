"""How the vectors of papers are made."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section


class EncodeSettings(Section, description="the vectors of papers"):
    """The vectors of papers that rankers of kind dense compare: made once, for pools, MDCR and the
    search page."""

    jobs: int = setting(
        """Jobs that share out the papers, for each encoder. With more of them a cluster's nodes, or
        a machine's cores, encode at once, and each ends sooner. It changes no byte of the
        results.""",
        {"description": "jobs of each encoder, 1 to 10000", "minimum": 1, "maximum": 10000},
        default=1,
    )
    dtype: Literal["float32", "float16"] = setting(
        "float32 or float16, on disk: half of it, and few ranks change (docs/mdcr.md).",
        default="float32",
    )
