"""The section of scores of MDCR's pairs that ``paperpool score`` has scored."""

from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scoring.mdcr import PRINTED
from paperpool.scoring.score_tables import list_fields
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.mdcr.section import MdcrFiles, show_section


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section."""
    files = MdcrFiles(**list_fields(task, scored.evaluation), published=PRINTED, **scored.facts)
    return show_section(RunLabel("score", is_demo=False), files)
