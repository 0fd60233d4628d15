"""The contract of every section of the report, and a snapshot of the texts of each.

After a wanted change of texts, renew the snapshots and look at their difference:
``RENEW_SNAPSHOTS=1 python -m pytest tests/report/test_sections.py; git diff tests/report``.
"""

import csv
import os
import re
from dataclasses import fields, is_dataclass
from io import StringIO
from pathlib import Path

import pytest

from paperpool.evaluation.pool_bias import PoolBias, tabulate_bias
from paperpool.evaluation.tables import METRIC_COLUMNS, RANK_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv as write_table
from paperpool.pages import fragments
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.latex import write_latex
from paperpool.pages.wording import ExactText
from paperpool.workflow.report.annotation import section as annotation
from paperpool.workflow.report.collections import section as collections
from paperpool.workflow.report.corpus import section as corpus
from paperpool.workflow.report.csfcube import section as csfcube
from paperpool.workflow.report.facets import section as facets
from paperpool.workflow.report.mdcr import section as mdcr
from paperpool.workflow.report.page import ALWAYS
from paperpool.workflow.report.pools import section as pools
from paperpool.workflow.report.scisearch import section as scisearch
from paperpool.workflow.report.scisumm import section as scisumm

from ..made import annotation as annotation_run
from ..made import mdcr_run, scisearch_run, scisumm_run
from ..made.one_section import make_report
from ..made.page_checker import Checker, check_parts, without_script
from ..made.tables import write_frame
from .annotation.test_section import write_everything
from .conftest import make_results
from .facets.test_section import SPLITS, write_metrics
from .pools.test_section import EVIL, QUOTAS
from .pools.test_section import write_tables as write_pools


def write_annotation(folder, root):
    made = annotation_run.make_collection()
    return write_everything(folder, annotation_run.write_tables(folder, made, published=True))


def write_collections(folder, root):
    """Write a collection with two rankers, one of them from outside and doubtful."""
    place = ("mine", "trec_eval", "test", "all")
    tables = {
        "metrics": (METRIC_COLUMNS, [
            ("mine", "trec_eval", "test", ranker, "all", measure, value, "", 1, 0.1, 0.9, 5, "")
            for ranker, value in (("bm25", 0.4), ("theirs", 0.6)) for measure in ("AP", "nDCG@10")
        ]),
        "significance": (SIGNIFICANCE_COLUMNS, [
            (*place, "AP", "theirs", "bm25", 5, 0.2, 0.1, 0.3, 0.01, 0.02)
        ]),
        "ranks": (RANK_COLUMNS, [
            (*place, "AP", "theirs", 0.6, 1, 1, 2, True, 0.03),
            (*place, "AP", "bm25", 0.4, 2, 1, 2, True, 0.03),
        ]),
    }  # fmt: skip
    for name, (columns, rows) in tables.items():
        write_frame(folder / f"{name}.csv", columns, rows)
    bias = [PoolBias(ranker, "test", "all", 0.5, 0.25, 5, "") for ranker in ("bm25", "theirs")]
    write_table(folder / "pool_bias.csv", tabulate_bias(bias))
    counts = {name: {"read": 9, "kept": 8, "dropped": {"repeated": 1}} for name in ("documents",
              "topics", "judgments")}  # fmt: skip
    counts["documents"]["blank"] = counts["judgments"]["document_not_there"] = 1
    write_json(folder / "summary.json", counts)
    doubt = {"what": "Tied <script>.", "where": "a file", "hint": "Untie."}
    write_json(folder / "checks.json", {"theirs": {"problems": [EVIL], "doubts": [doubt]}})
    files = {name: folder / f"{name}.csv" for name in (*tables, "pool_bias")}
    files |= {name: folder / f"{name}.json" for name in ("summary", "checks")}
    kinds = {"bm25": "bm25", "theirs": "run"}
    settings = {"baselines": {"mine": ["bm25"]}, "confidence": 0.95, "kinds": kinds}
    return {"mine": files}, settings


def write_pool_tables(folder, root):
    fidelity = [(EVIL, 0, None, 3, 0.5), ("title_tfidf", 1009, 0.87016, 1505, 0.68571)]
    return write_pools(folder, QUOTAS, fidelity=fidelity)


MADE = {
    "annotation": (annotation, write_annotation),
    "collections": (collections, write_collections),
    "corpus": (corpus, lambda folder, root: make_results(folder).corpus_files),
    "csfcube": (csfcube, lambda folder, root: make_results(folder).csfcube_files()),
    "facets": (facets, lambda folder, root: facets.FacetFiles(write_metrics(folder, SPLITS))),
    "mdcr": (mdcr, lambda folder, root: mdcr_run.write_run(folder)),
    "pools": (pools, write_pool_tables),
    "scisearch": (scisearch, scisearch_run.write_run),
    "scisumm": (scisumm, lambda folder, root: scisumm_run.write_run(folder)),
}
"""A section's module, and the writer of small files of it, with texts that look like markup."""

