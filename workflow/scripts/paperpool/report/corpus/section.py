"""What the report's section on the corpus is filled with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.io.files import read_json
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.run_info import RunLabel
from paperpool.pages.wording import plural
from paperpool.report.corpus.charts import funnel_chart, in_degrees
from paperpool.report.corpus.funnel import make_funnel, read_bad_rows


@dataclass(frozen=True)
class CorpusFiles:
    """The files of the corpus section."""

    summary: str | Path
    quarantine: str | Path
    graph: str | Path


collect_files = CorpusFiles
"""Makes the files of the section from those of its job."""


def build_section(run: RunLabel, files: CorpusFiles) -> Fragment:
    """Return the section and its clause of the page's sentence."""
    content = make_corpus_section(files)
    funnel = content["funnel"]
    n_broken = len(funnel.broken)
    return Fragment(
        render_section(Path(__file__).parents[1], "corpus", content),
        [("corpus", "Corpus")],
        f"{plural(funnel.kept, 'paper')} kept of {plural(funnel.read, 'row')}"
        + f" ({plural(n_broken, 'shard')} not read to the end)" * bool(n_broken),
    )


def make_corpus_section(files: CorpusFiles) -> dict[str, Any]:
    """Return what ``corpus/section.html.jinja`` needs."""
    funnel = make_funnel(read_json(files.summary))
    graph = read_json(files.graph)
    return {
        "funnel": funnel,
        "bad_rows": read_bad_rows(files.quarantine),
        "figure": funnel_chart(funnel),
        "graph": graph,
        "in_degrees": in_degrees(graph["in_degrees"]) if graph.get("edges") else None,
    }
