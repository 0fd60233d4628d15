"""What every section of the report has to be: one page's part, whatever stands in its files."""

import csv
import re
from dataclasses import fields, is_dataclass
from io import StringIO
from pathlib import Path

import pytest

from paperpool.pages import section_html
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.latex import write_latex
from paperpool.pages.wording import Figure
from paperpool.report.annotation import section as annotation
from paperpool.report.corpus import section as corpus
from paperpool.report.mdcr import section as mdcr
from paperpool.report.pools import section as pools
from paperpool.report.scisearch import section as scisearch
from paperpool.report.scisumm import section as scisumm

from ..made import annotation as annotation_run
from ..made import mdcr_run, scisearch_run, scisumm_run
from ..made.one_section import make_report
from ..made.page_checker import Checker, check_parts
from .annotation.test_section import write_everything
from .conftest import make_results
from .pools.test_section import EVIL, QUOTAS
from .pools.test_section import write_tables as write_pools


def write_annotation(folder, root):
    made = annotation_run.make_collection()
    return write_everything(folder, annotation_run.write_tables(folder, made, published=True))


def write_corpus(folder, root):
    make_results(folder)
    names = ("summary.json", "quarantine.parquet", "graph.json")
    return corpus.CorpusFiles(*(folder / name for name in names))


def write_pool_tables(folder, root):
    fidelity = [(EVIL, 0, None, 3, 0.5), ("title_tfidf", 1009, 0.87016, 1505, 0.68571)]
    return write_pools(folder, QUOTAS, fidelity=fidelity)


MADE = {
    "annotation": (annotation, write_annotation),
    "corpus": (corpus, write_corpus),
    "mdcr": (mdcr, lambda folder, root: mdcr_run.write_run(folder)),
    "pools": (pools, write_pool_tables),
    "scisearch": (scisearch, scisearch_run.write_run),
    "scisumm": (scisumm, lambda folder, root: scisumm_run.write_run(folder)),
}
"""A section's module, and what writes small files of it in which texts are markup."""

HAVE_ROWS = ("scisearch", "mdcr")
"""Sections that a run has only with scores: a table without rows is refused before."""


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
    folder, files, page = make(name)
    tags = check_parts(page, ["scisumm.html", "errors.html"])
    assert tags.count("table") == tags.count("caption") > 0
    for tag, attributes in Checker(page).tags:
        assert "aria-label" not in attributes or attributes["aria-label"], tag
    assert not re.search(r"url\((?!#)", page)
    assert re.search(rf'<section id="{name}".*<a href="#{name}', page, re.S) or f"#{name}" in page
    assert make_report(folder, MADE[name][0], files) == page


@pytest.mark.parametrize("name", MADE)
def test_what_files_say_is_text_whatever_it_is(make, name):
    page = make(name)[2]
    assert "<script" not in page and "\x00" not in page and "\x01" not in page
    assert "<script>" in "".join(Checker(page).text)


@pytest.mark.parametrize("name", MADE)
def test_csv_and_latex_of_each_table_hold_what_the_page_shows(make, name, monkeypatch):
    folder, files, _ = make(name)
    grids, write = [], section_html.write_html
    monkeypatch.setattr(
        section_html, "write_html", lambda grid: [grids.append(grid), write(grid)][1]
    )
    make_report(folder, MADE[name][0], files)
    assert grids and len({grid.label for grid in grids}) == len(grids)
    for grid in grids:
        cells = [cell for row in grid.rows for cell in row[1:]]
        rounded = [cell.text for cell in cells if re.fullmatch(r"[−+]?\d+\.\d+%?", cell.text)
                   and not isinstance(cell.text, Figure)]  # fmt: skip
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
    if isinstance(value, list):
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
    tags = check_parts(make_report(tmp_path, section, files), ["scisumm.html"])
    assert tags.count("table") == tags.count("caption") and "section" in tags
