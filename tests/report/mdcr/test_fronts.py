"""What MDCR has on the first screen of the report."""

from paperpool.evaluation.tables import METRIC_COLUMNS
from paperpool.report.mdcr.fronts import make_fronts

from ...made.mdcr_run import RANKERS, metric_rows, write_rows


def test_the_benchmark_has_headline_figures_and_the_large_pools_only_those_beside_others(tmp_path):
    rows = metric_rows()
    chosen = [r for r in rows if r["benchmark"] != "mdcr" and r["metric"] == "map"]
    for row in chosen:
        row["published"] = 0.5
    write_rows(tmp_path / "metrics.csv", rows, METRIC_COLUMNS)
    first, *large = make_fronts(tmp_path / "metrics.csv")
    assert (first.anchor, first.n_queries) == ("mdcr-benchmark", 2)
    assert first.values == {name: i / 10 for i, name in enumerate(RANKERS, 1)}
    assert first.beside == []
    assert [front.title for front in large] == ["MDCR, pools of a size", "MDCR, pools of a field"]
    for front in large:
        assert front.anchor == "mdcr-large" and front.values == {} and front.beside
    assert sum(len(front.beside) for front in large) == len(chosen)
    assert {beside.published for front in large for beside in front.beside} == {0.5}
