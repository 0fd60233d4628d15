"""Markup in titles and abstracts: what is cleaned, and mathematics that stays."""

import time

import pytest

from paperpool.workflow.corpus.markup import clean_text, clean_texts

from ..made.shards import make_released, make_row

CLEANED = {
    "<jats:title>Abstract</jats:title><jats:p>We win.</jats:p>": "We win.",
    "<h2>ABSTRACT</h2><h3>Aim</h3> To win.": "Aim To win.",
    '<jats:sec sec-type="a"><jats:p>One.</jats:p>\n <jats:p>Two.</jats:p></jats:sec>': "One. Two.",
    "CO<sub>2</sub> and <i>k</i>-means": "CO2 and k-means",
    "<I>Felidae</I>": "Felidae",
    "grown<i>in vitro</i>and then": "grown in vitro and then",
    "<b>B</b>ERT": "BERT",
    "Proofs of the<br> Characterization<br/>Theorem": "Proofs of the Characterization Theorem",
    "sets.<br>We show": "sets. We show",
    "(<mml:math xmlns:mml='x'><mml:mi>p</mml:mi><mml:mo>≤</mml:mo></mml:math>)": "( p≤ )",
    '<AbstractText Label="RESULTS" NlmCategory="RESULTS">Good.</AbstractText>': "Good.",
    "p &lt; 0.05, n &gt;= 3": "p < 0.05, n >= 3",
    "p &amp;lt; 0.05 &amp;amp; R&amp;D": "p < 0.05 & R&D",
    "The World&#x27;s &#955;&mu;-calculus": "The World's λμ-calculus",
    "A.&nbsp;B&#13;\nC": "A. B C",
    "&lt;p&gt;Escaped &lt;i&gt;twice&lt;/i&gt;&lt;/p&gt;": "Escaped twice",
    "a lone &#xD800; or &#0;": "a lone \ufffd or \ufffd",
}

STAYING = [
    "a<b and b>c",
    "x < y > z",
    "p<0.05, P>0.1",
    "$a<b>c$",
    "<s, a, r> and <i,j>",
    "List<String> and Map<List<Integer>>",
    "the mean <i> of <k> and $<N>$",
    r"the field $\mathcal{F}<u>$",
    "< p > and <A|B> and <a \\leq 1>",
    "correlators <TTT>/<TT>",
    "pages have <title> and <h1>",
    "AT&T, R&D; Q&A &c",
    "O(&sqrt;n) of &NA; &constructor;",
    "white  space   stays",
    "<p></p>",
    "",
]


@pytest.mark.parametrize(("text", "plain"), CLEANED.items())
def test_known_markup_is_cleaned_once_and_for_all(text, plain):
    assert clean_text(text) == plain == clean_text(plain)


@pytest.mark.parametrize("text", STAYING)
def test_mathematics_and_code_stay(text):
    assert clean_text(text) == text


def test_missing_texts_stay_missing():
    assert clean_texts([None, "", "a&amp;b"]) == [None, "", "a&b"]


@pytest.mark.parametrize("bit", ["<p ", '<p a="', "&amp;", "<i>a</i>", "<p a=b", "<title>", "<"])
def test_hostile_texts_take_no_time(bit):
    start = time.process_time()
    clean_text(bit * (400_000 // len(bit)))
    assert time.process_time() - start < 5


SHORT = "<jats:p>Good.</jats:p><jats:p></jats:p>"
"""An abstract that MDCR's filter would drop if it were cleaned before: it has 30 characters."""


def test_filters_decide_on_the_texts_as_read_and_kept_ones_are_cleaned(run_stage):
    rows = [make_row("1", title="A <i>b</i> c", abstract=SHORT), make_row("2")]
    stage = run_stage({"a.jsonl": rows, "b.jsonl": [make_row("3", title="R&amp;D")]})
    assert stage.summary["filters"]["mdcr"]["kept"] == 3
    assert [(p["title"], p["in_mdcr"]) for p in stage.papers] == [
        ("A b c", True),
        ("Title number 2", True),
        ("R&D", True),
    ]
    assert stage.papers[0]["abstract"] == "Good."
    assert stage.summary["cleaned"] == {"titles": 2, "abstracts": 1}


def test_the_summary_of_a_corpus_without_markup_says_nothing(run_stage):
    assert "cleaned" not in run_stage({"a.jsonl": [make_row("1", title="a<b")]}).summary


def test_released_sentences_keep_their_text_and_still_find_their_twin(run_stage):
    """Their labels are of the sentences as released."""
    title = "On <i>k</i>-means for all"
    released = make_released("1", title=title, abstract=["A &lt; b c.", "D e f g.", "H i."])
    shards = {"a.jsonl": [released], "b.jsonl": [make_row("2", title=title)]}
    stage = run_stage(shards, released=["a.jsonl"])
    assert [p["title"] for p in stage.papers] == [title, "On k-means for all"]
    assert stage.papers[0]["abstract"] == "A &lt; b c. D e f g. H i."
    assert stage.summary["cleaned"] == {"titles": 1, "abstracts": 0}
    assert stage.twins == [("2", "1")]
