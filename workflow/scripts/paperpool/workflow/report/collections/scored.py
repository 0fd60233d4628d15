"""The section of rankings of one collection that ``paperpool score`` has scored."""

from paperpool.io.tables import list_records
from paperpool.judging.files import PREDICTED
from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scoring.score_tables import list_table_rows
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.collections.section import build_section


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section."""
    name = task.place.name
    tables = {
        **list_table_rows(scored.evaluation),
        "pool_bias": list_records(scored.evaluation.others["pool_bias"]),
        "summary": scored.facts["summary"],
    }
    if PREDICTED in scored.evaluation.others:
        tables[PREDICTED] = list_records(scored.evaluation.others[PREDICTED])
    settings = {
        "baselines": {name: task.baselines},
        "confidence": task.resampling.confidence,
        "kinds": dict.fromkeys(task.published_names, "run"),
    }
    return build_section(RunLabel("score", is_demo=False), {name: tables}, settings)
