import pytest

from paperpool.io.files import write_json

from ..made.page_checker import Checker, read_text, without_script
from ..made.results import BULK, SUMMARY, TITLES, metric_rows


@pytest.fixture(scope="module")
def words(page):
    return read_text(page)


def test_what_data_say_is_never_markup(page, words):
    assert "<script" not in without_script(page)
    for text in ("row')</script>␀", "check')</script>", "path: <b>&", TITLES["1"]):
        assert text in words


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


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("117 papers kept of 1,031 rows; 2 rankers on 1 benchmark.", 1),
        # published systems, of those alone that have no ranker
        ("SPECTER-ID", 1),
        ("57.22± 0.70", 1),
        ("otAspire", 1),
        ("fabs_bm25", 0),
        ("46.06, difference −6.06", 1),
        # what figures differ from, in P@20, NDCG%20 and MAP
        ("p below 0.05 after Holm's correction): a bm25.", 1),
        ("60.00, higher than bm25 a", 3),
        ("lower than", 0),
        ("Paired tests against bm25", 1),
        # rankings from outside; doubts are a list below the words
        ("theirs: 1 problem; its scores may flatter it.", 1),
        ("theirs6811", 1),
        ("theirs: this run is doubtful. Tied <b>. Untie.", 1),
        # costs by rule, without the rule that is running
        ("evaluate_csfcube12 min 10 s2 min 10 s150 MB rank_model24.0 s2.5 s200 MB", 1),
        ("total32 min 14 s2 min 10 s200 MB", 1),
        ("99,999", 0),
        ("numpy", 1),
        ("no-such-package", 0),
        ("the first 20 of 31", 1),
        ("invalid json 1, missing key 30", 1),
        ("are generated", 0),
        ("read to the end", 0),
        ("Releases", 0),
        ("joined to the papers", 0),
        ("445 of the 1,300 with both years", 1),
    ],
)
def test_the_page_says_so(words, text, n):
    assert words.count(text) == n


def test_other_queries_are_not_compared_with_the_papers(results):
    with (results.folder / "released.txt").open("a") as file:
        file.write("4_method\n")
    text = read_text(results.page(name="acl-methods"), " ")
    assert "SPECTER-ID" not in text and "Table 3" not in text and "CSFCube" not in text
    assert "No published score is of these queries." in text
    assert "acl-methods NDCG%20, corrected protocol, test split" in text
    assert "Data acl-methods, s2orc" in text
    places = [text.index(f"Main measures, {p} protocol") for p in ("corrected", "official")]
    assert places == sorted(places)


def test_generated_data_are_named_as_such(results):
    assert "All data are generated" in results.page(is_demo=True)


@pytest.mark.parametrize(("corpus", "csfcube"), [(True, False), (False, True), (False, False)])
def test_a_section_that_was_left_out_names_its_key(results, corpus, csfcube):
    page = results.page(corpus=corpus, csfcube=csfcube)
    Checker(page)
    assert ("data.s2orc" in page) is not corpus
    assert ("data.csfcube" in page) is not csfcube
    assert ("Quarantined rows" in page) is corpus
    assert ("Faceted query by example" in page) is csfcube
    assert ('href="#two-facets"' in page) is csfcube


def test_a_corpus_without_quarantined_rows_says_so(results):
    clean = {"read": 5, "quarantined": {}, "readable": 5}
    filters = {"none": {"kept": 5, "kept_always": 0, "dropped": {}}}
    results.write_corpus({**clean, "kept": 5, "filters": filters, "shards": {"a": clean}}, [])
    assert "No row was quarantined." in results.page()


def test_shards_that_were_not_read_to_the_end_stand_first(results):
    counts = {"why": "its checksum does not match", "bytes_read": 5120, "bytes": 9216, "rows": 500}
    results.write_corpus(SUMMARY | {"broken_shards": {"a.jsonl.gz": counts}}, [])
    page = results.page()
    assert "1,031 rows (1 shard not read to the end)" in read_text(page)
    row = page.partition("its checksum does not match")[2].partition("</tr>")[0]
    assert all(f">{n}<" in row for n in ("5,120", "9,216", "500"))


def test_rows_of_a_release_stand_beside_the_declared_number(results):
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
    assert "2 papers cited, the most often 3 times" in page
    write_json(results.folder / "graph.json", {"citations": 9_000, "limit": 2_000})
    assert "9,000 citations, and graphs of more than 2,000" in results.page()
    write_json(results.folder / "graph.json", {"citations": 0, "limit": 2_000})
    assert "Citation graph" not in results.page()


def test_joined_datasets_are_told_where_there_are_some(results, page):
    assert "2 shards</summary>" in page
    rows = [("a.jsonl.gz", line, "missing_key", "title", "{}") for line in range(34)]
    results.write_corpus(SUMMARY | {"bulk": BULK}, rows)
    page = results.page()
    assert "the first 20 of 34" in page and "2 shards of papers</summary>" in page
    text = read_text(page.replace("</t", " </t").replace("<span", " <span"))
    table = text.partition("those of quarantined rows.")[2].partition("Official")[0]
    assert table.strip().startswith(
        "CSV LaTeX "
        "dataset read quarantined repeated unresolved without paper joined share reasons "
        "abstracts 1,200 3 7 – 290 900 75.0% invalid json 2, wrong type 1 "
        "citations 50,000 0 – 8,000 1,000 41,000 82.0% "
    )


def test_pool_bias_is_told_for_all_queries_with_its_warnings(page):
    text = read_text(page.replace("</td>", "</td> "))
    table = text.partition("Pool bias judged@20")[2].partition("Run checks")[0]
    assert "bm25100.00 20.13 none" in table
    assert "minilm50.00 26.15 Half of them & no more." in table
    assert "dev split" not in table and "of a facet" not in table
    assert '<span class="warn">Half of them' in page
