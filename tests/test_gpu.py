"""Every rule that can use a GPU has it as a resource, none by default, and the profile names it."""

import re

import yaml

NEEDS_NONE = {"evaluate_scisearch"}
"""Rules in the environment of encoders that only read what was predicted."""


def read_rules(root):
    """Return the text of each rule, without what it takes over, and the rule that it is made of."""
    rules, bases = {}, {}
    for file in sorted((root / "workflow/rules").rglob("*.smk")):
        for text in re.split(r"^(?=(?:use )?rule )", file.read_text(), flags=re.MULTILINE)[1:]:
            base, derived, own = re.match(r"(?:use rule (\w+) as (\w+)|rule (\w+))", text).groups()
            rules[derived or own], bases[derived or own] = text, base
    return rules, bases


def find_setting(pattern, name, rules, bases):
    """Return whether a rule has what a pattern finds: its own setting, or that of its base."""
    while name is not None:
        if re.search(rf"^    {pattern[0]}:", rules[name], re.MULTILINE):
            return re.search(pattern[1], rules[name]) is not None
        name = bases[name]
    return False


def test_every_rule_that_can_load_a_model_asks_for_no_gpu_but_can_be_given_one(root):
    rules, bases = read_rules(root)
    can_use = {
        name
        for name in rules
        if find_setting(("conda", r"envs/encoders\.yaml"), name, rules, bases)
        or ".command_rankers" in rules[name]
    } - NEEDS_NONE
    named = {name for name in rules if find_setting(("resources", r"\bgpu=0,"), name, rules, bases)}
    assert len(named) > 15 and can_use == named
    profile = yaml.safe_load((root / "profiles/gpu/config.yaml").read_text())
    assert profile == {"set-resources": {name: {"gpu": 1} for name in sorted(named)}}


def test_no_other_rule_has_the_library_that_finds_a_gpu(root):
    assert "torch==" in (root / "envs/encoders.yaml").read_text()
    assert "torch" not in (root / "envs/paperpool.yaml").read_text()
