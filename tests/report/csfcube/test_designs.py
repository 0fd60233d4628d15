"""The choice of a ranker of kind best, on the page."""

import re

TABLE = """\
fold,most_members,share,n_designs,n_summed,n_training,training,chosen,weights,ndcg%20,map
fold1_test,1,0.0,2,1,3,0.4,False,1*a,0.5,0.1
fold1_test,2,1.0,3,3,3,0.6,True,2*a+2*<b>,0.3,0.3
fold2_test,1,0.0,2,1,2,0.6,True,1*<b>,0.5,0.5
fold2_test,2,1.0,3,3,2,0.1,False,2*a+2*<b>,0.2,0.2
"""


def rows_of(page):
    """Return the texts of the cells of each row of the tables of designs."""
    part = page.partition("How best was chosen")[2].partition("Papers queried by two")[0]
    rows = re.findall(r"<tr><th scope=\"row\">.*</tr>", part)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_the_chosen_come_first_then_all_by_fold_and_by_what_they_did_when_tried(results):
    assert "was chosen" not in results.page()
    (results.folder / "best.csv").write_text(TABLE)
    page = results.page(designs={"best": results.folder / "best.csv"})
    assert "How best was chosen" in page and "All 4 ways to choose" in page
    both = ["1", "2", "3 of 3", "60.00", "30.00", "30.00", "2*a + 2*&lt;b&gt;"]
    one = ["2", "1", "1 of 2", "60.00", "50.00", "50.00", "1*&lt;b&gt;"]
    first = ["1", "1", "1 of 2", "40.00", "50.00", "10.00", "1*a"]
    rest = ["2", "2", "3 of 3", "10.00", "20.00", "20.00", "2*a + 2*&lt;b&gt;"]
    assert rows_of(page) == [both, one, both, first, one, rest]


def test_without_pairs_to_choose_on_a_dash_stands_for_the_figure(results):
    (results.folder / "best.csv").write_text(TABLE.replace(",0.4,", ",,").replace(",0.6,", ",,"))
    page = results.page(designs={"best": results.folder / "best.csv"})
    assert [row[3] for row in rows_of(page)] == ["–", "–", "–", "–", "10.00", "–"]
