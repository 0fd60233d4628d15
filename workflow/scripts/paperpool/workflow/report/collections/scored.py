"""The section of rankings of one collection that ``paperpool score`` has scored."""

from paperpool.io.tables import list_records
from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scoring.score_tables import list_fields
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.collections.section import (
    CollectionFiles,
    OneCollection,
    show_section,
)


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section."""
    bias = list_records(scored.evaluation.others["pool_bias"])
    one = OneCollection(
        **list_fields(task, scored.evaluation), pool_bias=bias, summary=scored.facts["summary"]
    )
    files = CollectionFiles({task.place.name: one}, dict.fromkeys(task.published_names, "run"))
    return show_section(RunLabel("score", is_demo=False), files)
