"""The report's section on the judges of collections."""

from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.votes.agreement import compare_pairs, describe_judges
from paperpool.extras.votes.orders import ORDER_COLUMNS
from paperpool.extras.votes.section import build_section, list_judges
from paperpool.io.tables import write_csv
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Text, list_tables

from ...made.tables import write_frame
from .test_judges import plant


def write_tables(folder, orders):
    """Write the tables of planted votes; return their paths by name."""
    votes = plant()
    paths = {name: folder / f"{name}.csv" for name in ("pairs", "judges", "orders")}
    write_csv(paths["pairs"], compare_pairs(votes))
    write_csv(paths["judges"], describe_judges(votes, Resampling(5, 200, 200)))
    write_frame(paths["orders"], ORDER_COLUMNS, orders)
    return paths


def test_the_outlier_is_named_beside_the_agreement_of_all(tmp_path):
    orders = [("odd", "AP", 0.2, -0.1, 0.6, "bm25", 6)]
    parts = list(list_judges("cf", write_tables(tmp_path, orders)))
    [text] = [part.text for part in parts if isinstance(part, Text)]
    assert text.endswith("odd agrees least with the others, and these agree better without.")
    grids = {grid.label: grid for grid in list_tables(parts)}
    assert [row[0].text for row in grids["cf: judges"].rows] == ["a", "b", "c", "odd"]
    assert len(grids["cf: judges two and two"].rows) == 6
    [row] = grids["cf: orders of rankers by judge"].rows
    assert [cell.text for cell in row] == ["odd", "AP", "0.20 [−0.10, 0.60]", "bm25"]
    assert "6 rankers" in grids["cf: orders of rankers by judge"].title


def test_without_rankers_there_are_no_orders(tmp_path):
    fragment = build_section(RunLabel("run", False), {"cf": write_tables(tmp_path, [])}, {})
    assert fragment.links == [("votes", "Judges of collections")]
    assert "Kendall" not in fragment.html
