"""The sources that exported collections name."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section

PaperSource = Literal["s2orc", "s2ag", "openalex", "arxiv", "acl", "csabstruct"]
"""Sources of papers whose licences are known."""


class ExportSettings(Section, description="what the exported collections say of themselves"):
    """The exported collections (`snakemake export`, no part of `all`): TREC and BEIR files, a
    datasheet and Croissant metadata below results/<run>/export/."""

    sources: list[PaperSource] | None = setting(
        """Where the papers come from, so that their licences are named: of s2orc, s2ag, openalex,
        arxiv, acl and csabstruct (paperpool/resources/licences.csv) those of data.s2orc, and of
        data.csfcube unless that is the release. null: s2orc, s2ag or openalex, by the format of
        data.s2orc; no licence for another data.csfcube.""",
        {
            "description": "null, or a list of sources",
            "minItems": 1,
            "uniqueItems": True,
            "items": {
                "description": (
                    "the name of a source: s2orc, s2ag, openalex, arxiv, acl or "
                    "csabstruct (paperpool/resources/licences.csv)"
                )
            },
        },
        default=None,
    )
