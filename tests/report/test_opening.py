"""The first screen: the run, rankers by benchmark, differences from the papers."""

import re
from dataclasses import replace

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.io.csv_rows import read_records
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.headline import largest_differences, make_headline_card
from paperpool.pages.scores import Place, Score
from paperpool.pages.section import list_tables
from paperpool.workflow.report.opening import MOST_RANKERS, draw_best, make_opening, summarise

from ..made.page_checker import Checker, without_script
from ..made.results import metric_rows


def score_of(ranker, value, low=None, high=None, n_queries=5):
    """Return a headline score, with an interval if it has ends."""
    cell = ("official", "test", ranker, "all", "ndcg%20")
    return Score(*cell, value, None, 1, low, high, n_queries, None)


def card_of(values, anchor="a", n_queries=5):
    """Return the card of a benchmark with these headline scores, best first."""
    scores = [score_of(name, value, n_queries=n_queries) for name, value in values.items()]
    return make_headline_card(BENCHMARK, scores, anchor)


def told(page):
    """Return the text of the first screen."""
    section = page[page.index('<section id="overview"') : page.index('<section id="corpus"')]
    text = "".join(Checker(re.sub("(</(td|th|dd|dt|p|a)>)", r" \1", section)).text)
    return " ".join(text.split())


def test_it_says_what_was_run_and_what_differs(results):
    text = told(results.page())
    assert "Data csfcube, s2orc Seed 13 Left out nothing" in text
    row = "CSFCube NDCG%20, official protocol, test split, n = 5"
    assert f"benchmark best rankers tied with the best {row}" in text
    chart = results.page().partition("NDCG%20 of the best rankers. ")[2]
    assert chart.startswith("minilm: 60.00")
    assert "0 of 2 scores that a paper has as well are within half a point of it." in text
    assert "bm25 CSFCube: MAP, All queries, test split, official 40.00 30.00 +10.00" in text


def test_it_names_sections_that_were_left_out_and_generated_data(results):
    text = told(results.page(csfcube=False, is_demo=True))
    assert "Data generated demo data" in text and "Left out csfcube (data.csfcube)" in text
    assert "No ranker was scored on a benchmark in this run." in text
    assert "What differs most" not in text and "no paper has them" not in text


def test_scores_that_no_paper_has_have_no_comparison(results):
    results.write_metrics([row | {"published": ""} for row in metric_rows()])
    text = told(results.page(is_demo=True))
    assert "What differs most" not in text
    assert "the data are generated, and no paper has them" in text


def test_a_benchmark_is_a_row_with_its_best_rankers_and_all_are_folded(results):
    first = {f"r{i}": (20 - i) / 100 for i in range(MOST_RANKERS + 2)}
    cards = [
        card_of(first),
        card_of({"x": 0.5, "r3": 0.4}),
        card_of({"x": 0.5, "y": 0.4}, n_queries=4),
        card_of({"x": 0.5}),
        card_of({}),
    ]
    cards = [replace(card, title=f"t{i}") for i, card in enumerate(cards)]
    best = score_of("r0", 0.2, 0.1, 0.3)
    cards[0] = replace(cards[0], scores=[best, *cards[0].scores[1:]], tied=["r1"])
    shown, every = list_tables(make_opening(results.run_info(), cards).parts)
    assert [[cell.text for cell in row[1:]] for row in shown.rows] == [
        ["r0 20.00, r1 19.00, r2 18.00", "r1"],
        ["x 50.00, r3 40.00", "not tested"],
        ["x 50.00, y 40.00", "too few queries to tell (fewer than 5)"],
        ["x 50.00", "one ranker alone"],
    ]
    assert "interval" not in write_csv(shown) and "r0 20.00" in write_csv(shown)
    rows = [[cell.text for cell in row] for row in every.rows]
    assert rows[1:4] == [
        ["r0", "20.00", "[10.00, 30.00]", "yes"],
        ["r1", "19.00", "–", "yes"],
        ["r2", "18.00", "–", "no"],
    ]
    assert len(rows) == len(first) + 2 + 2 + 1 + 4  # with a title each
    assert len(list_tables(make_opening(results.run_info(), cards[1:]).parts)) == 1


