"""TREC's formats: what is written is read back, and orders are trec_eval's."""

import xml.etree.ElementTree as ET

import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.workflow.export.exported import Topic, check_ids
from paperpool.workflow.export.trec import (
    count_down,
    order_as_trec_eval,
    write_qrels,
    write_run,
    write_topics,
)


def ranks_of_trec_eval(scores):
    """Return the rank that trec_eval gives each document, from its reciprocal rank alone."""
    ranks = {}
    for document in scores:
        evaluator = pytrec_eval.RelevanceEvaluator({"q": {document: 1}}, {"recip_rank"})
        ranks[document] = round(1 / evaluator.evaluate({"q": scores})["q"]["recip_rank"])
    return ranks


NEAR = [0.0, 1.0, 1.0 + 1e-9, 1.0 + 1e-6, -1.0, 1e-30, 3e38]
SCORES = st.dictionaries(
    st.sampled_from(["a", "b", "c1", "c10", "c2", "D", "é"]), st.sampled_from(NEAR), min_size=1
)


@settings(max_examples=50)
@given(SCORES)
def test_candidates_are_ordered_as_trec_eval_does(scores):
    ordered = order_as_trec_eval(scores.items())
    assert dict(ordered) == scores
    assert ranks_of_trec_eval(scores) == {i: r for r, (i, _) in enumerate(ordered, 1)}


@settings(max_examples=50)
@given(st.permutations(["a", "b", "c1", "c10", "c2"]))
def test_counted_down_scores_keep_any_order(order):
    ranked = count_down(order)
    assert [score for _, score in ranked] == [5, 4, 3, 2, 1]
    assert ranks_of_trec_eval(dict(ranked)) == {i: r for r, i in enumerate(order, 1)}


def test_files_have_trecs_columns(tmp_path):
    write_qrels({"q2": {"b": 0, "a": 3}, "q1": {"c": 1}}, tmp_path / "qrels.txt")
    assert (tmp_path / "qrels.txt").read_text() == "q1 0 c 1\nq2 0 a 3\nq2 0 b 0\n"
    write_run([("q1", [("c", 0.1 + 0.2), ("d", -1e-7)])], "bm25", tmp_path / "run.txt")
    assert (tmp_path / "run.txt").read_text() == (
        "q1 Q0 c 1 0.30000000000000004 bm25\nq1 Q0 d 2 -1e-07 bm25\n"
    )


def test_topics_are_xml_whatever_the_texts_hold(tmp_path):
    odd = 'x < y & "z" ]]>\n\x00\x0b\ufffe\ud800\u2028é'
    topic = Topic('q"<1', f"{odd} sentence", "p&1", "method", odd)
    write_topics([topic], tmp_path / "topics.xml")
    (read,) = ET.parse(tmp_path / "topics.xml").getroot()
    assert read.attrib == {"number": 'q"<1', "paper": "p&1", "part": "method"}
    assert read.findtext("query") == 'x < y & "z" ]]>      é sentence'
    assert [child.tag for child in read] == ["title", "query", "abstract"]


def test_a_question_is_its_text_alone(tmp_path):
    write_topics([Topic("1", "which?")], tmp_path / "topics.xml")
    (read,) = ET.parse(tmp_path / "topics.xml").getroot()
    assert read.attrib == {"number": "1"}
    assert [(child.tag, child.text) for child in read] == [("query", "which?")]


@pytest.mark.parametrize("odd", ["a b", "", "a\tb", "a\u00a0b", "a\x00"])
def test_ids_that_would_break_a_line_are_refused(odd):
    check_ids("papers", ["12", "P19-1001", 'q"1'])
    with pytest.raises(UserError, match="1 ids hold blanks") as raised:
        check_ids("papers", ["12", odd])
    assert repr(odd) in str(raised.value)
