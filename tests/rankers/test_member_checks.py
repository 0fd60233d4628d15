"""The members that a fusion, or a ranker of kind best, may have."""

import pytest

from paperpool.rankers.member_checks import NOT_IN_BEST, find_member_problems

RANKERS = {
    "bm25": {"kind": "bm25"},
    "theirs": {"kind": "run"},
    "mixed": {"kind": "fusion", "members": ["bm25", "theirs"]},
    "deeper": {"kind": "fusion", "members": ["mixed", "bm25"]},
}


def members_of(kind, *members):
    problems = find_member_problems("new", RANKERS | {"new": {"kind": kind, "members": [*members]}})
    return [(problem.where, problem.what) for problem in problems]


def test_a_fusion_may_hold_a_run_at_any_depth():
    assert members_of("fusion", "bm25", "theirs", "deeper") == []


def test_best_may_not_and_the_run_is_named_where_it_came_in():
    reason = f"'theirs' {NOT_IN_BEST['run']}."
    assert members_of("best", "bm25", "deeper") == [("rankers.new.members.1", reason)]
    assert members_of("best", "theirs", "bm25") == [("rankers.new.members.0", reason)]


def test_what_leads_back_or_is_not_there_is_named():
    assert members_of("fusion", "new", "bm26") == [
        ("rankers.new.members.0", "A ranker is fused with itself."),
        ("rankers.new.members.1", "There is no ranker 'bm26' to fuse."),
    ]
    circle = RANKERS | {
        "a": {"kind": "fusion", "members": ["b", "bm25"]},
        "b": {"kind": "fusion", "members": ["a", "bm25"]},
    }
    [problem] = find_member_problems("a", circle)
    assert problem.what == "'b' is itself fused from 'a'."


def fuse(*members):
    return {"kind": "fusion", "members": [*members]}


def test_rankers_of_any_kind_may_be_fused_fusions_too(problems):
    rankers = {"a": fuse("bm25", "minilm"), "b": {**fuse("a", "tfidf"), "method": "zscore"}}
    assert problems({"rankers": rankers}) == []


@pytest.mark.parametrize(
    ("rankers", "found"),
    [
        ({"a": {"kind": "fusion"}}, {"rankers.a.members": "See config"}),
        ({"a": fuse("bm25")}, {"rankers.a.members": "two or more"}),
        ({"a": fuse("bm25", "bm25")}, {"rankers.a.members": "two or more"}),
        (
            {"a": {**fuse("bm25", "tfidf"), "method": "sum"}},
            {"rankers.a.method": "Values: rrf"},
        ),
        ({"a": fuse("bm25", "bm52")}, {"rankers.a.members.1": "Did you mean 'bm25'?"}),
        ({"a": fuse("a", "bm25")}, {"rankers.a.members.0": "Leave it out"}),
        (
            {"a": fuse("bm25", "b"), "b": fuse("c", "bm25"), "c": fuse("a", "tfidf")},
            dict.fromkeys(
                ("rankers.a.members.1", "rankers.b.members.0", "rankers.c.members.0"),
                "Leave one of the two out",
            ),
        ),
        ({"a": fuse("bm25", "b"), "b": {**fuse(), "members": 5}}, {"rankers.b.members": "two"}),
        (
            {"a": fuse("bm25", "b"), "b": {**fuse(), "members": [5, []]}},
            {"rankers.b.members.0": "", "rankers.b.members.1": ""},
        ),
        (
            {"a": fuse("bm25", "tfidf"), "tfidf": None, "b": fuse("a", "bm25")},
            {"rankers.a.members.1": "One of bm25, cbow200"},
        ),
    ],
)
def test_a_mistake_in_a_fusion_is_named(problems, rankers, found):
    named = {problem.where: problem.hint for problem in problems({"rankers": rankers})}
    assert set(named) == set(found)
    for where, hint in found.items():
        assert hint in named[where]


def choose(*members):
    return {"kind": "best", "members": [*members]}


def test_best_may_hold_fusions(problems):
    assert problems({"rankers": {"a": fuse("bm25", "minilm"), "b": choose("a", "tfidf")}}) == []


@pytest.mark.parametrize(
    ("rankers", "found"),
    [
        ({"a": choose("bm25")}, {"rankers.a.members": "two to 14"}),
        ({"a": choose("bm25", "bm52")}, {"rankers.a.members.1": "Did you mean 'bm25'?"}),
        (
            {"a": choose("bm25", "minilm"), "minilm": None},
            {"rankers.a.members.1": "taken out of a too, or a is"},
        ),
        (
            {"a": choose("bm25", "b"), "b": choose("bm25", "tfidf")},
            {"rankers.a.members.1": "kind: fusion"},
        ),
        (
            {
                "a": choose("bm25", "mine"),
                "mine": {"kind": "command", "command": "x {run}{queries}"},
            },
            {"rankers.a.members.1": "kind: fusion"},
        ),
        (
            {
                "a": choose("bm25", "f"),
                "f": fuse("mine", "tfidf"),
                "mine": {"kind": "run", "path": "README.md"},
            },
            {"rankers.a.members.1": "kind: fusion"},
        ),
    ],
)
def test_a_mistake_in_a_best_is_named(problems, rankers, found):
    named = {problem.where: problem.hint for problem in problems({"rankers": rankers})}
    for where, hint in found.items():
        assert hint in named[where]
