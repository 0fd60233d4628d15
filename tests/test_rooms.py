"""The wings of the package and their rooms: what each may import, and what scoring brings in."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter

import pytest

LIBRARY = (
    "errors settings resources forecasts demo_runs plugins version".split(),
    ["io"],
    ["text", "fetch", "shell"],
    ["models", "search"],
    ["collections"],
    ["evaluation"],
    ["benchmarks"],
    ["rankers"],
    ["layout", "finished_runs"],
    ["csfcube", "mdcr", "scisumm", "encoding", "judging", "public_corpora"],
    ["pages"],
    ["scoring"],
    ["commands", "api"],
)
"""The rooms from the ground up: a module imports from its own floor or a lower one."""

WORKFLOW = (
    ["corpus", "running", "facets", "scisearch", "scisumm"],
    ["pools", "csfcube", "mdcr", "training"],
    ["annotation", "config"],
    ["compare", "export", "report"],
    ["plan", "commands"],
    ["snakefile"],
)
"""The same of the folder ``workflow``, which stands on all of the library."""

EXTRAS = (
    *("citations_and_relevance", "demo", "design", "holes", "judges", "next_judgments"),
    *("search_page", "static_encoders", "votes"),
)
"""The folders in ``extras``: each imports from the library, the workflow and itself."""

WINGS = ("library", "workflow", "extras")

MOST_LINES = 450

MOST_WITH_PRIVATE_NAMES = 10
"""Files of tests that reach for names with an underscore of another module."""

DOCUMENTED = set("_asdict _fields _make _replace _exit _clear _run_exitfuncs _registry".split())
"""Names of Python's own that are documented, or the only way; most are of named tuples."""


@pytest.fixture(scope="module")
def modules(root):
    """The modules of the library: their names without the package's, and their files."""
    library = root / "workflow/scripts/paperpool"
    return {
        ".".join(file.relative_to(library).with_suffix("").parts).removesuffix(".__init__"): file
        for file in sorted(library.rglob("*.py"))
    }


@cache
def read_imports(file):
    """Return what a file imports of the package, inside functions too: each name, its module."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("paperpool"):
            module = node.module.removeprefix("paperpool").lstrip(".")
            found += [(f"{module}.{alias.name}".lstrip("."), module) for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("paperpool.")]
            found += [(name.removeprefix("paperpool."), "") for name in names]
    return found


def list_imports(file, known):
    """Return the modules of the library that a file imports."""
    found = {name if name in known else module for name, module in read_imports(file)}
    return found & set(known)


def wing_of(module):
    """Return the wing of a module: the library's are at the top of the package."""
    first = module.split(".")[0]
    return first if first in WINGS[1:] else WINGS[0]


def room_of(module):
    """Return the folder that a module is in, or the module, without its wing's."""
    parts = module.split(".")
    if parts[0] in WINGS[1:]:
        parts = parts[1:]
    return parts[0] if parts else ""


def package_of(module):
    """Return the package of a module: in a room of several parts, the part."""
    parts = module.split(".")
    n = 1 if wing_of(module) == "library" else 2
    if len(parts) > n + 1 and parts[n - 1] in ("scisumm", "report"):
        n += 1
    return ".".join(parts[:n])


def list_arrows(modules):
    """Yield each module and one of the package that it imports."""
    for module, file in modules.items():
        if module != "__init__":
            for other in sorted(list_imports(file, modules)):
                yield module, other


def test_modules_to_mutate_exist(root):
    groups = (root / "bench/mutants.py").read_text().split("GROUPS = {")[1].split("}")[0]
    named = re.findall(r'"(\w+(?:/\w+)+)"', groups)
    library = root / "workflow/scripts/paperpool"
    assert len(named) > 20 and all((library / f"{name}.py").is_file() for name in named)


def test_every_module_is_in_a_room(modules):
    found = {wing: set() for wing in WINGS}
    for module in modules:
        if room_of(module) not in ("", "__init__"):
            found[wing_of(module)].add(room_of(module))
    assert found["library"] == {room for floor in LIBRARY for room in floor}
    assert found["workflow"] == {room for floor in WORKFLOW for room in floor}
    assert found["extras"] == set(EXTRAS)


def test_no_import_runs_upwards(modules):
    heights = {}
    for wing, floors in zip(WINGS, (LIBRARY, WORKFLOW), strict=False):
        for height, floor in enumerate(floors):
            heights |= {(wing, room): height for room in floor}
    upwards = []
    for module, other in list_arrows(modules):
        wing = wing_of(module)
        is_inside = wing == wing_of(other) != "extras" and room_of(other)
        if is_inside and heights[wing, room_of(other)] > heights[wing, room_of(module)]:
            upwards.append(f"{module} imports {other}")
    assert upwards == []


