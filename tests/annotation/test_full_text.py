"""The second pass from full texts: which pairs, what annotators see, and how far grades agree."""

import json
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest

from paperpool.collections.collection import Judgments, Paper
from paperpool.collections.schemes import UNGRADED, default_scheme
from paperpool.errors import UserError
from paperpool.evaluation.published import read_cells
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.full_text_agreement import COLUMNS, compare_passes, read_passes
from paperpool.workflow.annotation.full_text_pairs import (
    ABSTRACT,
    FULL_TEXT,
    draw_pairs,
    make_pass,
    pairs_table,
    read_pairs,
)
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material

from ..made.collection import make_collection
from .conftest import judge, make_claims, write_export

ITEMS = [Item("11", "method", str(i)) for i in range(5)]


def draw(collection, seed=13):
    return draw_pairs(collection_material(collection), collection.judgments, seed)


@pytest.mark.parametrize("seed", range(5))
def test_the_release_gives_the_papers_45_pairs_of_all_types_and_grades(release, seed):
    drawn = draw(release, seed)
    queries = {item[:2]: kind for item, kind, _ in drawn}
    assert len({item for item, _, _ in drawn}) == 45 and len({query for query, _ in queries}) == 9
    assert Counter(facet for _, facet in queries) == dict.fromkeys(default_scheme().facet_names, 3)
    assert set(queries.values()) == {query.paper_type for query in release.queries}
    for pair in queries:
        taken = Counter(grade for item, _, grade in drawn if item[:2] == pair)
        assert set(taken) == set(release.judgments[pair].adjudicated)
        assert sum(taken.values()) == 5 and not any(i[2] == pair[0] for i, _, _ in drawn)
    assert draw(release, seed) == drawn != draw(release, seed + 1)


def test_levels_take_turns_and_what_is_ungraded_is_never_drawn():
    collection = make_collection()
    judged = collection.judgments["q1", "method"]
    grades = (0, 0, 0, 0, UNGRADED, UNGRADED, 3, 3, 3)
    collection.judgments["q1", "method"] = replace(judged, adjudicated=grades)
    of_query = [grade for item, _, grade in draw(collection) if item[:2] == ("q1", "method")]
    assert sorted(of_query) in ([0, 0, 0, 3, 3], [0, 0, 3, 3, 3], [])
    # four papers and three facets: a paper is asked for twice only where none is left
    assert len({item.query_id for item, _, _ in draw(collection)}) == 4


def test_another_querys_grade_moves_no_candidate(release):
    drawn = draw(release)
    other = next(pair for pair in release.pairs() if not any(i[:2] == pair for i, _, _ in drawn))
    judgments = dict(release.judgments)
    judgments[other] = replace(
        judgments[other], adjudicated=tuple(3 - g for g in judgments[other].adjudicated)
    )
    assert draw(replace(release, judgments=judgments)) == drawn


def test_too_few_graded_queries_are_an_error():
    collection = make_collection()
    for query in ("q1", "q2"):
        few = Judgments(("c0",), (1,), {})
        collection.judgments[query, "result"] = few
    with pytest.raises(UserError, match="Too few queries have 5 graded candidates: result"):
        draw(collection)


def test_drawn_pairs_are_read_back(tmp_path):
    drawn = [(item, "a, b", 2) for item in ITEMS]
    write_csv(tmp_path / "pairs.csv", pairs_table(drawn))
    assert read_pairs(tmp_path / "pairs.csv") == ITEMS


def test_the_second_pass_shows_a_link_instead_of_the_abstract(release):
    material = collection_material(release)
    items = [item for item, _, _ in draw(release)]
    abstracts = list(make_pass(items, material, ABSTRACT, 13))
    full = list(make_pass(items, material, FULL_TEXT, 13))
    assert len(abstracts) == 45
    for first, second in zip(abstracts, full, strict=True):
        one, two = first["data"], second["data"]
        assert (one["stage"], two["stage"]) == ("abstract", "full_text")
        assert one["candidate_id"] == two["candidate_id"]
        address = f'<a href="https://api.semanticscholar.org/CorpusID:{two["candidate_id"]}"'
        assert address in two["candidate_html"] and "<a " not in one["candidate_html"]
        shown = json.dumps(two)
        for paper_id in (two["query_id"], two["candidate_id"]):
            assert all(s not in shown for s in release.papers[paper_id].sentences if len(s) > 20)
        assert "Go by the abstracts alone" in one["guide_html"]
        assert "Go by the abstracts alone" not in two["guide_html"]
        assert "Grade from the full texts" in two["guide_html"]


def test_a_title_is_no_markup_and_an_id_of_another_form_has_no_link():
    collection = make_collection()
    evil = 'c0"><script>'
    papers = {**collection.papers, "q1": Paper("q1", "<b>", (), ())}
    papers[evil] = replace(papers["c0"], paper_id=evil)
    material = replace(collection_material(collection), papers=papers)
    (task,) = make_pass([Item("q1", "method", evil)], material, FULL_TEXT, 1)
    shown = task["data"]["query_html"], task["data"]["candidate_html"]
    assert "<h4>&lt;b&gt;</h4><p>(no link" in shown[0]
    assert "<a " not in shown[1] and "<script" not in shown[1] and "(no link" in shown[1]


