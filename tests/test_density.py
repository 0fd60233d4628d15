"""How dense the code is: what a reader has to take apart in one look, per 1,000 statements.

The bounds are a thermometer: where one of them would make a place worse, the place wins, and the
bound is raised with the reason in the commit. What each measure means is said where it is counted.
"""

import ast
import io
import tokenize
from collections import Counter

import pytest

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

EMPTY_NAMES = {"one", "ones", "of", "own", "given", "what", "rest", "beside", "some", "such"}
"""Names of variables and parameters that say nothing of what they hold."""

MOST_OF_LIBRARY = {
    "comprehensions": 45,
    "comprehensions with two for": 0.5,
    "comprehensions inside another": 0.2,
    "comprehensions of three lines or more": 1,
    "conditional expressions": 11,
    "walrus": 0.1,
    "stars": 15,
    "packed assignments": 0.2,
    "empty names": 0.4,
    "products with a truth value": 0,
    "fmt: skip": 0,
    "nodes a statement": 10.6,
    "percent of parameters with Any": 2.7,  # raw YAML, and the tables that sections are handed
}
"""The most of each measure in the library, its workflow and its extras."""

LEAST_OF_LIBRARY = {
    "percent of blank lines": 6.5,
    "percent of public functions with a docstring": 98.5,
}

MOST_OF_TESTS = {
    "comprehensions": 98,
    "comprehensions with two for": 8.2,
    "comprehensions inside another": 5.9,
    "comprehensions of three lines or more": 9.6,
    "conditional expressions": 8.5,
    "walrus": 0.5,
    "stars": 46,
    "packed assignments": 9.5,
    "empty names": 10.8,
}
"""The most of each measure in the tests, which should not grow."""


def is_truth(node):
    """Return whether a node is a comparison, or made of such."""
    is_negation = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare | ast.BoolOp) or is_negation


def is_packed(node):
    """Return whether an assignment binds several names to several values, and is no exchange."""
    target = node.targets[0]
    if not isinstance(node.value, ast.Tuple) or not isinstance(target, ast.Tuple):
        return False
    names = sorted(ast.unparse(part) for part in target.elts)
    return names != sorted(ast.unparse(part) for part in node.value.elts)


def count_comprehension(node, counts):
    """Count a comprehension, how many it holds, and whether it is long."""
    counts["comprehensions"] += 1
    counts["comprehensions with two for"] += len(node.generators) > 1
    counts["comprehensions of three lines or more"] += node.end_lineno - node.lineno >= 2
    for child in ast.walk(node):
        if child is not node and isinstance(child, COMPREHENSIONS):
            counts["comprehensions inside another"] += 1


def count_parameter(node, counts):
    """Count a parameter, and whether its annotation names Any."""
    counts["empty names"] += node.arg in EMPTY_NAMES
    if node.arg in {"self", "cls"}:
        return

    counts["parameters"] += 1
    if node.annotation is not None:
        parts = ast.walk(node.annotation)
        names = {part.id for part in parts if isinstance(part, ast.Name)}
        counts["parameters with Any"] += "Any" in names


