"""The page of ``paperpool score``: the report's section, and its inputs and settings."""

from collections.abc import Sequence

from markupsafe import Markup

from paperpool.errors import Problem, UserError
from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid import list_grid
from paperpool.pages.headline import describe_best
from paperpool.pages.section import Section, Text
from paperpool.pages.wording import plural, visible
from paperpool.plugins import find_part
from paperpool.scoring.task import Scored, Task
from paperpool.version import __version__


def build_page(task: Task, scored: Scored) -> str:
    """Return the page as HTML."""
    section = find_part(task.place.benchmark, "scored")
    if section is None:
        message = f"The benchmark {task.place.benchmark} has no page of its own."
        raise UserError(Problem(message, "--html", "Leave --html out."))

    fragment = section.show_scored(task, scored)
    made_of = make_fragment([_list_inputs(task, scored.notes)])
    summary = Markup('<a href="#made-of">What it was made of</a>.')
    best = describe_best(fragment.cards[0])
    if best:
        summary = Markup("{}. {}").format(best, summary)
    return write_page("paperpool score", f"Scored on {scored.title}", summary, [fragment, made_of])


def _list_inputs(task: Task, notes: Sequence[str]) -> Section:
    """Return the section of collection, settings, notes and rankings."""
    drawn = task.resampling
    line = Markup("paperpool {}; collection: <code>{}</code>; seed {}, {}, {}; checks: {}.").format(
        __version__,
        visible(str(task.place.folder)),
        drawn.seed,
        plural(drawn.n_bootstrap, "bootstrap sample"),
        plural(drawn.n_permutations, "permutation"),
        "strict" if task.strict else "warn",
    )
    rows = []
    for entry in task.entries:
        paths = (Markup("<code>{}</code>").format(visible(path)) for path in entry.paths)
        rows.append((entry.name, Markup(" ").join(paths), entry.published))
    columns = [("ranker", 0), ("rankings", 1), ("published system", 2)]
    table = list_grid("Rankings", "The rankings that were scored.", columns, rows, "")

    warnings = [Text(note, "label warn") for note in notes]
    return Section("made-of", "What it was made of", [Text(line), *warnings, table])
