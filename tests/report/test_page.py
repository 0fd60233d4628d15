import re

import pytest

from paperpool.io.files import write_json

from ..made.page_checker import Checker, check_parts, is_table_file
from ..made.results import BULK, SUMMARY, TITLES, metric_rows


def test_the_page_needs_nothing_else(page):
    checker = Checker(page)
    for tag, attributes in checker.tags:
        assert tag not in ("script", "link", "iframe", "img", "object", "embed"), tag
        for key, value in attributes.items():
            if key in ("src", "href", "xlink:href", "srcset", "action", "data"):
                is_other_page = (tag, key, value) == ("a", "href", "errors.html")
                is_inside = value.startswith("#") or is_table_file(attributes)
                assert is_inside or is_other_page, (tag, key, value)
            assert not key.startswith("on")
    css = "".join(re.findall(r"<style>(.*?)</style>", page, re.S))
    assert "url(" not in css and "@import" not in css
    assert not re.search(r"url\((?!#)", page)


def test_ids_links_and_captions_are_sound(page):
    tags = check_parts(page, ["errors.html"])
    assert tags.count("table") == tags.count("caption") > 5


def test_what_data_say_is_never_markup(page):
    assert "<script" not in page
    text = "".join(Checker(page).text)
    assert "<script>alert('row')</script>␀" in text
    assert "<script>alert('check')</script>" in text
    assert TITLES["1"] in text
    assert "path: <b>&" in text


def test_figures_come_from_the_metrics(results):
    before = results.page()
    rows = metric_rows()
    for row in rows:
        key = tuple(row[k] for k in ("protocol", "split", "ranker", "slice", "metric"))
        if key == ("official", "test", "minilm", "method", "recall@20"):
            row["value"] = 0.54321
    results.write_metrics(rows)
    after = results.page()
    assert "54.32" not in before and "54.32" in after


def test_published_systems_without_a_ranker_are_listed(page):
    text = "".join(Checker(page).text)
    assert "SPECTER-ID" in text and "57.22± 0.70" in text and "otAspire" in text
    assert "fabs_bm25" not in text
    assert "46.06, difference −6.06" in text


def test_figures_say_what_they_differ_from(page):
    text = " ".join("".join(Checker(page).text).split())
    assert "p below 0.05 after Holm's correction): a bm25." in text
    assert text.count("60.00, higher than bm25 a") == 3  # P@20, NDCG%20 and MAP
    assert "lower than" not in text
    assert text.count("Paired tests against bm25") == 1


def test_other_queries_are_not_compared_with_the_papers(results):
    with (results.folder / "released.txt").open("a") as file:
        file.write("4_method\n")
    page = results.page()
    assert "SPECTER-ID" not in page
    assert "no published figure can be compared" in page


def test_generated_data_are_named_as_such(results, page):
    assert "All data are generated" in results.page(is_demo=True)
    assert "are generated" not in page


def test_the_opening_is_one_sentence_of_both_sections(page):
    text = "".join(Checker(page).text)
    assert "117 papers kept of 1,031 rows; 2 rankers on 1 benchmark." in text


@pytest.mark.parametrize(("corpus", "csfcube"), [(True, False), (False, True), (False, False)])
def test_a_section_that_was_left_out_names_its_key(results, corpus, csfcube):
    page = results.page(corpus=corpus, csfcube=csfcube)
    Checker(page)
    assert ("data.s2orc" in page) is not corpus
    assert ("data.csfcube" in page) is not csfcube
    assert ("Quarantined rows" in page) is corpus
    assert ("Faceted query by example" in page) is csfcube
    assert ('href="#two-facets"' in page) is csfcube


def test_quarantined_rows_and_shards(results, page):
    assert "the first 20 of 31" in page
    assert "invalid json 1, missing key 30" in page
    results.write_corpus({**_clean()}, [])
    assert "No row was quarantined." in results.page()


