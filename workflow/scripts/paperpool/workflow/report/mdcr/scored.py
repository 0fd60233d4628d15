"""The section of scores of MDCR's pairs that ``paperpool score`` has scored."""

from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scoring.mdcr import PRINTED
from paperpool.scoring.score_tables import list_settings, list_table_rows
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.mdcr.section import build_section


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section."""
    files = {**list_table_rows(scored.evaluation), "published": PRINTED}
    settings = {**list_settings(task), **scored.facts}
    return build_section(RunLabel("score", is_demo=False), files, settings)
