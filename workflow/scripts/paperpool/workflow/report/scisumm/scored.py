"""The section of submissions to CL-SciSumm that ``paperpool score`` has scored."""

from paperpool.io.tables import list_records
from paperpool.pages.fragments import Fragment
from paperpool.pages.run_info import RunLabel
from paperpool.scisumm.read.statistics import corpus_statistics
from paperpool.scoring.scisumm import PRINTED, K
from paperpool.scoring.score_tables import list_settings, list_table_rows
from paperpool.scoring.task import Scored, Task
from paperpool.workflow.report.scisumm.section import build_section


def show_scored(task: Task, scored: Scored) -> Fragment:
    """Return the section."""
    evaluation = scored.evaluation
    release = scored.facts["release"]
    tables = [(release.sentences, release.citances, release.gold), release.automatic]
    files = {
        **list_table_rows(evaluation),
        "human": list_records(evaluation.others["human"]),
        "lengths": list_records(evaluation.others["lengths"]),
        "corpus": list_records(corpus_statistics(tables)),
        "malformed": list_records(release.malformed),
        "published": PRINTED,
    }
    settings = {
        **list_settings(task),
        "rankers": [entry.name for entry in task.entries],
        "k": K,
        "is_released": scored.facts["is_released"],
    }
    return build_section(RunLabel("score", is_demo=False), files, settings)