def test_the_library_imports_nothing_of_the_other_wings(modules):
    wrong = [
        f"{module} imports {other}"
        for module, other in list_arrows(modules)
        if wing_of(module) == "library" != wing_of(other)
    ]
    assert wrong == []


def test_nothing_else_imports_an_extra(modules):
    wrong = []
    for module, other in list_arrows(modules):
        is_own = wing_of(module) == "extras" and room_of(module) == room_of(other)
        if wing_of(other) == "extras" and other != "extras" and not is_own:
            wrong.append(f"{module} imports {other}")
    assert wrong == []


def test_a_script_imports_an_extra_at_its_head_only_if_a_rule_of_that_extra_runs_it(root):
    """Else its job would fail without the extra, also where it does nothing of it."""
    scripts = root / "workflow/scripts"
    n_imports = 0
    for extra in EXTRAS:
        rules = root / f"workflow/rules/extras/{extra}.smk"
        runs = rules.read_text(encoding="utf-8") if rules.is_file() else ""
        imports = re.compile(rf"^(from|import) paperpool\.extras\.{extra}\b", re.MULTILINE)
        for script in sorted(scripts.glob("*.py")):
            if imports.search(script.read_text(encoding="utf-8")):
                n_imports += 1
                assert f"scripts/{script.name}" in runs, f"{script.name} imports {extra}"
    assert n_imports > 5


def test_python_and_scoring_know_nothing_of_commands(modules):
    waiting, reached = [m for m in modules if m.split(".")[0] in ("api", "scoring")], set()
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += list_imports(modules[module], modules)
    assert len(reached) > 100
    assert "commands" not in {room_of(module) for module in reached}


def test_there_is_no_circle_of_packages(modules):
    arrows: dict[str, set[str]] = {}
    for module, other in list_arrows(modules):
        if package_of(module) != package_of(other):
            arrows.setdefault(package_of(module), set()).add(package_of(other))
            arrows.setdefault(package_of(other), set())
    assert len(list(TopologicalSorter(arrows).static_order())) == len(arrows)


def test_no_module_is_long(modules):
    lengths = {m: len(f.read_text(encoding="utf-8").splitlines()) for m, f in modules.items()}
    assert {m: n for m, n in lengths.items() if n > MOST_LINES} == {}


SLOW = (
    "torch",
    "sklearn",
    "gensim",
    "transformers",
    "sentence_transformers",
    "numba",
    "scipy.stats",
    "matplotlib",
)

SCORING = """
import sys
from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.run_checks import check_run

release, path = sys.argv[1:]
collection = read_collection(release)
read = read_foreign_run("specter", path, collection.scheme.facet_names)
run = check_run("specter", path, read, collection).run
evaluation = evaluate_runs(collection, {"specter": run}, {}, [], Resampling(0, 100, 100))
assert len(evaluation.metrics)
print(*sys.modules)
"""


PLANNING = """
import sys
import paperpool.workflow.snakefile
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.plugins import find_extras
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.report.section_files import find_inputs
find_kinds()
for name in ("annotation", "corpus", "facets", "pools", *find_benchmarks(), *find_extras("inputs")):
    find_inputs(name)
print(*sys.modules)
"""

OF_JOBS = (
    "numpy pandas pyarrow orjson msgspec duckdb zlib_ng tqdm threadpoolctl ir_measures".split()
)
"""Packages that jobs import, and Snakemake does not bring."""


def list_loaded(root, code, *words):
    """Return the modules that some code loads, which it prints."""
    command = [sys.executable, "-c", code, *words]
    folder = root / "workflow/scripts"
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    return set(done.stdout.split())


def test_scoring_is_light(root, real_data):
    release = real_data("csfcube")
    path = release / "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"
    assert set(SLOW).isdisjoint(list_loaded(root, SCORING, str(release), str(path)))


def test_planning_needs_no_package_of_jobs(root):
    """tests/workflow/test_snakemake_alone.py has whole plans, without these packages."""
    assert {*SLOW, *OF_JOBS}.isdisjoint(list_loaded(root, PLANNING))


def list_private_names(file):
    """Yield the private names that a file imports, reaches through an object, or replaces."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and not is_own(node.value):
            names = [node.attr]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("attr"):
            names = [ast.unparse(word).strip("'").rpartition(".")[2] for word in node.args[:2]]
        for name in names:
            if re.match("_[A-Za-z]", name) and name not in DOCUMENTED:
                yield name


def is_own(value):
    """Return whether an attribute is of the object itself: a class may use what it inherits."""
    return ast.unparse(value) in ("self", "cls", "super()")


def test_tests_use_public_names(root):
    found = {}
    for file in sorted((root / "tests").rglob("*.py")):
        if names := sorted(set(list_private_names(file))):
            found[str(file.relative_to(root))] = names
    assert len(found) <= MOST_WITH_PRIVATE_NAMES, found
