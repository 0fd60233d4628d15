"""The designs of a ranker of kind best, read and shown."""

import math

from paperpool.report.csfcube.designs_table import Design, read_designs

TABLE = """\
fold,design,n_members,n_training,training,chosen,ndcg%20,map
fold1_test,a,1,2,0.2,False,0.5,0.1
fold1_test,<b>,1,2,0.6,True,0.3,0.3
fold1_test,a+<b>,2,2,0.1,False,0.2,0.2
fold2_test,a,1,3,0.4,False,0.7,0.3
fold2_test,<b>,1,3,0.6,True,0.5,0.5
fold2_test,a+<b>,2,3,0.7,True,0.2,0.2
"""


def test_figures_are_means_of_the_folds_and_the_best_trained_come_first(tmp_path):
    (tmp_path / "best.csv").write_text(TABLE)
    designs = read_designs({"best": tmp_path / "best.csv"})["best"]
    assert [design.members for design in designs] == [("<b>",), ("a", "<b>"), ("a",)]
    assert [design.folds for design in designs] == [(1, 2), (2,), ()]
    first = designs[0]
    assert math.isclose(first.training, 0.6) and math.isclose(first.ndcg, 0.4)
    assert math.isclose(designs[2].map, 0.2) and isinstance(first, Design)


def test_the_page_shows_them_escaped_and_without_training_a_dash(results):
    assert "was chosen from" not in results.page()
    without = "".join(
        ",".join([*row[:4], "", *row[5:]]) + "\n" if row[0] != "fold" else ",".join(row) + "\n"
        for row in (line.split(",") for line in TABLE.splitlines())
    )
    (results.folder / "best.csv").write_text(without)
    page = results.page(designs={"best": results.folder / "best.csv"})
    assert "What best was chosen from" in page and "All 3 designs" in page
    assert "a + &lt;b&gt;" in page and '<td class="n">–</td>' in page
