"""A benchmark owns what is its own: how often shared modules know one by its name."""

import ast
import re
from collections import Counter

import pytest

from paperpool.benchmarks.registry import find_benchmarks

NAMES = [name for name in find_benchmarks() if name != "collections"]
"""The benchmarks with a protocol of their own; users' collections are a form, not a benchmark."""

NAMED = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])", re.IGNORECASE)
"""A benchmark's name in a key, a path or an identifier."""

MOST_PLACES = 39
"""Three are defaults and keys of settings, which stood in YAML before these were classes."""


def is_own(parts):
    """Return whether a module belongs to a benchmark: it, or a folder of it, is called so."""
    return any(re.fullmatch(rf"({'|'.join(NAMES)})(_\w+)?", part) for part in parts)


def is_literal(node, docstrings):
    """Return whether a node is a text that is no prose, and names a benchmark."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    if not is_text or id(node) in docstrings or re.search(r"\s", node.value):
        return False
    return NAMED.search(node.value) is not None


def is_description(node):
    """Return whether a node imports the description of one benchmark."""
    if not isinstance(node, ast.ImportFrom) or not node.module:
        return False
    if node.module == "paperpool.benchmarks":
        return any(alias.name in NAMES for alias in node.names)
    return node.module.removeprefix("paperpool.benchmarks.") in NAMES


def list_docstrings(tree):
    """Return the nodes of texts that stand alone, as docstrings do."""
    expressions = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(value) for value in expressions if isinstance(value, ast.Constant)}


def bound_constants(tree):
    """Return the names of a module's constants whose value names a benchmark."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and is_literal(node.value, set()):
            found |= {target.id for target in node.targets}
    return found


def find_constants(tree, bound):
    """Return the constants of a module that name a benchmark: its own, and those it imports.

    ``bound`` has the constants of each module by the module's name.
    """
    found = bound_constants(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            theirs = bound.get(node.module, set())
            found |= {alias.asname or alias.name for alias in node.names if alias.name in theirs}
    return found


def is_constant(node, constants):
    """Return whether a node uses one of the constants, or one that is called as a benchmark."""
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    return node.id in constants or (node.id.isupper() and NAMED.search(node.id) is not None)


def find_places(tree, constants):
    """Yield the kind and the line of each place that knows a benchmark by its name."""
    docstrings = list_docstrings(tree)
    for node in ast.walk(tree):
        if is_literal(node, docstrings):
            yield "literal", node.lineno
        elif is_description(node):
            yield "description", node.lineno
        elif isinstance(node, ast.Attribute) and NAMED.search(node.attr):
            yield "attribute", node.lineno
        elif is_constant(node, constants):
            yield "constant", node.lineno


@pytest.fixture(scope="module")
def trees(root):
    """The shared modules of the library, parsed, by their names."""
    library = root / "workflow/scripts/paperpool"
    files = {file.relative_to(library): file for file in sorted(library.rglob("*.py"))}
    return {
        ".".join(("paperpool", *path.with_suffix("").parts)): ast.parse(file.read_text("utf-8"))
        for path, file in files.items()
        if not is_own(path.with_suffix("").parts)
    }


def test_shared_modules_seldom_know_a_benchmark_by_name(trees):
    """``pytest -s`` prints the places of each module."""
    bound = {module: bound_constants(tree) for module, tree in trees.items()}
    places = []
    for module, tree in trees.items():
        for kind, line in find_places(tree, find_constants(tree, bound)):
            places.append((module, line, kind))
    by_room = Counter(module.split(".")[1] for module, _, _ in places)
    print(f"\n{len(places)} places: {dict(by_room.most_common())}")
    print(*(f"{module}:{line}: {kind}" for module, line, kind in places), sep="\n")
    assert len(places) <= MOST_PLACES


def test_each_way_to_know_a_benchmark_is_counted():
    code = """
from paperpool.benchmarks.csfcube import BENCHMARK
RELEASES = {"csfcube": 1, "csabstruct": 2}
KIND = "csfcube_abstracts"
def choose(run, place):
    "A docstring may name csfcube."
    if place in (KIND, "mdcr"):
        return run.csfcube.files
    return f"{run}/csfcube/runs", "Prose on csfcube is not counted.", "scisummnet"
"""
    tree = ast.parse(code)
    found = Counter(kind for kind, _ in find_places(tree, bound_constants(tree)))
    assert found == {"description": 1, "literal": 4, "constant": 1, "attribute": 1}
    assert is_own(("plan", "mdcr")) and is_own(("config", "mdcr_checks"))
    assert not is_own(("plan", "export"))
