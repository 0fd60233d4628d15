"""What a datasheet says of how a collection of one's own was made."""

import json

import pytest

from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.datasheet import write_datasheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.making import FILES, describe_making, find_making
from paperpool.workflow.export.sheets import OWN

TABLES = {
    "sources": "source,n_drawn\ncited,3\ntitle_tfidf,8\n",
    "turns": "query_id,source,quota,n_new\n1,cited,,3\n1,title_tfidf,4,4\n2,title_tfidf,4,4\n",
    "agreement": "facet,stage,measure,value\nmethod,pre,rho,0.5\nmethod,pre,agreement,0.625\n"
    "method,post,rho,0.9\n",
    "overruled": "facet,value\nmethod,0.5\nall,0.025\n",
    "import": json.dumps(
        {
            "tasks": {"all": 1100, "agreed": 800, "adjudicated": 290, "open": {"no grade": 10}},
            "annotators": {"ann1": "x", "ann2": "y"},
        }
    ),
}


UNKNOWN = "How the pools were drawn and judged is for its makers to say."


@pytest.fixture
def render(collection, sources, tmp_path):
    """Return a function: the datasheet of the small collection with a sheet."""

    def make(sheet):
        path = tmp_path / "datasheet.md"
        write_datasheet(export_collection(collection), sheet, sources("own"), [], path)
        return path.read_text()

    return make


@pytest.fixture
def release(tmp_path):
    """The folder of a release in a run that has the tables."""
    for name, text in TABLES.items():
        path = tmp_path / "results/mine" / FILES[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "results/mine/annotation/release"


def test_pools_grades_and_agreement_are_told(release, render):
    text = describe_making(find_making(release))
    assert "2 pools of 4 to 7 papers (mean 5.5)" in text
    assert "| cited | all | 3 |" in text and "| title_tfidf | 4 | 8 |" in text
    assert "2 annotators graded" in text and "Of 1,100 candidates of queries, 800 were" in text
    assert "290 settled by an adjudicator; 10 are open" in text
    assert "| method | 0.50 | – | – | 62.50 |" in text and "0.90" not in text
    assert "2.50% of the candidates have a settled grade that no annotator gave" in text
    assert "ann1" not in text and "x" not in text.split()  # annotators are not named
    sheet = render(csfcube_sheet(OWN, {}, "mine", text))
    assert text in sheet and UNKNOWN not in sheet


def test_what_is_not_known_is_left_out(release, render, tmp_path):
    (tmp_path / "results/mine/pools/turns.csv").unlink()
    assert list(find_making(release)) == ["sources", "import", "agreement", "overruled"]
    assert "sources" not in describe_making(find_making(release))
    assert find_making(tmp_path / "release") == {} and describe_making({}) == ""
    sheet = csfcube_sheet(OWN, {}, "My papers")
    assert sheet.title == "My papers" and sheet.name == "my-papers"
    assert csfcube_sheet(OWN, {}, "Сборник").name == "csfcube-style"
    assert UNKNOWN in render(sheet)
