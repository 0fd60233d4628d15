"""Topics and papers of collections, with facets and of whole papers."""

import pytest

from paperpool.collections.collection import PlainPaper, WholePapers


def test_the_sentences_of_a_plain_paper_are_parted():
    paper = PlainPaper("p", "A title", "We study graphs of trees. Results are good!")
    assert paper.sentences == ("We study graphs of trees.", "Results are good!")
    assert PlainPaper("p", "A title", "").sentences == ()


def test_a_collection_with_facets_is_one_body(collection):
    assert collection.bodies() == [collection]


def test_a_benchmark_has_a_body_for_each_split(small_benchmark):
    val, test = small_benchmark.bodies()
    assert val == small_benchmark.of_split("val") and test == small_benchmark.of_split("test")
    assert val.pairs() == [("q", "Art")] and list(val.papers) == ["a", "b", "c", "d", "e", "q"]
    assert list(val.pools) == ["q"]
    assert test.pairs() == [("r", "Art"), ("r", "Political Science"), ("s", "Art")]
    assert list(test.papers) == ["a", "b", "c", "d", "e", "q", "r", "s"]
    assert val.papers["a"] is test.papers["a"] is small_benchmark.papers["a"]
    assert isinstance(test, WholePapers) and test.relevant == 1


def test_a_paper_in_two_fields_is_ranked_over_its_whole_pool_and_judged_in_each(small_benchmark):
    for field in ("Art", "Political Science"):
        assert small_benchmark.rankable("r", field) == ["a", "b", "c", "d", "e", "q"]
    assert small_benchmark.judgments["r", "Art"].grades() == {"c": 1, "b": 0, "d": 0}
    assert small_benchmark.judgments["r", "Political Science"].grades() == {
        **{"d": 1, "q": 1},
        **{"a": 0, "e": 0},
    }
    assert small_benchmark.unjudged("r", "Art") == {"a", "e", "q"}


def test_of_facets_the_judged_are_ranked_without_the_query(collection):
    assert collection.rankable("q4", "method") == [f"c{i}" for i in range(8)]
    assert collection.rankable("q1", "method") == [*(f"c{i}" for i in range(8)), "q4"]


def test_what_asks_and_what_is_searched(collection, small_benchmark):
    paper = collection.papers["q1"]
    method = "The method of topic0 in q1."
    assert collection.query_text("q1", "method") == method
    assert collection.document_text("q1") == paper.abstract
    assert collection.headed_text("q1", "method", "|") == f"On topic0|{method}"
    whole = "Graph parsing We parse graphs. The parser is fast."
    assert small_benchmark.query_text("q", "Art") == small_benchmark.document_text("q") == whole
    assert small_benchmark.headed_text("q", "Art") == whole
    assert small_benchmark.part_text("q", "Art") == "We parse graphs. The parser is fast."


def test_names_of_parts_have_no_blanks(collection):
    assert collection.part_name("Political Science") == "Political-Science"


@pytest.mark.parametrize("title", [False, True])
def test_of_facets_a_title_asks_where_that_is_said_and_is_never_offered(collection, title):
    mask = collection.facet_mask("q1", "background", title)
    assert mask == [title, True, True, False, False]
    assert collection.paper_mask("q1") == [False, *[True] * 4]


@pytest.mark.parametrize(
    ("paper", "mask"),
    [("q", [True] * 3), ("s", [False, True, True]), ("b", [True]), ("e", [False])],
)
def test_of_whole_papers_all_asks_and_is_offered_but_an_empty_title(small_benchmark, paper, mask):
    assert small_benchmark.facet_mask(paper, "Art") == mask
    assert small_benchmark.paper_mask(paper) == mask
