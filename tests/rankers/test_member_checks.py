"""The allowed members of a fusion and of a ranker of kind best."""

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
    reason = f"A ranker of kind best cannot choose theirs: {NOT_IN_BEST['run']}."
    assert members_of("best", "bm25", "deeper") == [("rankers.new.members.1", reason)]
    assert members_of("best", "theirs", "bm25") == [("rankers.new.members.0", reason)]


def test_what_leads_back_or_is_not_there_is_named():
    assert members_of("fusion", "new", "bm26") == [
        ("rankers.new.members.0", "new is a member of itself."),
        ("rankers.new.members.1", "No such ranker: bm26."),
    ]
    circle = RANKERS | {
        "a": {"kind": "fusion", "members": ["b", "bm25"]},
        "b": {"kind": "fusion", "members": ["a", "bm25"]},
    }
    [problem] = find_member_problems("a", circle)
    assert problem.what == "The members form a circle: a needs b, and b needs a."
