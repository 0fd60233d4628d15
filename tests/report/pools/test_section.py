"""The section on candidate pools: its tables, its charts and the page they stand on."""

from dataclasses import replace

import pandas as pd
import pytest

from paperpool.io.csv_rows import read_records
from paperpool.io.tables import write_csv
from paperpool.pages.section import list_tables
from paperpool.workflow.pools.draw import draw_pools
from paperpool.workflow.pools.pool_tables import (
    FIDELITY_COLUMNS,
    count_sources,
    list_turns,
    measure_overlap,
    summarise_sizes,
)
from paperpool.workflow.report.pools import section
from paperpool.workflow.report.pools.section import Overlap, PoolFiles

from ...made.one_section import make_report
from ...made.page_checker import check_parts

EVIL = "<script>source</script>\x00"
CITED_PAPERS = {"1": ["a", "b"], "2": ["c"], "3": []}
RANKED = {
    EVIL: {"1": ["b", "x", "y", "z"], "2": ["x", "c", "y"]},
    "title_tfidf": {"1": ["x", "w", "v"], "2": ["z", "x", "u", "t"]},
}
QUOTAS = {"1": 2, "2": 1, "3": 1}


def write_tables(folder, quotas, ranked=RANKED, fidelity=()):
    pools = draw_pools(quotas, CITED_PAPERS, ranked, {}, 4)
    fates = [("no_year", 34), ("no_abstract", 200), ("candidate", 1000)]
    tables = {
        "candidates": pd.DataFrame(fates, columns=["fate", "n"]),
        "turns": list_turns(pools),
        "sources": count_sources(pools),
        "sizes": summarise_sizes(pools),
        "overlap": measure_overlap(ranked),
        "fidelity": pd.DataFrame(fidelity, columns=FIDELITY_COLUMNS),
    }
    for name, table in tables.items():
        write_csv(folder / f"{name}.csv", table)
    return PoolFiles(**{name: folder / f"{name}.csv" for name in tables})


@pytest.fixture
def files(tmp_path):
    """Three queries; of the third no source has a paper."""
    fidelity = [(EVIL, 0, None, 3, 0.5), ("title_tfidf", 1009, 0.87016, 1505, 0.68571)]
    return write_tables(tmp_path, QUOTAS, fidelity=fidelity)


def make_page(folder, files):
    return make_report(folder, section, files)


def test_sizes_and_quotas(files):
    values = [3, 9, 0, 3, 6]
    wanted = dict(zip(("queries", "candidates", "min", "mean", "max"), values, strict=True))
    assert {name: section.read_sizes(files.sizes)[name] for name in wanted} == wanted
    assert section.read_pool_sizes(files.turns) == {"1": 6, "2": 3, "3": 0}
    assert section.read_quotas(files.turns) == [(1, 2), (2, 1)]


def test_what_each_source_gave_and_lacked(files):
    table, _ = list_tables(section.list_sources(files))
    rows = {row[0].text: [int(cell.text) for cell in row[1:]] for row in table.rows}
    # given, held, held alone, dry, missing
    assert list(rows) == ["cited", EVIL, "title_tfidf"] and rows["cited"] == [3, 3, 2, 0, 0]
    assert sum(given for given, *_ in rows.values()) == 9
    assert [row[3:] for row in rows.values()] == [[0, 0], [1, 1], [1, 1]]


def test_overlap(files):
    assert read_records(files.overlap, Overlap) == [Overlap(EVIL, "title_tfidf", 1.0)]


def test_the_page_names_dry_sources_and_escapes_them(files, tmp_path):
    page = make_page(tmp_path, files)
    assert 'href="#pools"' in page and "9 candidates pooled for 3 queries" in page
    figures = "".join(f'<td class="n">{n}</td>' for n in (1, 0, 1, 0))
    assert f'<tr><th scope="row">3</th><td>title_tfidf</td>{figures}</tr>' in page

    assert '<td class="n first">87.0</td><td class="n">1,009</td>' in page
    assert '<td class="n first">–</td><td class="n">0</td><td class="n first">50.0</td>' in page


def test_the_page_says_that_no_source_ran_dry(tmp_path):
    files = write_tables(tmp_path, {"1": 1})
    page = make_page(tmp_path, replace(files, fidelity=None))
    check_parts(page)
    assert "No source ran dry: every quota was filled." in page
    assert "ran dry," not in page and 'id="pool-fidelity"' not in page
    assert "1 query, 4 candidates" in page


def test_one_ranked_source_has_no_overlap(tmp_path):
    files = write_tables(tmp_path, {"1": 1}, {"title_tfidf": RANKED["title_tfidf"]})
    assert read_records(files.overlap, Overlap) == []
    assert 'id="pool-overlap"' not in make_page(tmp_path, files)


def test_a_run_without_queries_says_so(tmp_path):
    page = make_page(tmp_path, write_tables(tmp_path, {}))
    check_parts(page)
    assert "No query has a pool." in page and "0 candidates pooled for 0 queries" in page
