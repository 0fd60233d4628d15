"""Tasks: everything escaped, nothing revealed, an order that does not depend on the pool's."""

import html
import json
import logging
from html.parser import HTMLParser

from hypothesis import example, given
from hypothesis import strategies as st

from paperpool.collections.collection import Paper, pair_name
from paperpool.collections.schemes import default_scheme
from paperpool.io.files import blank_controls
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.tasks import (
    describe_paper,
    make_tasks,
    order_items,
    warn_of_predicted,
    write_tasks,
)

from ..made.collection import make_collection
from .conftest import make_bare, make_claims, make_material

FACETS = default_scheme().facet_names
SOURCES = ("cited", "specter", "abs_tfidf", "title_cbow200")


class Reader(HTMLParser):
    """Collect the elements and the text of some HTML."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, attrs))

    def handle_data(self, data):
        self.text += data


def test_a_task_names_its_item_and_shows_the_facets_guideline():
    (task,) = make_tasks(make_material(["c"]), 1)
    data = task["data"]
    assert list(task) == ["data"]
    assert (data["query_id"], data["facet"], data["candidate_id"]) == ("q", "method", "c")
    assert data["stage"] == "annotation"
    method, result = (default_scheme().facet(name) for name in ("method", "result"))
    for text in method.grades.values():
        assert html.escape(text) in data["guide_html"]
    assert "Target facet: Method" in data["guide_html"]
    assert result.question not in data["guide_html"]


def test_objective_sentences_are_marked_as_background():
    labels = ("background", "objective", "method", "other")
    paper = Paper("p", "T", ("One.", "Two.", "Three.", "Four."), labels)
    marked = {
        "background": "<b>One.</b> <b>Two.</b> Three. Four.",
        "method": "One. Two. <b>Three.</b> Four.",
        "result": "One. Two. Three. Four.",
    }
    for facet in FACETS:
        labels = default_scheme().labels_of(facet)
        assert describe_paper(paper, labels) == f"<div><h4>T</h4><p>{marked[facet]}</p></div>"
    assert describe_paper(Paper("p", "", (), ()), frozenset(["result"])) == (
        "<div><h4>(no title)</h4><p>(no abstract)</p></div>"
    )


SENTENCES = st.tuples(st.text(min_size=1), st.sampled_from(["method", "other"]))


@given(st.text(), st.lists(SENTENCES, max_size=4))
@example('<img src=x onerror="x()">', [("<script>alert(1)</script> & more", "method")])
def test_no_text_of_a_paper_becomes_markup_and_all_is_shown(title, sentences):
    texts, labels = ([row[i] for row in sentences] for i in range(2))
    paper = Paper("p", title, tuple(texts), tuple(labels))
    read = Reader(describe_paper(paper, frozenset(["method"])))
    names = ["b"] * labels.count("method") + ["div", "h4", "p"]
    assert sorted(read.elements) == [(name, []) for name in names]
    shown = (title or "(no title)") + (" ".join(texts) or "(no abstract)")
    assert read.text == blank_controls(shown)


def test_nothing_of_a_task_names_sources_years_or_types():
    sources = [(name,) for name in SOURCES]
    material = make_material([f"c{i}" for i in range(8)], facets=FACETS, sources=sources)
    for task in make_tasks(material, 1):
        text = json.dumps(task)
        assert not any(source in text for source in SOURCES)
        assert "1987" not in text and "typeof" not in text


@given(st.permutations([f"c{i}" for i in range(9)]), st.integers(0, 2**32 - 1))
def test_the_order_is_the_same_however_the_pool_is_ordered(candidates, seed):
    tasks = list(make_tasks(make_material(candidates), seed))
    assert tasks == list(make_tasks(make_material(sorted(candidates)), seed))
    assert sorted(t["data"]["candidate_id"] for t in tasks) == sorted(candidates)


def test_another_facet_or_seed_gives_another_order():
    items = [Item("q", facet, f"c{i}") for facet in FACETS for i in range(20)]
    first, other = order_items(items, 1), order_items(items, 2)
    orders = {
        tuple(i.candidate_id for i in order if i.facet == facet)
        for order in (first, other)
        for facet in FACETS
    }
    assert len(orders) == 6
    assert [i.facet for i in first] == [facet for facet in FACETS for _ in range(20)]


def test_tasks_are_written_as_one_json_list_of_plain_ascii(tmp_path):
    path = tmp_path / "tasks.json"
    for tasks in ([], [{"data": {"x": "é\ud800\u2028"}}], [{"a": 1}, {"b": 2}]):
        assert write_tasks(iter(tasks), path) == len(tasks)
        assert json.loads(path.read_text(encoding="ascii")) == tasks


def test_predicted_labels_of_queries_are_counted_and_released_ones_are_not_spoken_of(
    tmp_path, caplog
):
    material = collection_material(make_collection())
    names = {pair_name(query.paper_id, query.facet) for query in material.queries}
    released = tmp_path / "queries.txt"
    released.write_text("\n".join(sorted(names)))
    warn_of_predicted(material, released, "sheet.csv", logging.getLogger("paperpool"))
    assert not caplog.records
    released.write_text("other_method")
    warn_of_predicted(material, released, "sheet.csv", logging.getLogger("paperpool"))
    papers = {query.paper_id: material.papers[query.paper_id] for query in material.queries}
    count = sum(len(paper.sentences) for paper in papers.values())
    assert f"{count} sentences of {len(papers)} query papers" in caplog.text
    assert "`snakemake sheet.csv`" in caplog.text


def test_another_scheme_has_its_guideline_and_marks_its_labels():
    made = make_tasks(make_claims(["c"], ["q"]), 1)
    tasks = {task["data"]["facet"]: task["data"] for task in made}
    assert list(tasks) == ["claim", "evidence"]
    assert tasks["evidence"]["query_html"] == (
        "<div><h4>On q</h4><p>The assertion of q. <b>The data of q.</b> <b>The theory of q.</b> "
        "The aside of q.</p></div>"
    )
    assert tasks["claim"]["guide_html"] == (
        "<div><h3>Target facet: Claim</h3><p>What the paper claims.</p><ul>"
        "<li><b>Alike</b>: The same.</li><li><b>Unlike</b>: Something else.</li></ul>"
        "<p>Judge by the text.</p></div>"
    )


def test_without_labels_nothing_is_marked_and_nobody_is_asked_for_labels(tmp_path, caplog):
    material = make_bare()
    tasks = [task["data"] for task in make_tasks(material, 1)]
    assert len(tasks) == 12 and material.unlabelled() == []
    assert tasks[0]["query_html"] == "<div><h4>On q1</h4><p>The one of q1. The two of q1.</p></div>"
    assert "<b>The" not in json.dumps(tasks)
    assert tasks[0]["guide_html"].endswith("</ul></div>")
    released = tmp_path / "queries.txt"
    released.write_text("other_method")
    warn_of_predicted(material, released, "sheet.csv", logging.getLogger("paperpool"))
    material.warn(logging.getLogger("paperpool"))
    assert not caplog.records


def test_by_depth_those_come_first_that_any_source_ranks_best():
    material = make_material(["a", "b", "c", "d"])
    sources = [{"q": ["d", "b"]}, {"q": ["b", "c"], "other": ["a"]}]
    ordered = [item.candidate_id for item in order_items(material.items(), 13, sources)]
    assert set(ordered[:2]) == {"b", "d"} and ordered[2:] == ["c", "a"]
    tasks = [task["data"]["candidate_id"] for task in make_tasks(material, 13, sources)]
    assert tasks == ordered
