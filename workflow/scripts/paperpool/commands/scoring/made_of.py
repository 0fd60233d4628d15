"""The inputs of the page of ``paperpool score``: collection, settings and rankings."""

from collections.abc import Sequence

from markupsafe import Markup

from paperpool import __version__
from paperpool.commands.scoring.task import Task
from paperpool.pages.grid import list_grid
from paperpool.pages.section import Section, Text
from paperpool.pages.wording import plural, visible


def list_made_of(task: Task, notes: Sequence[str]) -> Section:
    """Return the section; ``notes`` are notes on the collection."""
    drawn = task.resampling
    line = Markup("paperpool {}; collection: <code>{}</code>; seed {}, {}, {}; checks: {}.").format(
        __version__,
        visible(str(task.place.folder)),
        drawn.seed,
        plural(drawn.n_bootstrap, "bootstrap sample"),
        plural(drawn.n_permutations, "permutation"),
        "strict" if task.strict else "warn",
    )
    code = Markup("<code>{}</code>")
    rows = [
        (
            entry.name,
            Markup(" ").join(code.format(visible(str(path))) for path in entry.paths),
            entry.published,
        )
        for entry in task.entries
    ]
    columns = [("ranker", 0), ("rankings", 1), ("published system", 2)]
    table = list_grid("Rankings", "The rankings that were scored.", columns, rows, "")
    told = [Text(note, "label warn") for note in notes]
    return Section("made-of", "What it was made of", [Text(line), *told, table])
