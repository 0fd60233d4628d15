"""The report: sections put together to one HTML page that needs nothing else."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from paperpool import __version__
from paperpool.pages.environment import make_environment
from paperpool.pages.fingerprints import hash_texts
from paperpool.pages.fragments import Fragment
from paperpool.pages.grid import list_grid
from paperpool.pages.run_info import RunInfo
from paperpool.pages.section import Section, Text
from paperpool.pages.section_html import write_section
from paperpool.pages.wording import count, duration, figure, megabytes
from paperpool.provenance import find_commit
from paperpool.report.bench_table import BenchRow, read_bench
from paperpool.report.opening import compare_with_papers, make_overview, summarise
from paperpool.report.provenance_table import (
    date_of,
    installed_versions,
    read_costs,
    total_cost,
)

ALWAYS = {"corpus": "Corpus", "csfcube": "CSFCube"}
"""The sections that the page names where they were left out, by their titles."""


def build_page(
    run: RunInfo, sections: Mapping[str, Fragment | None], bench: str | Path | None = None
) -> str:
    """Return the page, its ``sections`` in their order.

    A section that is None was left out; those of ``ALWAYS`` are then a line that says which key to
    set. ``bench`` is the table of ``make bench``, shown where it is there.
    """
    made = {name: made for name, made in sections.items() if made is not None}
    shown = [
        _show(run, name, fragment)
        for name, fragment in sections.items()
        if fragment is not None or name in ALWAYS
    ]
    fronts = [front for fragment in made.values() for front in fragment.fronts]
    overview = make_overview(fronts)
    prints = {name: one.made_of for name, one in made.items() if one.made_of}
    measured = read_bench(bench) if bench else []
    costs = read_costs(run.benchmarks, leave_out=run.building)
    return (
        make_environment(Path(__file__).parent)
        .get_template("page.html.jinja")
        .render(
            run=run,
            overview=overview,
            agreement=compare_with_papers(fronts),
            prints=prints,
            fingerprint=hash_texts(one.digest for one in prints.values()),
            written=date_of(prints.values()),
            version=__version__,
            commit=find_commit(),
            summary=summarise((fragment.summary for fragment in made.values()), overview),
            sections=[(Markup(fragment.html), fragment.links) for fragment in shown],
            bench=write_section(_show_bench(measured)) if measured else "",
            config_text=Path(run.config).read_text(encoding="utf-8"),
            versions=installed_versions(run.packages),
            costs=costs,
            total=total_cost(costs),
        )
    )


def _show(run: RunInfo, name: str, fragment: Fragment | None) -> Fragment:
    """Return a section, or the line that says that it was left out."""
    if fragment is not None:
        return fragment
    text = Markup("This section was left out")
    if key := run.left_out.get(name):
        text += Markup(": set <code>{}</code> to make it").format(key)
    section = Section(name, ALWAYS[name], [Text(text + ".", "left-out")])
    return Fragment(write_section(section), [(name, ALWAYS[name])])


def _show_bench(rows: Sequence[BenchRow]) -> Section:
    """Return the section on the table of ``make bench``."""
    about = Markup(
        "Measured by <code>make bench</code> on the machine that this report was made on, not in "
        "this run: ours beside what one would use otherwise, in one go."
    )
    columns = [("what; beside what", "name")]
    columns += [(name, name, figure) for name in ("ours", "other", "ratio")]
    columns += [("papers", "n", count), ("time", "seconds", duration)]
    columns += [("peak memory", "peak_mb", megabytes)]
    caption = (
        "Ratio is ours to the other; time and memory are of ours, memory of its largest process."
    )
    table = list_grid("Benchmarks", caption, columns, rows, "")
    return Section("bench", "Benchmarks", [Text(about), table])