def test_both_passes_are_read_and_each_problem_tells_where(tmp_path):
    grades = {item: {7: number % 4} for number, item in enumerate(ITEMS)}
    files = {
        ABSTRACT: [write_export(tmp_path / "a.json", grades, ABSTRACT)],
        FULL_TEXT: [write_export(tmp_path / "f.json", grades, FULL_TEXT)],
    }
    rows = read_passes(files, ITEMS, default_scheme())
    assert [row.grade for row in rows[FULL_TEXT].values()] == [0, 1, 2, 3, 0]

    def problems(**changed):
        with pytest.raises(UserError) as error:
            read_passes(files | changed, ITEMS, default_scheme())
        return [(p.what, p.where) for p in error.value.problems]

    swapped = problems(**{ABSTRACT: files[FULL_TEXT], FULL_TEXT: files[ABSTRACT]})
    assert len(swapped) == 10 and all("Unknown stage" in what for what, _ in swapped)
    assert swapped[0][1].startswith(f"{tmp_path}/f.json, task 1")
    unknown = [write_export(tmp_path / "u.json", {Item("11", "method", "99"): {7: 1}}, FULL_TEXT)]
    assert "Unknown task" in problems(**{FULL_TEXT: unknown})[0][0]
    graded = [write_export(tmp_path / "g.json", {ITEMS[0]: {7: 4}}, FULL_TEXT)]
    assert "Unknown grade" in problems(**{FULL_TEXT: graded})[0][0]
    twice = problems(**{ABSTRACT: files[ABSTRACT] * 2})
    assert len(twice) == 1 and "the same content" in twice[0][0]
    both = [write_export(tmp_path / "b.json", {ITEMS[0]: {7: 1, 8: 1}}, ABSTRACT)]
    assert problems(**{ABSTRACT: both}) == [
        ("1 pairs have two grades: 11 method 0.", "annotation.full_text.abstracts")
    ]
    other = [write_export(tmp_path / "o.json", {ITEMS[1]: {8: 1}}, FULL_TEXT)]
    assert problems(**{FULL_TEXT: other}) == [
        (
            "1 pairs were graded by another annotator in the second pass: 11 method 1.",
            "annotation.full_text",
        )
    ]


def test_agreement_is_over_the_pairs_with_both_grades(caplog, root):
    def row(stage, item, grade, seconds):
        return Row(stage, item, "7", grade, seconds)

    first = zip(ITEMS, (0, 1, 2, 3, 0), strict=True)
    second = zip(ITEMS[:4], (0, 1, 2, 0), (100.0, 200.0, 400.0, None), strict=True)
    rows = {
        ABSTRACT: {i: row(ABSTRACT, i, grade, 10.0) for i, grade in first},
        FULL_TEXT: {i: row(FULL_TEXT, i, grade, seconds) for i, grade, seconds in second},
    }
    file = root / "workflow/scripts/paperpool/resources/published/csfcube_full_text.csv"
    published = read_cells(file, ("facet", "measure"))
    table = compare_passes(rows, 45, default_scheme(), published)
    assert list(table) == COLUMNS and "41 of 45 pairs lack a grade" in caplog.text
    found = table.set_index(["facet", "measure"])
    over_all = found.loc["all"]
    assert over_all.value["agreement"] == 0.75 and over_all.n_pairs["rho"] == 4
    # by hand: observed 3/4 equal, expected (1*2 + 1 + 1) / 16
    assert over_all.value["kappa"] == pytest.approx((0.75 - 0.25) / (1 - 0.25))
    assert (over_all.value["seconds_abstract"], over_all.value["seconds_full_text"]) == (10, 200)
    assert over_all.n_pairs["seconds_full_text"] == 3
    assert over_all.published.to_dict() == {
        "rho": 0.78,
        "alpha": 0.77,
        "kappa": 0.63,
        "agreement": 0.73,
        "seconds_abstract": 15,
        "seconds_full_text": 300,
    }
    assert pd.isna(found.value["background", "rho"]) and found.n_pairs["background", "rho"] == 0
    assert found.loc["method"].published.isna().all()


def test_each_facet_of_the_scheme_gives_three_queries():
    candidates = [f"c{i}" for i in range(6)]
    material = make_claims(candidates, [f"q{i}" for i in range(6)])
    judged = judge("010101", ann1="010101")
    judgments = {(query.paper_id, query.facet): judged for query in material.queries}
    drawn = draw_pairs(material, judgments, 13)
    facets = [item.facet for item, _, _ in drawn]
    assert facets == ["claim"] * 15 + ["evidence"] * 15
    assert {grade for _, _, grade in drawn} == {0, 1}
    (task, *_) = make_pass([item for item, _, _ in drawn], material, FULL_TEXT, 13)
    assert "Target facet: Claim" in task["data"]["guide_html"]

    said = {item: Row(ABSTRACT, item, "7", grade) for item, _, grade in drawn}
    rows = {ABSTRACT: said, FULL_TEXT: said}
    table = compare_passes(rows, len(drawn), material.scheme, {}).set_index(["facet", "measure"])
    assert table.value["evidence", "alpha"] == table.value["all", "alpha"] == 1
