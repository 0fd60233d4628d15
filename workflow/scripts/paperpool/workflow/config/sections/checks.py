"""How runs and judgments are checked."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section


class ChecksSettings(Section, description="how input is checked"):
    """How runs are checked."""

    runs: Literal["strict", "warn"] = setting(
        """strict: a run that leaves a judged candidate out, repeats one or adds one is an error.
        warn: it is reported and scored all the same, which can flatter it. A run that is mostly of
        another collection is an error in any case.""",
        default="strict",
    )
    doubts: Literal["warn", "fail"] = setting(
        """About runs and judgments that cannot be meant: worse than a random order and better
        turned round, all candidates of a query tied, ranks against scores, another run's ranking;
        judged documents that are not there, relevant ones that share no words with their topic.
        warn: they are told last and in the report. fail: they are errors.""",
        default="warn",
    )
