"""What the report's section on the corpus is filled with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.files import read_json
from paperpool.report.corpus.funnel import make_funnel, read_bad_rows
from paperpool.report.corpus.funnel_figure import draw_funnel


@dataclass(frozen=True)
class CorpusFiles:
    """The files of the corpus section."""

    summary: str | Path
    quarantine: str | Path


def make_corpus_section(files: CorpusFiles) -> dict[str, Any]:
    """Return what ``corpus/section.html.jinja`` needs."""
    funnel = make_funnel(read_json(files.summary))
    return {
        "funnel": funnel,
        "bad_rows": read_bad_rows(files.quarantine),
        "figure": Markup(draw_funnel(funnel)),
    }
