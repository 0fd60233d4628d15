"""The budget: how many lines and words the house may have. A part grows by what another gives."""

import ast

import pytest

LIBRARY = "workflow/scripts/paperpool"
TEMPLATES = ("jinja", "js", "css")
BUDGET = {
    "library": (60_500, [f"{LIBRARY}/**/*.py"]),
    "rules": (4_000, ["workflow/**/*.smk", "Snakefile", "workflow/**/Snakefile"]),
    "plan": (1_800, [f"{LIBRARY}/plan/*.py"]),
    "scripts": (2_280, ["workflow/scripts/*.py"]),
    "tests": (61_000, ["tests/**/*.py"]),
    "bench and studies": (6_000, ["bench/**/*.py", "studies/**/*.py"]),
    "templates": (1_520, [f"{LIBRARY}/**/*.{end}" for end in TEMPLATES]),
    "report": (
        9_120,
        [
            f"{LIBRARY}/{room}/**/*.{end}"
            for room in ("report", "pages", "compare")
            for end in ("py", *TEMPLATES)
        ],
    ),
}
"""The most lines of each part, and its files."""

MOST_WORDS = 22_000
"""Words of the README and of all pages below docs/, as ``wc -w`` counts them."""

LEAST_BLANK, LEAST_DOCSTRINGS = 0.18, 0.12
"""Shares of the library's lines: a budget is met by leaving things out, not by squeezing them."""


def list_files(root, patterns):
    for pattern in patterns:
        yield from root.glob(pattern)


def count_lines(file):
    return file.read_bytes().count(b"\n")


def count_docstrings(file):
    """Return how many lines of a module are docstrings, those of variables among them."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return sum(
        node.end_lineno - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@pytest.mark.parametrize("part", BUDGET)
def test_a_part_has_no_more_lines_than_its_budget(root, part):
    most, patterns = BUDGET[part]
    n_lines = sum(map(count_lines, list_files(root, patterns)))
    assert 0 < n_lines <= most


def test_the_documentation_has_no_more_words_than_its_budget(root):
    pages = [root / "README.md", *(root / "docs").rglob("*.md")]
    assert sum(len(page.read_bytes().split()) for page in pages) <= MOST_WORDS


def test_the_library_has_room_to_breathe(root):
    files = list(list_files(root, BUDGET["library"][1]))
    n_lines = sum(map(count_lines, files))
    n_blank = sum(line.isspace() for file in files for line in file.open(encoding="utf-8"))
    assert n_blank / n_lines >= LEAST_BLANK
    assert sum(map(count_docstrings, files)) / n_lines >= LEAST_DOCSTRINGS
