"""The report: sections put together to one self-contained HTML page."""

from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.pages.fingerprints import Fingerprint
from paperpool.pages.fragments import Fragment, make_fragment, write_page
from paperpool.pages.headline import HeadlineCard
from paperpool.pages.run_info import RunInfo
from paperpool.pages.section import Section, Text
from paperpool.workflow.report.bench_table import show_bench
from paperpool.workflow.report.opening import make_opening, summarise
from paperpool.workflow.report.provenance import date_of, make_provenance

ALWAYS = {"corpus": "Corpus", judged_benchmark().name: "Judged collection"}
"""The sections that the page names if they were left out, by their titles."""


def build_page(
    run: RunInfo, sections: Mapping[str, Fragment | None], bench: str | Path | None = None
) -> str:
    """Return the page, its ``sections`` in their order.

    Left-out sections of ``ALWAYS`` become a line with the key to set. ``bench`` is the table of
    ``make bench``.
    """
    made = {name: fragment for name, fragment in sections.items() if fragment is not None}
    titles = _find_titles(made)
    cards: list[HeadlineCard] = []
    prints: dict[str, Fingerprint] = {}
    for name, fragment in made.items():
        cards += fragment.cards
        if fragment.made_of:
            prints[titles.get(name, name)] = fragment.made_of

    opening = make_opening(run, cards, date_of(prints.values()), titles)
    fragments = [make_fragment([opening])]
    for name in sections:
        if name in made:
            fragments.append(made[name])
        elif name in ALWAYS:
            fragments.append(_name_key(run, name))
    if bench:
        benchmarks = show_bench(bench)
        if benchmarks is not None:
            fragments.append(make_fragment([benchmarks]))
    fragments.append(make_fragment([make_provenance(run, prints)]))

    about = summarise((fragment.summary for fragment in made.values()), cards)
    if run.is_demo:
        about += " All data are generated: the scores say nothing about real papers."
    summary = Markup('{} <a href="#provenance">What it was made with</a>.').format(about)
    return write_page("paperpool report", run.name, summary, fragments)


def _find_titles(made: Mapping[str, Fragment]) -> dict[str, str]:
    """Return the title of a user's judged collection, which its section bears, by its name."""
    judged = judged_benchmark()
    if judged.name not in made:
        return {}
    _, title = made[judged.name].links[0]
    if title == judged.title:
        return {}
    return {judged.name: title}


def _name_key(run: RunInfo, name: str) -> Fragment:
    """Return the line on a left-out section, with the key to set."""
    text = Markup("This section was left out")
    key = run.left_out.get(name)
    if key:
        text += Markup(": set <code>{}</code> to make it").format(key)
    return make_fragment([Section(name, ALWAYS[name], [Text(text + ".", "left-out")])])
