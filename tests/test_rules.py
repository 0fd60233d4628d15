"""The rule files: a rule is understood where it stands."""

import re
from statistics import median

import pytest

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.plugins import find_own_folders
from paperpool.workflow.plan.run import Run

OURS = {"run", "code_digest"}
"""Names that every rule may use."""


@pytest.fixture(scope="module")
def files(root):
    """The texts of the rule files by name, without their docstrings."""
    found = [*sorted((root / "workflow/rules").rglob("*.smk")), root / "workflow/Snakefile"]
    return {
        file.name: re.sub(r'""".*?"""', "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for file in found
    }


@pytest.fixture(scope="module")
def rules(files):
    """The text of each rule by its first line, and the file that it is in."""
    return {
        (name, text.partition("\n")[0]): text
        for name, content in files.items()
        for text in re.split(r"^ *(?=(?:use )?rule\b)", content, flags=re.MULTILINE)[1:]
    }


def find_blocks(rules, directive):
    """Return the text of a directive of each rule that has it."""
    pattern = re.compile(rf"^( *){directive}:\n(.*?)(?=^\1[a-z_]+:|\Z)", re.MULTILINE | re.DOTALL)
    return {rule: found[2] for rule, text in rules.items() if (found := pattern.search(text))}


def test_no_rule_file_defines_a_function_or_looks_a_name_up(files):
    for name, text in files.items():
        assert not re.search(r"^ *def |lambda|globals\(\)", text, re.MULTILINE), name


def test_four_of_five_inputs_show_a_path_and_the_others_ask_the_plan(rules):
    blocks = find_blocks(rules, "input")
    shown = [rule for rule, text in blocks.items() if re.search(r'"[^"]*/[^"]*"', text)]
    planned = [rule for rule, text in blocks.items() if "run." in text or "shipped(" in text]
    assert len(blocks) > 100 and len(shown) >= 0.8 * len(blocks)
    assert not [rule for rule in blocks if rule not in {*shown, *planned}]


def test_every_output_is_a_path_or_of_the_plan(rules):
    for rule, text in find_blocks(rules, "output").items():
        assert re.search(r'"[^"]*/[^"]*"|run\.\w+\.\w+', text), rule


def test_a_rule_uses_few_names_of_other_files(files, rules):
    bound = {
        name: {*re.findall(r"^(\w+) = ", text, re.MULTILINE)}
        | {
            *re.findall(
                r"\w+", " ".join(re.findall(r"^from \S+ import ([^(].*|\([^)]*)", text, re.M))
            )
        }
        for name, text in files.items()
    }
    used = []
    for (file, _), text in rules.items():
        others = set().union(*bound.values()) - bound[file] - OURS
        used.append(len(others & {*re.findall(r"(?<![\w.\"<])\w+(?!=)", text)}))
    assert {"grow_memory", "any_of"} <= bound["Snakefile"] and 0 < median(used) <= 2


def test_a_setting_that_is_the_default_is_not_written(rules):
    for rule, text in rules.items():
        if not rule[1].startswith("use rule"):
            assert not re.search(r"threads: 1\b|priority: 0", text), rule


def test_the_snakefile_includes_the_rules_of_benchmarks_without_a_folder(files):
    included = [name for name in find_benchmarks() if name not in find_own_folders()]
    assert included and all(f'"rules/{name}/' in files["Snakefile"] for name in included)
    assert not [name for name in find_benchmarks() if name in dir(Run)]
