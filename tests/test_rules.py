"""The rule files: a rule is understood where it stands."""

import re
from statistics import median

import pytest

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.plugins import find_own_folders
from paperpool.workflow.plan.run import Run

from .made.plan_names import find_chains, find_mistakes, find_plans

COMMON = {"any_of", "code_digest", "grow_memory", "in_report", "keep_where", "shipped", "run"}
"""Names that all rules share."""


@pytest.fixture(scope="module")
def whole_files(root):
    """The texts of the rule files by their paths."""
    workflow = root / "workflow"
    files = [*sorted(workflow.rglob("*.smk")), workflow / "Snakefile"]
    return {file.relative_to(workflow).as_posix(): file.read_text("utf-8") for file in files}


@pytest.fixture(scope="module")
def files(whole_files):
    """The same without their docstrings."""
    return {
        name: re.sub(r'""".*?"""', "", text, flags=re.DOTALL) for name, text in whole_files.items()
    }


@pytest.fixture(scope="module")
def rules(files):
    """The text of each rule by its first line, and the file that it is in."""
    rule = re.compile(r"^( *)((?:use )?rule\b.*\n(?:\1 +.*\n|\n)*)", re.MULTILINE)
    return {
        (name, text.partition("\n")[0]): text
        for name, content in files.items()
        for _, text in rule.findall(content)
    }


def find_blocks(rules, directive):
    """Return the text of a directive of each rule that has it."""
    pattern = re.compile(rf"^( *){directive}:\n(.*?)(?=^\1[a-z_]+:|\Z)", re.MULTILINE | re.DOTALL)
    return {rule: found[2] for rule, text in rules.items() if (found := pattern.search(text))}


def test_every_rule_says_what_it_reads_and_writes(whole_files):
    """A derived rule, ``use rule``, has a docstring of its own, as lists of rules show it."""
    rule = re.compile(
        r'^ *(?:use rule \w+ as (\w+) with|rule (\w+)):\n(?: *"""([^"]+)""")?', re.MULTILINE
    )
    docstrings = {}
    for file, text in whole_files.items():
        for derived, name, docstring in rule.findall(text):
            assert docstring.rstrip().endswith("."), f"{file}: {derived or name} has no docstring"
            docstrings[derived or name] = " ".join(docstring.split())
    assert len(docstrings) > 140 and len(set(docstrings.values())) == len(docstrings)


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


def list_bound(text):
    """Return the names that a rule file binds: by an assignment or an import."""
    imported = re.findall(r"^from \S+ import ([^(].*|\([^)]*)", text, re.MULTILINE)
    names = {*re.findall(r"^(\w+) = ", text, re.MULTILINE), *re.findall(r"\w+", " ".join(imported))}
    return names - {"as"}


def test_names_that_all_rules_share_are_explained_once(root):
    page = (root / "docs/how-it-works.md").read_text(encoding="utf-8")
    unexplained = [name for name in COMMON if not re.search(rf"`{name}[`(]", page)]
    assert unexplained == []


def test_a_rule_uses_few_names_of_other_files(files, rules):
    """``pytest -s`` prints the names. Settings count as little as Snakemake's own ``config``."""
    bound = {name: list_bound(text) for name, text in files.items()}
    assert {"grow_memory", "any_of"} <= bound["Snakefile"]
    names, places = [], []
    for (file, _), text in rules.items():
        others = set().union(*bound.values()) - bound[file] - COMMON
        used = others & {*re.findall(r"(?<![\w.\"</])\w+(?![\w=])", text)}
        for alias, chain, _ in find_chains(text, find_plans(files[file])):
            stage = (alias + chain).split(".")[1:]
            if stage[0] not in ("settings", "threads"):
                used.add(".".join([alias, *stage[:2]]))
        names.append(len(used))
        places.append(len({name.rpartition(".")[0] or name for name in used}))
    print(f"\nmedian: {median(names)} names, of {median(places)} plans and files")
    assert 0 < median(names) <= 3 and median(places) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ranker=run.mdcr.term_rankers,", None),
        ("rankers=run.rankers.describe(run.mdcr.term_rankers),", None),
        ("members=run.rankers.get_members,", None),
        ("files=run.scisumm.submitted_files[name].values(),", None),
        ("ranker=run.mdcr.term_ranker,", "there is no term_ranker"),
        ("ranker=run.mcdr.term_rankers,", "there is no mcdr"),
        ("years=run.settings.mdcr.yeers,", "there is no yeers"),
        ("members=run.rankers.get_members(wildcards),", "is not called in a rule"),
        ("rankers=run.rankers.describe,", "has a name in get_"),
        ("ranker=run.mdcr.term_rankers(),", "it is no function"),
    ],
)
def test_a_mistaken_name_of_the_plan_is_found(text, problem):
    found = find_mistakes(text)
    assert len(found) == (problem is not None)
    assert problem is None or found[0].endswith(problem)


def test_every_name_of_the_plan_is_there_and_says_what_it_is(files):
    """In rules ``get_`` begins the functions of wildcards, which are not called, and no others."""
    mistakes = {name: find_mistakes(text) for name, text in files.items()}
    assert {name: found for name, found in mistakes.items() if found} == {}
    assert sum(len(find_chains(text, ["run"])) for text in files.values()) > 500


def test_a_setting_that_is_the_default_is_not_written(rules):
    for rule, text in rules.items():
        if not rule[1].startswith("use rule"):
            assert not re.search(r"threads: 1\b|priority: 0", text), rule


def test_the_snakefile_includes_the_rules_of_benchmarks_without_a_folder(files):
    included = [name for name in find_benchmarks() if name not in find_own_folders()]
    assert included and all(f'"rules/{name}/' in files["Snakefile"] for name in included)
    assert all(name in dir(Run) for name in included)
