"""The section of rankings of CSFCube's pools that ``paperpool score`` has scored."""

from paperpool.collections.csfcube_release import QUERIES
from paperpool.collections.named import name_by_folder
from paperpool.errors import Problem, UserError
from paperpool.io.tables import list_records
from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scoring.csfcube import PRINTED, RELEASED_QUERIES
from paperpool.scoring.score_tables import list_settings, list_table_rows
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.csfcube.section import build_section


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section; raise UserError for the whole corpus, which has none."""
    if task.place.is_further:
        message = "The whole corpus has no page of its own."
        hint = "Leave --html out: --csv and --tex write its scores, the report of a run shows them."
        raise UserError(Problem(message, "--html", hint))

    evaluation = scored.evaluation
    files = {
        **list_table_rows(evaluation),
        "per_query": list_records(evaluation.per_query),
        "pool_bias": list_records(evaluation.others["pool_bias"]),
        "collection": [task.place.folder / QUERIES],
        "published": PRINTED,
        "released_queries": RELEASED_QUERIES,
    }
    settings = {
        **list_settings(task),
        "kinds": dict.fromkeys(task.published_names, "run"),
        "name": name_by_folder(task.place.folder),
    }
    return build_section(RunLabel("score", is_demo=False), files, settings)
