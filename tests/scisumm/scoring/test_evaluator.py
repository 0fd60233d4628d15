"""Rankings and submissions are evaluated on the splits that they cover."""

import pytest

from paperpool.io.tables import make_table, write_table
from paperpool.scisumm.read.rows import Row
from paperpool.scisumm.read.submissions import COLUMNS
from paperpool.scisumm.scoring.evaluator import Judge, load_judge, read_published_scisumm
from paperpool.scisumm.tables import CITANCES, GOLD, RANKING, SENTENCES

PLACES = {"train": "C00-1001", "test": "A00-2001"}


@pytest.fixture
def judge():
    sentences = [
        (split, paper, sid, "", f"word {'long ' * sid}".strip())
        for split, paper in PLACES.items()
        for sid in range(4)
    ]
    citances = [
        (split, f"{paper}:1", paper, "1", "W01-1", "", "a citing text", "")
        for split, paper in PLACES.items()
    ]
    cells = ("C00-1001", "W01-1", "W01-1", "a citing text", "['1']", "<S sid='1'>word long</S>", 11)
    gold = [("train", "C00-1001", "C00-1001.ann.txt", "asha", 1, "C00-1001:1", *cells, [1])]
    tables = map(make_table, (sentences, citances, gold), (SENTENCES, CITANCES, GOLD))
    return Judge(*tables, 2)


def ranking(order):
    rows = [
        (split, f"{paper}:1", sid, float(-rank), rank)
        for split, paper in PLACES.items()
        for rank, sid in enumerate(order, 1)
    ]
    return make_table(rows, RANKING)


def test_the_first_sentences_of_a_ranking_are_submitted_by_split(judge):
    submissions = judge.submit(ranking([2, 1, 3, 0]))
    assert set(submissions) == {"train", "test"}
    for split, paper in PLACES.items():
        [row] = submissions[split].rows
        assert (row.paper_id, row.sids, row.reference_offset) == (paper, (2, 1), "['2','1']")
        assert submissions[split].best == {f"{paper}:1": (2, 1, 3, 0)}
    splits = judge.splits({"mine": submissions})
    assert len(splits["train"].gold) == 1 and splits["test"].gold == []
    assert splits["train"].texts["C00-1001", 1] == "word long"


def test_submissions_and_gold_may_cover_one_split(judge):
    cells = ("A00-2001", "W01-1", "W01-1", "a citing text", "['3']", "")
    row = Row("A00-2001", *cells, 11, "A00-2001:1", (3,))
    found = judge.submit_rows({"A00-2001": [row]})
    assert set(found) == {"test"} and list(found["test"].rows) == [row]
    splits = judge.splits({"theirs": found})
    assert splits["train"].submissions == {}
    assert judge.is_judged("train") and not judge.is_judged("test")


def test_where_nothing_has_gold_a_warning_says_so(judge, tmp_path, caplog):
    paths = [tmp_path / name for name in ("sentences", "citances", "gold")]
    for path, table in zip(paths, (judge.sentences, judge.citances, judge.gold), strict=True):
        write_table(path, table)
    assert load_judge(*paths, 2) == judge and not caplog.messages
    write_table(paths[2], judge.gold.slice(0, 0))
    assert load_judge(*paths, 2).rows("train") == []
    (message,) = caplog.messages
    assert "No reference paper has gold" in message


def test_printed_figures_are_found_by_ranker(root):
    path = root / "workflow/scripts/paperpool/resources/published/scisumm.csv"
    found = read_published_scisumm(path, {"asymm-d4": "Asymm (d=4)", "bm25": None})
    assert found["test", "asymm-d4", "f1"] == 0.174 and found["train", "asymm-d4", "f1"] == 0.164
    assert {ranker for _, ranker, _ in found} == {"asymm-d4"}
    greedy = read_published_scisumm(path, {"greedy": "Greedy Optimization"}, "scisumm-ablation")
    assert greedy["test", "greedy", "f1"] == 0.153


def test_rankings_are_submitted_as_files_and_a_paper_without_citances_is_told(
    judge, tmp_path, caplog
):
    write_table(tmp_path / "mine.parquet", ranking([2, 1, 3, 0]))
    papers = [tmp_path / f"mine/Task1/{name}.csv" for name in ("C00-1001", "X00-1001")]
    made = judge.submit_rankings({"mine": tmp_path / "mine.parquet"}, {}, map(str, papers))
    assert made == {"mine": judge.submit(ranking([2, 1, 3, 0]))}
    header, row, *others = papers[0].read_text().splitlines()
    assert header == ",".join(COLUMNS) and "C00-1001" in row and not others
    assert papers[1].read_text() == f"{header}\n" and "read of X00-1001" in caplog.text
