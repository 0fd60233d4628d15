"""The report: sections put together to one self-contained HTML page."""

from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.pages.fragments import Fragment, make_fragment, write_page
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
    made = {name: made for name, made in sections.items() if made is not None}
    cards = [front for fragment in made.values() for front in fragment.cards]
    titles = _name_own(made)
    prints = {name: one.made_of for name, one in made.items() if one.made_of}
    summary = Markup('{}{} <a href="#provenance">What it was made with</a>.').format(
        summarise((fragment.summary for fragment in made.values()), cards),
        " All data are generated: the scores say nothing about real papers." * run.is_demo,
    )
    named = {titles.get(name, name): one for name, one in prints.items()}
    ends = [*([show_bench(bench)] if bench else []), make_provenance(run, named)]
    fragments = [
        make_fragment([make_opening(run, cards, date_of(prints.values()), titles)]),
        *(
            made.get(name) or _name_key(run, name)
            for name in sections
            if name in {**made, **ALWAYS}
        ),
        *(make_fragment([section]) for section in ends if section),
    ]
    return write_page("paperpool report", run.name, summary, fragments)


def _name_own(made: Mapping[str, Fragment]) -> dict[str, str]:
    """Return the name of a judged collection of one's own, which its section bears."""
    judged = judged_benchmark()
    if judged.name not in made:
        return {}
    [(_, title), *_] = made[judged.name].links
    return {} if title == judged.title else {judged.name: title}


def _name_key(run: RunInfo, name: str) -> Fragment:
    """Return the line on a left-out section, with the key to set."""
    text = Markup("This section was left out")
    if key := run.left_out.get(name):
        text += Markup(": set <code>{}</code> to make it").format(key)
    return make_fragment([Section(name, ALWAYS[name], [Text(text + ".", "left-out")])])
