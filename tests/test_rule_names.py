"""The names of the rule files: all files share them, so that each stands for one thing."""

import re
from collections import defaultdict

import pytest

BOUND = re.compile(r"^(?:def )?([A-Za-z_]\w*)(?: = |\()", re.MULTILINE)
CALLED = re.compile(r"^[a-z]\w*\(", re.MULTILINE)
IMPORTED = re.compile(r"^from (\S+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def find_bound(text):
    """Yield each name that a rule file binds at its top level, and what it is bound to."""
    for module, in_brackets, in_line in IMPORTED.findall(text):
        for name in (in_brackets or in_line).split(","):
            if name.strip():
                yield name.split(" as ")[-1].strip(), module
    for match in BOUND.finditer(text):
        if not CALLED.match(match[0]):
            yield match[1], "itself"


def find_shared(texts):
    """Return the names that rule files, by their names, bind to different things."""
    bound = defaultdict(set)
    for file, text in texts.items():
        for name, what in find_bound(text):
            bound[name].add(file if what == "itself" else what)
    return {name for name, things in bound.items() if len(things) > 1}


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("RUNS = 1", "from a import RUNS", {"RUNS"}),
        ("from a import (\n    RUNS,\n    b,\n)", "def b(x):\n    RUNS = 2", {"b"}),
        ("from a import RUNS", "from a import RUNS\nsay(RUNS)", set()),
        ("from a import RUNS", "from b import c as RUNS", {"RUNS"}),
        ("say(1)\nif RUNS:\n    x = 2", "say(2)\n\n\ndef x():\n    pass", set()),
    ],
)
def test_what_two_files_bind_is_seen(one, other, shared):
    assert find_shared({"one": one, "other": other}) == shared


def test_no_two_rule_files_bind_a_name_to_different_things(root):
    files = [root / "workflow/Snakefile", *sorted((root / "workflow/rules").rglob("*.smk"))]
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    names = [name for text in texts.values() for name, _ in find_bound(text)]
    assert {"run", "code_digest", "RuleFiles"} <= set(names)
    assert find_shared(texts) == set()
