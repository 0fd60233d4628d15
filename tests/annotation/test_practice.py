"""The practice round: which pairs are drawn, what tasks hide, who passes, where they differ."""

import json
from collections import Counter
from functools import partial

import numpy as np
import pandas as pd
import pytest
from pytest import approx

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.io.files import write_json
from paperpool.workflow.annotation import practice
from paperpool.workflow.annotation.agreement import krippendorff_alpha, spearman_rho
from paperpool.workflow.annotation.annotators import weighted_kappa
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.practice import PRACTICE, Settled, draw_practice, score_practice
from paperpool.workflow.annotation.tasks import write_tasks
from paperpool.workflow.annotation.worked_examples import Example

from ..made.collection import make_collection
from ..made.schemes import two_facets_scheme
from .conftest import make_claims

SCHEME = default_scheme()
FACETS = SCHEME.facet_names


def make_examples(n, facets=FACETS, grades=range(4)):
    return [
        Example(Item(f"q{i}", facet, f"c{grade}"), grade, "", "")
        for facet in facets
        for grade in grades
        for i in range(n)
    ]


def make_settled(grades, facet="method"):
    return [
        Settled(Item("q", facet, f"c{i}"), grade, f"why {i}", "=Q", f"C{i}")
        for i, grade in enumerate(grades)
    ]


def say(settled, *grades):
    return {pair.item: grade for pair, grade in zip(settled, grades, strict=False)}


def test_settled_pairs_are_those_of_the_collection_but_for_the_query_itself():
    collection = make_collection()
    pairs = practice.settled_pairs(collection)
    assert pairs == sorted(pairs, key=lambda example: example.item)
    grades = {example.item: example.grade for example in pairs}
    expected = {
        Item(*pair, candidate): grade
        for pair, judged in collection.judgments.items()
        for candidate, grade in judged.grades().items()
        if candidate != pair[0]
    }
    assert grades == expected and len(grades) > 10


def test_facets_and_grades_take_turns():
    drawn = draw_practice(make_examples(9), 24, 13, (), SCHEME)
    counts = Counter((example.item.facet, example.grade) for example in drawn)
    assert counts == {(facet, grade): 2 for facet in FACETS for grade in range(4)}
    assert drawn == draw_practice(make_examples(9)[::-1], 24, 13, (), SCHEME)
    assert drawn != draw_practice(make_examples(9), 24, 14, (), SCHEME)


def test_what_is_short_is_made_up_for_by_others():
    examples = [*make_examples(20, grades=[0]), *make_examples(1, grades=[3])]
    counts = Counter(example.grade for example in draw_practice(examples, 30, 13, (), SCHEME))
    assert counts == {0: 27, 3: 3}


def test_tasks_of_the_run_are_drawn_only_where_others_do_not_suffice(caplog):
    examples = make_examples(2)
    tasks = {example.item for example in examples[:12]}
    drawn = draw_practice(examples, 12, 13, tasks, SCHEME)
    assert not {example.item for example in drawn} & tasks
    practice.warn_of_pairs(drawn, tasks, ())
    assert not caplog.records
    drawn = draw_practice(examples, 20, 13, tasks, SCHEME)
    n_told = sum(example.item in tasks for example in drawn)
    practice.warn_of_pairs(drawn, tasks, {drawn[0].item})
    assert f"{n_told} of 20 practice pairs are tasks too" in caplog.text
    assert "1 of 20 practice pairs are worked examples too" in caplog.text


def test_pairs_that_tell_nothing_are_told_of(caplog):
    practice.warn_of_pairs(make_examples(3, grades=[2])[:9], (), ())
    assert "Only 9 pairs" in caplog.text and "no annotator passes" in caplog.text


def test_more_than_there_are_is_an_error():
    with pytest.raises(UserError, match="13 pairs are to be practised on; 12 have"):
        draw_practice(make_examples(1), 13, 13, (), SCHEME)


def test_tasks_hide_the_grade_and_no_import_takes_them(tmp_path):
    collection = make_collection()
    pairs = draw_practice(practice.settled_pairs(collection), 10, 13, (), SCHEME)
    papers = {i: collection.labelled(i) for i in collection.papers}
    for name in ("a", "b"):
        write_tasks(practice.make_practice_tasks(pairs, papers, SCHEME, 13), tmp_path / name)
        practice.write_settled(tmp_path / f"{name}.settled", practice.settle_titles(pairs, papers))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a.settled").read_bytes() == (tmp_path / "b.settled").read_bytes()
    assert practice.read_settled(tmp_path / "a.settled") == practice.settle_titles(pairs, papers)
    tasks = [task["data"] for task in json.loads((tmp_path / "a").read_text())]
    keys = {*Item._fields, "stage", "guide_html", "query_html", "candidate_html"}
    assert all(set(task) == keys and task["stage"] == PRACTICE for task in tasks)
    items = {Item(*(task[name] for name in Item._fields)) for task in tasks}
    assert items == {example.item for example in pairs}
    # of every grade the same task but for its papers
    regraded = [Example(e.item, 3 - e.grade, "because", "") for e in pairs]
    write_tasks(practice.make_practice_tasks(regraded, papers, SCHEME, 13), tmp_path / "c")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "c").read_bytes()

    said = {example.item: {7: 1} for example in pairs}
    write_json(tmp_path / "export.json", format_export(said, PRACTICE))
    with pytest.raises(UserError, match="Unknown stage 'practice'"):
        read_exports([tmp_path / "export.json"], collection_material(collection).items(), SCHEME)
    read = read_exports([tmp_path / "export.json"], sorted(items), SCHEME, [PRACTICE])
    assert len(read.rows) == 10