HAVE_ROWS = ("collections", "csfcube", "mdcr", "scisearch")
"""Sections that a run has only with scores: a table without rows is refused before."""

PAGES = ["errors.html"]
SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(scope="module")
def make(tmp_path_factory, root):
    """Return a function: a section's name to its folder, files and page."""
    made = {}

    def make_one(name):
        if name not in made:
            section, write = MADE[name]
            folder = tmp_path_factory.mktemp(name)
            files = write(folder, root)
            made[name] = folder, files, make_report(folder, section, files)
        return made[name]

    return make_one


@pytest.mark.parametrize("name", MADE)
def test_a_section_is_fit_for_its_page_and_the_same_every_time(make, name):
    """That each chart is drawn equally every time is in ``test_charts.py``."""
    folder, files, page = make(name)
    tags = check_parts(page, PAGES)
    assert tags.count("table") == tags.count("caption") > 0
    for tag, attributes in Checker(page).tags:
        assert "aria-label" not in attributes or attributes["aria-label"], tag
    assert re.search(rf'<section id="{name}".*<a href="#{name}', page, re.S) or f"#{name}" in page
    assert make_report(folder, MADE[name][0], files) == page


def outline(page):
    """Return the texts of a page's sections, without cells of tables and marks of charts."""
    page = re.sub(r"<svg.*?</svg>|<(thead|tbody).*?</\1>", "", page, flags=re.S)
    lines = []
    for name, html in re.findall(r'<section id="([^"]+)"[^>]*>(.*?)</section>', page, re.S):
        if name not in ("overview", "provenance"):
            texts = re.findall(r"<(h2|h3|p|summary|caption|li|dl)\b[^>]*>(.*?)</\1>", html, re.S)
            for tag, text in texts:
                words = "".join(Checker(f"<p>{text}</p>").text).split()
                lines.append(f"{tag}: {' '.join(words)}\n")
    return "".join(lines)


@pytest.mark.parametrize("name", MADE)
def test_the_texts_of_a_section_are_those_of_its_snapshot(make, name):
    text = outline(make(name)[2])
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("RENEW_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in MADE if name != "facets"])
def test_texts_of_files_are_never_markup(make, name):
    page = make(name)[2]
    assert "<script" not in without_script(page) and "\x00" not in page and "\x01" not in page
    assert "<script>" in "".join(Checker(page).text)


@pytest.mark.parametrize("name", MADE)
def test_csv_and_latex_of_each_table_hold_what_the_page_shows(make, name, monkeypatch):
    folder, files, _ = make(name)
    grids, write = [], fragments.write_html
    monkeypatch.setattr(fragments, "write_html", lambda grid: [grids.append(grid), write(grid)][1])
    make_report(folder, MADE[name][0], files)
    assert grids and len({grid.label for grid in grids}) == len(grids)
    for grid in grids:
        cells = [cell for row in grid.rows for cell in row[1:]]
        rounded = [cell.text for cell in cells if re.fullmatch(r"[−+]?\d+\.\d+%?", cell.text)
                   and not isinstance(cell.text, ExactText)]  # fmt: skip
        assert not rounded, grid.label
        head, *rows = csv.reader(StringIO(write_csv(grid)))
        assert {len(row) for row in rows} <= {len(head)}
        shown = [row for row in grid.rows if not grid.is_title(row)]
        assert len(rows) >= len(shown), grid.label
        latex = write_latex(grid)
        assert latex.count(r"\begin{tabular}") == 1
        assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")


def list_paths(value):
    """Return the paths of a section's files."""
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [path for one in value for path in list_paths(one)]
    return [value] if isinstance(value, Path) else []


@pytest.mark.parametrize("name", [name for name in MADE if name not in HAVE_ROWS])
def test_of_tables_without_rows_a_section_is_a_page_all_the_same(tmp_path, root, name):
    section, write = MADE[name]
    files = write(tmp_path, root)
    for path in list_paths(files):
        if (
            path.suffix == ".csv"
            and path.parent == tmp_path
            and path.stem not in ("sizes", "candidates")
        ):
            header = path.read_text(encoding="utf-8").split("\n", 1)[0]
            path.write_text(f"{header}\n", encoding="utf-8")
    tags = check_parts(make_report(tmp_path, section, files), PAGES)
    assert tags.count("table") == tags.count("caption") and "section" in tags


@pytest.mark.parametrize("name", [name for name in MADE if name not in ALWAYS])
def test_without_its_files_a_section_and_its_links_are_left_out(tmp_path, name):
    page = make_report(tmp_path, MADE[name][0])
    assert f'id="{name}' not in page and f'"#{name}' not in page
