"""Every chart of the report: its texts, and the contract of all."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.schemes import default_scheme
from paperpool.pages.charts.heat_map import percent_map
from paperpool.pages.charts.lines import MAX_BINS, LineChart
from paperpool.pages.results import Results
from paperpool.pages.score_charts import interval_chart, slice_bars
from paperpool.pages.scores import Score
from paperpool.workflow.report.annotation import collection as annotation
from paperpool.workflow.report.corpus import section as corpus
from paperpool.workflow.report.corpus.funnel import make_funnel
from paperpool.workflow.report.csfcube.two_facets import two_facet_papers
from paperpool.workflow.report.mdcr import section as mdcr
from paperpool.workflow.report.pools import section as pools
from paperpool.workflow.report.scisearch import charts as scisearch
from paperpool.workflow.report.scisearch.charts import Epoch
from paperpool.workflow.report.scisearch.tables import ModelScores
from paperpool.workflow.report.scisumm.charts import lines_by_split

from ..made.results import SUMMARY

SCHEME = default_scheme()

EVIL = "<b>a</b>\x00\ufffe $x"
SHOWN = "<b>a</b>␀\ufffd $x"

OF = Score("official", "test", EVIL, "all", "ndcg%20", 0.5, 0.01, 1, 0.4, 0.6, 9, 0.45)
BARS = Results(BENCHMARK, [replace(OF, slice="method"), replace(OF, split="dev")], confidence=0.9)
SCORES_OF_FACETS = {"r": {"1": {"method": 0.4, "result": 0.9}}}
SIZES = [
    replace(OF, ranker=name, slice=size, measure="map", value=value)
    for name, size, value in ((EVIL, "20000", 0.2), (EVIL, "500", 0.4), ("b", "500", 0.3))
]
SIZES.append(replace(SIZES[0], ranker="c", sd=None))
MODEL = ModelScores(EVIL, replace(OF, value=0.45), OF, replace(OF, value=0.8), 0.82, None)
EPOCHS = [
    Epoch("m", 1, 0.9, 0.3, 5, 2),
    Epoch("m", 2, 0.5, 0.6, 5, 2),
    Epoch("m", 3, 0.7, 0.7, 5, 2),
]
TRAINED = {
    "result": {"honest-fold2": [Epoch("m", 0, None, None, 0, 0)]},
    "method": {"as-published": EPOCHS, "honest-fold1": EPOCHS},
}
SPLITS = {
    "Training set": ({EVIL: {1: 0.1, 2: 0.25}}, {"level": 0.2}),
    "Test set": ({EVIL: {1: 0.3}, "other": {2: 0.4}}, {}),
}
PAIR = annotation.FacetPair("method", "result", [[3, 0, 0, 1], *[[0] * 4] * 3], 1)
PANEL = scisearch.grade_panel("probability", "True grade 1", 1, [0.25, 0.5], 1.0, 0.8)
CELLS = {("a", EVIL): 0.25, ("b", "x"): 1.0}

CHARTS = {
    "funnel": (
        corpus.funnel_chart(make_funnel(SUMMARY)),
        ["−499", "48.4%", "117", "short abstract"],
    ),
    "in-degrees": (
        corpus.in_degrees({"0": 9, "1": 5, "3": 2}),
        ["cited at least 1 time: 7 papers", "cited at least 3 times: 2 papers", "often 3 times"],
    ),
    "facet-bars": (
        slice_bars(BARS, {"G": [EVIL], "H": []}, ["method"], "facet-bars"),
        [f"{SHOWN}, method: 50.00 [40.00, 60.00]", "published: 45.00", "90% interval", "G"],
    ),
    "intervals": (
        interval_chart(Results(BENCHMARK, [OF], baselines=[EVIL])),
        [f"{SHOWN} (baseline)", "50.00 [40.00, 60.00]", "published: 45.00", "baseline"],
    ),
    "facets": (
        two_facet_papers(SCORES_OF_FACETS, SCHEME.facet_names, {"1": EVIL}),
        [f"{SHOWN} — method: 40.00", "r: 1 papers, differences up to 50.00"],
    ),
    "pool-size-lines": (
        mdcr.pool_size_lines(SIZES),
        [f"{SHOWN}, 500 papers: 40.00 ± 1.00", "20,000", "b, 500 papers: 30.00 ± 1.00",
         "c, 20,000 papers: 20.00."],
    ),
    "pool-sizes": (
        pools.pool_sizes({"a": 88, "b": 89, "c": 90, "d": 253}),
        ["80 to 89 candidates: 2 pools", "250 to 259 candidates: 1 pool"],
    ),
    "overlap": (
        pools.overlap_map([pools.Overlap(EVIL, "b", 0.25), pools.Overlap("b", "c", 3)]),
        [f"{SHOWN} and b: 0.25 of 25", "0.2", "3.0"],
    ),
    "facet-pairs": (
        annotation.facet_pairs_map([PAIR]),
        ["method 0, result 3: 1 candidate", "75.0% with the same grade",
         "grade for method"],
    ),
    "source-grades": (
        annotation.source_grades_bars({"method": {EVIL: [1, 2, 0, 1]}}, SCHEME),
        [f"{SHOWN}, grade 1: 2 of 4 (50.0%)", "grade 3"],
    ),
    "scisearch-inflation": (
        scisearch.inflation_chart([MODEL], 0.95),
        [f"{SHOWN}, untrained: 45.00", f"{SHOWN}, honest: 50.00", f"{SHOWN}, as-published: 80.00",
         f"{SHOWN}, published: 82.00", "(+30.00)", "the paper's", "95% interval"],
    ),
    "curves": (
        scisearch.training_curves(TRAINED, "curves"),
        ["method, as-published, epoch 3 of 3: validation loss 0.700",
         "method, honest-fold1, epoch 2 of 3: validation loss 0.500",
         "method, honest-fold1, epoch 2 of 3: accuracy 60.00",
         "result, honest-fold2: not trained", "Result: not trained"],
    ),
    "grades": (
        LineChart("grades", "Grades", [[PANEL]]),
        ["True grade 1: grade 0: 0.250; grade 1: 0.500; Gaussian of mean 1.00 and sd 0.80"],
    ),
    "lines": (
        lines_by_split(SPLITS, "lines", "power", "F1", "d"),
        [f"F1 against power. Training set: level: 20.00; {SHOWN}, d = 1: 10.00; "
         f"{SHOWN}, d = 2: 25.00. Test set: {SHOWN}, d = 1: 30.00; other, d = 2: 40.00."],
    ),
    "map": (
        percent_map("map", "MAP", ["a", "b"], [EVIL, "x"], CELLS, marked=[("b", "x")],
                    marked_as="its own"),
        [f"a, {SHOWN}: 25.00", "b, x: 100.00 (its own)"],
    ),
}  # fmt: skip

EMPTY = [
    slice_bars(Results(BENCHMARK, []), {"G": ["a"]}, ["method"], "facet-bars"),
    interval_chart(Results(BENCHMARK, [])),
    two_facet_papers({}, SCHEME.facet_names, {}),
    two_facet_papers({"bm25": {}}, SCHEME.facet_names, {}),
    mdcr.pool_size_lines([]),
    pools.pool_sizes({}),
    pools.overlap_map([]),
    annotation.facet_pairs_map([]),
    annotation.source_grades_bars({}, SCHEME),
    scisearch.inflation_chart([], 0.9),
    scisearch.training_curves({}, "curves"),
    LineChart("grades", "Grades", [[]]),
    lines_by_split({}, "lines", "power", "F1", "d"),
    percent_map("map", "MAP", [], [], {}),
]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_says_its_figures_and_is_fit_for_a_page(name, draw_anew):
    chart, said = CHARTS[name]
    svg = chart.__html__()
    draw_anew()
    assert chart and svg == chart.__html__()
    root = ET.fromstring(svg)
    texts = [root.get("aria-label"), *(element.text for element in root.iter() if element.text)]
    for text in said:
        assert any(text in found for found in texts), text
    assert root.get("role") == "img" and root.get("aria-label").startswith(chart.about)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) and all(one.startswith(f"{name}-") for one in ids)
    assert not re.search(r"<b>|<style|#0100|nan", svg)


@pytest.mark.parametrize("chart", EMPTY, ids=lambda chart: chart.name)
def test_a_chart_without_figures_is_false_and_can_be_drawn(chart):
    assert not chart and ET.fromstring(chart.__html__()).get("aria-label").startswith(chart.about)


def test_what_is_missing_is_not_drawn():
    model = ModelScores("m", None, OF, None, None, None)
    for chart, absent in (
        (scisearch.inflation_chart([model], 0.9), ["untrained encoder", "the paper's"]),
        (CHARTS["funnel"][0], ["no title"]),
        (slice_bars(replace(BARS, scores=[replace(BARS.scores[0], published=None)]),
                    {"G": [EVIL], "H": ["b"]}, ["method"], "bars"), ["published", "H", "b"]),
    ):  # fmt: skip
        found = {element.text for element in ET.fromstring(chart.__html__()).iter()}
        assert not found & set(absent)


@pytest.mark.parametrize(("top", "width"), [(1, 1), (7, 1), (33, 2), (200, 10), (1001, 50)])
def test_bins_of_one_width_hold_every_pool_once(top, width):
    (panel,) = pools.pool_sizes({str(size): size for size in range(top)}).rows[0]
    points = panel.series[0].points
    assert {point.y for point in points[:-1]} <= {width}
    assert len(points) <= MAX_BINS and sum(point.y for point in points) == top