def test_scores_are_those_of_the_measures_and_all_pairs_are_needed_to_pass(caplog):
    settled = make_settled([0, 1, 2, 3, 0, 2])
    grades = {
        "7": say(settled, 0, 1, 2, 3, 0, 1),
        "8": say(settled, 0, 1, 2, 3, 0),
        "9": say(settled, 1, 1, 1, 1, 1, 1),
        "a": say(settled, 3, 2, 1, 0, 3, 1),
    }
    table = score_practice(grades, settled, 0.6, SCHEME)
    assert list(table) == practice.COLUMNS and len(table) == 4 * 4
    rows = table[table.facet == "all"].set_index("annotator")
    first, second = np.array([0, 1, 2, 3, 0, 1]), np.array([0, 1, 2, 3, 0, 2])
    alpha = partial(krippendorff_alpha, n_grades=4)
    expected = [f(first, second) for f in (spearman_rho, alpha, weighted_kappa)]
    assert rows.loc["7", ["rho", "alpha", "weighted_kappa"]].tolist() == expected
    assert rows.passed.to_dict() == {"7": "yes", "8": "no", "9": "no", "a": "no"}
    assert rows.pairs.to_dict() == {"7": 6, "8": 5, "9": 6, "a": 6}
    assert rows.rho["8"] == 1 and pd.isna(rows.rho["9"]) and rows.rho["a"] == approx(-1)
    facets = table[(table.annotator == "7") & (table.facet != "all")].set_index("facet")
    assert facets.asked.to_dict() == {"background": 0, "method": 6, "result": 0}
    assert facets.passed.isna().all() and facets.rho["method"] == rows.rho["7"]
    exactly = score_practice({"7": grades["7"]}, settled, rows.rho["7"], SCHEME)
    assert exactly.passed.iloc[-1] == "yes"
    with caplog.at_level("INFO", "paperpool"):
        practice.tell_results(table)
    levels = {record.args[0]: record.levelname for record in caplog.records}
    assert levels == {"7": "INFO", "8": "WARNING", "9": "WARNING", "a": "WARNING"}
    assert "5 of 6 pairs graded, rho 1.00" in caplog.text and "rho undefined" in caplog.text


def test_differences_are_listed_pair_by_pair_the_furthest_first():
    settled = make_settled([0, 1, 2])
    grades = {"b": say(settled, 0, 1, 2), "a": say(settled, 1, 1, 0)}
    table = practice.list_differences(grades, settled)
    assert list(table) == practice.PAIR_COLUMNS
    assert table.values.tolist() == [
        ["a", "q", "method", "c2", 0, 2, "why 2", "'=Q", "C2"],
        ["a", "q", "method", "c0", 1, 0, "why 0", "'=Q", "C0"],
    ]
    assert list(practice.list_differences({"b": grades["b"]}, settled)) == practice.PAIR_COLUMNS


def test_grades_in_any_order_give_the_same_tables():
    settled = make_settled([0, 1, 2, 3])
    said = [(pair.item, (("7", pair.grade), ("12", 3 - pair.grade))) for pair in settled]
    rows = [Row(PRACTICE, item, *given) for item, of_item in said for given in of_item]
    one, other = (practice.group_grades(given) for given in (rows, rows[::-1]))
    assert list(score_practice(one, settled, 0.6, SCHEME).annotator[::4]) == ["12", "7"]
    for make in (partial(score_practice, threshold=0.6, scheme=SCHEME), practice.list_differences):
        pd.testing.assert_frame_equal(make(one, settled=settled), make(other, settled=settled))


def test_csfcubes_annotators_pass_and_whoever_guesses_does_not(release):
    """The figures of docs/annotation.md: the first annotator of each pair, 30 pairs, 200 draws."""
    settled = practice.settled_pairs(release)
    assert len(settled) == 6242
    said = {
        Item(*pair, candidate): next(iter(judged.annotators.values()))[place]
        for pair, judged in release.judgments.items()
        for place, candidate in enumerate(judged.candidates)
    }
    rhos, guessed = [], []
    for seed in range(200):
        drawn = draw_practice(settled, 30, seed, (), SCHEME)
        both = [(said[e.item], e.grade) for e in drawn if said[e.item] >= 0]
        rhos.append(spearman_rho(*np.array(both).T))
        guess = np.random.default_rng(seed).integers(0, 4, 30)
        guessed.append(spearman_rho(guess, np.array([e.grade for e in drawn])))
    assert np.round(np.quantile(rhos, [0.05, 0.5, 0.95]), 2).tolist() == [0.65, 0.8, 0.91]
    assert np.mean(np.array(rhos) >= 0.6) > 0.97 and np.mean(np.array(guessed) >= 0.6) < 0.01


def test_facets_and_grades_are_those_of_the_scheme():
    scheme = two_facets_scheme()
    examples = make_examples(9, scheme.facet_names, range(2))
    drawn = draw_practice(examples, 12, 13, (), scheme)
    counts = Counter((example.item.facet, example.grade) for example in drawn)
    assert counts == {(facet, grade): 3 for facet in scheme.facet_names for grade in range(2)}
    settled = make_settled([0, 1, 1, 0], "claim")
    table = score_practice({"7": say(settled, 0, 1, 1, 1)}, settled, 0.5, scheme)
    assert table.facet.tolist() == ["claim", "evidence", "all"]
    assert table.rho.tolist()[::2] == approx([1 / 3**0.5] * 2) and table.passed.iloc[-1] == "yes"
    material = make_claims(("c0", "c1"), ("q0",))
    pairs = make_examples(1, scheme.facet_names, range(2))
    (task, *_) = practice.make_practice_tasks(pairs, material.papers, scheme, 13)
    assert "Target facet: Claim" in task["data"]["guide_html"]