def test_the_chart_of_the_best_says_their_scores_and_intervals(results):
    scores = [score_of("a", 0.5, 0.4, 0.6), score_of("b", 0.4)]
    svg = draw_best("best", make_headline_card(BENCHMARK, scores, "a"), scores).__html__()
    assert "a: 50.00 [40.00, 60.00]; b: 40.00" in svg and "CSFCube: NDCG%20" in svg


def test_who_is_tied_is_known_of_enough_queries_alone(results):
    def tied(n_queries):
        scores = [score_of(name, x, 0.1, 0.9, n_queries) for name, x in (("a", 0.5), ("b", 0.4))]
        ranks = [
            Place("official", "test", name, "all", "ndcg%20", rank, 1, 2, True, None)
            for rank, name in enumerate("ab", 1)
        ]
        card = make_headline_card(BENCHMARK, scores, "a", places=ranks)
        return card.tied, [score.ranker for score in card.scores if score.ends]

    assert tied(5) == (["b"], ["a", "b"])
    assert tied(4) == (None, [])


def test_the_opening_of_a_full_demo_has_at_most_forty_words(results):
    cards = [card_of({f"r{i}": 0.5 for i in range(19)}, f"b{j}") for j in range(19)]
    said = ["1,234,567 papers kept of 12,345,678 rows (12 shards not read to the end)",
            "12,345 candidates pooled for 123 queries"]  # fmt: skip
    text = summarise(["", *said], cards)
    assert text == f"{said[0]}; {said[1]}; 19 rankers on 19 benchmarks."
    around = re.search('<p class="summary">(.*?)</p>', results.page(is_demo=True))[1]
    rest = "".join(Checker(f"<p>{around}</p>").text).partition("benchmark.")[2]
    assert rest.startswith(" All data are generated") and len((text + rest).split()) <= 40


def test_the_largest_difference_of_each_ranker_on_a_benchmark_is_named(results):
    rows = metric_rows()
    for row in rows:
        if (row["protocol"], row["split"], row["slice"]) == ("official", "test", "all"):
            row["published"] = row["value"] - {"p@20": 0.2, "map": 0.003}.get(row["metric"], 0.1)
    results.write_metrics(rows)
    scores = read_records(results.folder / "metrics.csv", Score)
    card = make_headline_card(BENCHMARK, scores, "csfcube")
    found = largest_differences([card], 5)
    assert [(score.ranker, score.cell) for score in found] == [
        (name, "CSFCube: P@20, All queries, test split, official") for name in ("bm25", "minilm")
    ]
    opening = make_opening(results.run_info(), [card])
    assert "2 of 12 scores that a paper has" in opening.parts[-2].text
    assert [cell.text for cell in opening.parts[-1].rows[0][2:]] == ["40.00", "20.00", "+20.00"]
    same = [replace(score, published=score.value) for score in card.compared]
    again = make_opening(results.run_info(), [replace(card, compared=same)])
    assert len(list_tables(again.parts)) == 1 and opening.parts[:2] == again.parts[:2]


def test_contents_are_a_list_of_their_own_beside_the_page(page):
    assert re.search(r'</header>\s*<nav class="contents"', page)
    assert '<body class="with-contents">' in page
    contents = page[page.index("<nav") : page.index("</nav>")]
    assert contents.index("#overview") < contents.index("#csfcube") < contents.index("#by-facet")
    assert "<script" not in without_script(page)


def test_every_table_of_results_has_its_files(page):
    tables = re.findall(r"<table.*?</table>", page, re.S)
    without = [table for table in tables if "data:text/csv" not in table]
    assert len(tables) > 10 and len(without) == 1  # rows that could not be read
    assert 'class="bad-rows"' in without[0]
    assert all(("application/x-tex" in t) is ("text/csv" in t) for t in tables)
