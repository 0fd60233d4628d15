"""The report's section on scored rankings, as a page of its own that needs nothing else."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from paperpool import __version__
from paperpool.commands.scoring.task import Scored, Task
from paperpool.pages.environment import make_environment
from paperpool.pages.front import describe_best


def build_page(task: Task, scored: Scored) -> str:
    """Return the page: the section, what it was made of and by which settings."""
    fragment = scored.section()
    return (
        make_environment(Path(__file__).parent)
        .get_template("page.html.jinja")
        .render(
            title=f"Scored on {scored.title}",
            summary=describe_best(fragment.fronts[0]),
            links=fragment.links,
            section=Markup(fragment.html),
            notes=scored.notes,
            entries=task.entries,
            folder=task.place.folder,
            resampling=task.resampling,
            strict=task.strict,
            version=__version__,
        )
    )