def test_shards_that_were_not_read_to_the_end_stand_first(results, page):
    assert "read to the end" not in page
    counts = {"why": "its checksum does not match", "bytes_read": 5120, "bytes": 9216, "rows": 500}
    results.write_corpus(SUMMARY | {"broken_shards": {"a.jsonl.gz": counts}}, [])
    page = results.page()
    assert "1,031 rows (1 shard not read to the end)" in "".join(Checker(page).text)
    row = page.partition("its checksum does not match")[2].partition("</tr>")[0]
    assert all(f">{n}<" in row for n in ("5,120", "9,216", "500"))


def test_rows_of_a_release_stand_beside_the_declared_number(results, page):
    assert "Releases" not in page
    one = {"source": "s2ag", "release": "2026-08-25", "dataset": "papers", "files": 60}
    counts = [
        one | {"declared": 200_000_000, "read": 218_000_001},
        one | {"dataset": "abstracts", "declared": None, "read": 39},
    ]
    results.write_corpus(SUMMARY | {"releases": counts}, [])
    page = results.page()
    row = page.partition("s2ag 2026-08-25 papers")[2].partition("</tr>")[0]
    assert all(f">{n}<" in row for n in ("60", "218,000,001", "200,000,000"))
    assert "s2ag 2026-08-25 abstracts" in page


def test_the_citation_graph_is_summed_up_up_to_a_size(results, page):
    assert "445 of the 1,300 with both years" in "".join(Checker(page).text)
    assert "2 papers cited, the most often 3 times" in page
    write_json(results.folder / "graph.json", {"citations": 9_000, "limit": 2_000})
    assert "9,000 citations, and graphs of more than 2,000" in results.page()
    write_json(results.folder / "graph.json", {"citations": 0, "limit": 2_000})
    assert "Citation graph" not in results.page()


def test_joined_datasets_are_told_where_there_are_some(results, page):
    assert "joined to the papers" not in page and "2 shards</summary>" in page
    rows = [("a.jsonl.gz", line, "missing_key", "{}") for line in range(34)]
    results.write_corpus(SUMMARY | {"bulk": BULK}, rows)
    page = results.page()
    assert "the first 20 of 34" in page and "2 shards of papers</summary>" in page
    text = " ".join(
        "".join(Checker(page.replace("</t", " </t").replace("<span", " <span")).text).split()
    )
    table = text.partition("those of quarantined rows.")[2].partition("Official")[0]
    assert table.strip().startswith(
        "CSV LaTeX "
        "dataset read quarantined repeated unresolved without paper joined share reasons "
        "abstracts 1,200 3 7 – 290 900 75.0% invalid json 2, wrong type 1 "
        "citations 50,000 0 – 8,000 1,000 41,000 82.0% "
    )


def _clean():
    return {
        "read": 5,
        "quarantined": {},
        "readable": 5,
        "kept": 5,
        "filters": {"none": {"kept": 5, "kept_always": 0, "dropped": {}}},
        "shards": {"a": {"read": 5, "readable": 5, "quarantined": {}}},
    }


def test_costs_are_summed_by_rule_slowest_first(page):
    text = " ".join("".join(Checker(page).text).split())
    assert text.index("evaluate_csfcube") < text.index("rank_model")
    assert "2 min 10 s" in text and "4.0 s" in text and "200 MB" in text
    assert "99,999" not in text
    assert re.search(r"total\s*3\s*2 min 14 s", text)


def test_versions_of_installed_libraries(page):
    assert "numpy" in page and "no-such-package" not in page


def test_run_checks_are_told(page):
    text = " ".join("".join(Checker(page).text).split())
    assert "theirs: 1 problem; its figures may flatter it." in text and "theirs6811" in text
    assert "theirs: this run is doubtful. Tied <b>. Untie." in text  # a list below the words


def test_pool_bias_is_told_for_all_queries_with_its_warnings(page):
    text = " ".join("".join(Checker(page.replace("</td>", "</td> ")).text).split())
    table = text.partition("Pool bias judged@20")[2].partition("Run checks")[0]
    assert "bm25100.00 20.13 none" in table
    assert "minilm50.00 26.15 Half of them & no more." in table
    assert "dev split" not in table and "of a facet" not in table
    assert '<span class="warn">Half of them' in page