def count_node(node, counts):
    """Add a node of a syntax tree to the counts."""
    counts["nodes"] += 1
    counts["statements"] += isinstance(node, ast.stmt)

    if isinstance(node, COMPREHENSIONS):
        count_comprehension(node, counts)
    elif isinstance(node, ast.IfExp):
        counts["conditional expressions"] += 1
    elif isinstance(node, ast.NamedExpr):
        counts["walrus"] += 1
    elif isinstance(node, ast.Starred):
        counts["stars"] += isinstance(node.ctx, ast.Load)
    elif isinstance(node, ast.Dict):
        counts["stars"] += sum(key is None for key in node.keys)
    elif isinstance(node, ast.Call):
        counts["stars"] += sum(keyword.arg is None for keyword in node.keywords)
    elif isinstance(node, ast.Assign):
        counts["packed assignments"] += is_packed(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        counts["products with a truth value"] += is_truth(node.left) or is_truth(node.right)
    elif isinstance(node, ast.Name):
        counts["empty names"] += isinstance(node.ctx, ast.Store) and node.id in EMPTY_NAMES
    elif isinstance(node, ast.arg):
        count_parameter(node, counts)

    if isinstance(node, FUNCTIONS) and not node.name.startswith("_"):
        counts["public functions"] += 1
        counts["documented functions"] += ast.get_docstring(node) is not None


def count_lines(source, tree, counts):
    """Count the blank lines in bodies of five statements or more, and ``fmt: skip``."""
    if "fmt: skip" in source:  # to look at the tokens of all modules takes seconds
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            is_comment = token.type == tokenize.COMMENT
            counts["fmt: skip"] += is_comment and "fmt: skip" in token.string

    in_strings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str):
            in_strings.update(range(node.lineno, node.end_lineno + 1))

    lines = source.splitlines()
    for node in ast.walk(tree):
        if not isinstance(node, FUNCTIONS):
            continue
        body = node.body[1:] if ast.get_docstring(node) else node.body
        if len(body) < 5:
            continue
        for number in range(body[0].lineno, body[-1].end_lineno + 1):
            counts["lines of bodies"] += 1
            counts["blank lines"] += not lines[number - 1].strip() and number not in in_strings


def measure(folder):
    """Return the measures of a folder's modules: per 1,000 statements, but where it says else."""
    counts = Counter()
    for file in sorted(folder.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        for node in ast.walk(tree):
            count_node(node, counts)
        count_lines(source, tree, counts)

    rates = {name: 1000 * counts[name] / counts["statements"] for name in MOST_OF_LIBRARY}
    return rates | {
        "nodes a statement": counts["nodes"] / counts["statements"],
        "percent of parameters with Any": 100
        * counts["parameters with Any"]
        / counts["parameters"],
        "percent of blank lines": 100 * counts["blank lines"] / counts["lines of bodies"],
        "percent of public functions with a docstring": 100
        * counts["documented functions"]
        / counts["public functions"],
    }


@pytest.fixture(scope="module")
def library(root):
    return measure(root / "workflow/scripts/paperpool")


@pytest.mark.parametrize("name", MOST_OF_LIBRARY)
def test_the_library_is_not_denser(library, name):
    assert library[name] <= MOST_OF_LIBRARY[name]


@pytest.mark.parametrize("name", LEAST_OF_LIBRARY)
def test_the_library_has_paragraphs_and_docstrings(library, name):
    assert library[name] >= LEAST_OF_LIBRARY[name]


def test_the_tests_are_not_denser(root):
    tests = measure(root / "tests")
    denser = {name: tests[name] for name, most in MOST_OF_TESTS.items() if tests[name] > most}
    assert not denser


def test_the_measures_count_what_they_say(tmp_path):
    (tmp_path / "dense.py").write_text(
        "def public(of: Any, *rows: int) -> list:\n"
        "    a, b = rows, [x for y in rows for x in (z for z in y)]\n"
        "    a, b = b, a\n"
        "    text = 'x' * (a == b)\n"
        "\n"
        "    total = a if (c := b) else c  # fmt: skip\n"
        "    return [*a, total, text]\n",
        encoding="utf-8",
    )

    rates = measure(tmp_path)
    n_statements = 6
    counted = {name: round(rates[name] * n_statements / 1000) for name in list(rates)[:11]}
    assert counted == {
        "comprehensions": 2,
        "comprehensions with two for": 1,
        "comprehensions inside another": 1,
        "comprehensions of three lines or more": 0,
        "conditional expressions": 1,
        "walrus": 1,
        "stars": 1,
        "packed assignments": 1,
        "empty names": 1,
        "products with a truth value": 1,
        "fmt: skip": 1,
    }
    assert rates["percent of parameters with Any"] == pytest.approx(50)
    assert rates["percent of blank lines"] == pytest.approx(100 / 6)
    assert rates["percent of public functions with a docstring"] == 0
