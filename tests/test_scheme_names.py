"""Facets are data: no module knows one of the default scheme by its name."""

import ast
import re

from .made.schemes import FACETS, LABELS

NAMES = {*FACETS, *LABELS} - {"other"}
"""The last label is an everyday word."""

OF_CSFCUBE = re.compile(r"(^|[./])(csfcube|csabstruct|scisearch|demo)")
"""Modules of data that have this scheme: CSFCube's and CSAbstruct's, SciSearch, the demo."""

OTHER_MEANING = {
    "api.fusing": {"method"},  # how a fusion adds scores
    "workflow.plan.rankers": {"method"},
    "models.pooling": {"method"},  # a function's name in a file of sentence-transformers
    "workflow.annotation.label_studio": {"result"},  # a key of Label Studio's export
    "extras.next_judgments.answer_files": {"result"},
}


def list_named(root):
    """Return (module, line, name) of each text that is the name of a facet or label."""
    library = root / "workflow/scripts/paperpool"
    found = []
    for file in sorted(library.rglob("*.py")):
        module = ".".join(file.relative_to(library).with_suffix("").parts)
        if OF_CSFCUBE.search(module):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or node.value not in NAMES:
                continue
            if node.value not in OTHER_MEANING.get(module, ()):
                found.append((module, node.lineno, node.value))
    return found


def test_no_shared_module_names_a_facet(root):
    assert list_named(root) == []
