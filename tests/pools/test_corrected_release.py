"""A collection with corrected query labels: what it changes, and that it changes nothing else."""

import csv
import json

import pytest

from paperpool.collections.csfcube_release import ABSTRACTS, REQUIRED, read_collection
from paperpool.csfcube.release_writer import write_collection
from paperpool.errors import UserError
from paperpool.pools.label_sheet import COLUMNS, correct_release, write_label_sheet

from ..made.collection import make_collection


@pytest.fixture
def release(tmp_path):
    write_collection(make_collection(), tmp_path / "release")
    return tmp_path / "release"


def draw(folder, path, **corrected):
    """Write the sheet of a release's queries, some sentences of q1 corrected by number."""
    collection = read_collection(folder)
    queries = dict.fromkeys(query for query, _ in collection.pairs())
    write_label_sheet([collection.papers[query] for query in queries], path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["paper_id"] == "q1":
            row["corrected_label"] = corrected.get(f"s{row['sentence_id']}", "")
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def contents(folder):
    return {name: (folder / name).read_bytes() for name in REQUIRED}


def test_a_sheet_without_corrections_gives_the_same_bytes(release, tmp_path):
    assert correct_release(release, draw(release, tmp_path / "s.csv"), tmp_path / "out") == 0
    assert contents(tmp_path / "out") == contents(release)


def test_the_released_queries_come_out_as_they_went_in(real_data, tmp_path):
    released = real_data("csfcube")
    assert correct_release(released, draw(released, tmp_path / "s.csv"), tmp_path / "out") == 0
    assert contents(tmp_path / "out") == contents(released)


def test_only_the_corrected_sentences_of_queries_change(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s1="method", s2="method")  # s2 was a method before
    assert correct_release(release, sheet, tmp_path / "out") == 1
    before, after = contents(release), contents(tmp_path / "out")
    assert [name for name in REQUIRED if before[name] != after[name]] == [ABSTRACTS]
    lines = zip(before[ABSTRACTS].splitlines(), after[ABSTRACTS].splitlines(), strict=True)
    ((old, new),) = [pair for pair in lines if pair[0] != pair[1]]
    labels = ["background_label", "method_label", "method_label", "result_label"]
    assert json.loads(new) == json.loads(old) | {"pred_labels": labels}
    paper = read_collection(tmp_path / "out").papers["q1"]
    assert len(paper.facet_sentences("method")) == 2


def test_a_query_keeps_a_sentence_of_its_facet(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s3="other")
    with pytest.raises(UserError, match="no sentence of their facet left: q1_result") as caught:
        correct_release(release, sheet, tmp_path / "out")
    assert caught.value.problems[0].where == str(sheet) and not (tmp_path / "out").exists()


def test_papers_of_other_queries_are_passed_over_where_there_may_be_some(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s0="objective")
    with sheet.open("a") as file:
        file.write("c0,0,Some sentence.,other,method\n")
    with pytest.raises(UserError, match="Paper c0 is no query paper"):
        correct_release(release, sheet, tmp_path / "out")
    assert correct_release(release, sheet, tmp_path / "out", may_have_others=True) == 1
