"""The readable annotations: the release's form, line for line."""

from paperpool.collections.collection import Collection, Judgments, Paper, Pool
from paperpool.workflow.csfcube.readable_annotations import write_readable

ABOUT = "TITLE: T\nABSTRACT: objective_label: We ask.\nmethod_label: We do."
TEXT = f"""\
======================================================================
paper_id: a/1; YEAR: 2001
{ABOUT}
===================================
paper_id: c2; YEAR: None
adju relevance: Identical (+3)
difference: 1; annotator2: 3; annotator10: 2
sources: cited - specter
{ABOUT}

===================================
paper_id: c1; YEAR: None
adju relevance: Irrelevant (0)
difference: 1; annotator2: 0; annotator10: -1
sources: 
{ABOUT}

"""


def test_a_pair_is_as_in_the_release(tmp_path):
    texts = ("We ask.", "We do."), ("objective", "method")
    papers = {i: Paper(i, "T", *texts, 2001 if i == "a/1" else None) for i in ("a/1", "c1", "c2")}
    said = {"ann2": (0, 3), "ann10": (-1, 2)}
    judged = {("a/1", "method"): Judgments(("c1", "c2"), (0, 3), said)}
    pools = {"a/1": Pool(("c2",), (("cited", "specter"),))}
    (tmp_path / "read").mkdir()
    (tmp_path / "read/old-method-adju.txt").touch()
    write_readable(Collection(papers, pools, judged, {}, []), tmp_path / "read")
    [file] = (tmp_path / "read").iterdir()
    assert (file.name, file.read_text()) == ("a%2F1-method-adju.txt", TEXT)
    judged["a/1", "method"].annotators["ann3"] = (1, -1)  # of three each gave two grades
    write_readable(Collection(papers, pools, judged, {}, []), tmp_path / "read")
    assert "difference: 1; annotator2: 0; annotator3: 1\n" in file.read_text()
