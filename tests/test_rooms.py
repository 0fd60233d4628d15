"""The rooms of the library: what each may import, and what reading and scoring a run brings in."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter

import pytest

GROUND = (
    "errors io plugins scripts shell provenance fetch settings resources failures slurm "
    "private_parts manifest verification forecasts demo_runs version layout"
).split()

FLOORS = (
    GROUND,
    ["text"],
    ["models", "search"],
    ["collections"],
    ["evaluation"],
    ["benchmarks"],
    ["layout", "finished_runs"],
    ["rankers"],
    [
        *("corpus", "csfcube", "encoding", "facets", "mdcr", "pools", "public_corpora"),
        *("scisearch", "scisumm", "training"),
    ],
    ["annotation", "config"],
    ["pages"],
    ["scoring"],
    ["export", "demo"],
    ["plan"],
    ["report", "compare", "search_page", "extras"],
    ["commands", "workflow"],
    ["api"],
)
"""The rooms from the ground up: a module imports from its own floor or a lower one."""

MOST_LINES = 300

MOST_WITH_PRIVATE_NAMES = 10
"""Files of tests that reach for names with an underscore of another module."""

DOCUMENTED = {"_asdict", "_fields", "_make", "_replace", "_exit", "_run_exitfuncs", "_registry"}
"""Names of Python's own that are documented, or the only way; most are of named tuples."""


@pytest.fixture(scope="module")
def modules(root):
    """The modules of the library: their names without the package's, and their files."""
    library = root / "workflow/scripts/paperpool"
    return {
        ".".join(file.relative_to(library).with_suffix("").parts).removesuffix(".__init__"): file
        for file in sorted(library.rglob("*.py"))
    }


def list_imports(file, known):
    """Return the modules of the library that a file imports, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("paperpool"):
            module = node.module.removeprefix("paperpool").lstrip(".")
            for alias in node.names:
                name = f"{module}.{alias.name}".lstrip(".")
                found.add(name if name in known else module)
        elif isinstance(node, ast.Import):
            found |= {
                alias.name.removeprefix("paperpool.")
                for alias in node.names
                if alias.name.startswith("paperpool.")
            }
    return found & set(known)


def room_of(module):
    """Return the package that a module is in: the innermost one of parts that stand apart."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in ("scisumm", "report") and len(parts) > 2 else parts[0]


def test_modules_to_mutate_exist(root):
    groups = (root / "bench/mutants.py").read_text().split("GROUPS = {")[1].split("}")[0]
    named = re.findall(r'"(\w+(?:/\w+)+)"', groups)
    library = root / "workflow/scripts/paperpool"
    assert len(named) > 20 and all((library / f"{name}.py").is_file() for name in named)


def test_every_module_is_on_a_floor(modules):
    rooms = {module.split(".")[0] for module in modules if module != "__init__"}
    assert rooms == {room for floor in FLOORS for room in floor}


def test_no_import_runs_upwards(modules):
    height = {room: i for i, floor in enumerate(FLOORS) for room in floor}
    upwards = [
        f"{module} imports {other}"
        for module, file in modules.items()
        if module != "__init__"
        for other in list_imports(file, modules)
        if height[other.split(".")[0]] > height[module.split(".")[0]]
    ]
    assert upwards == []


def test_python_and_scoring_know_nothing_of_commands_and_of_the_workflow(modules):
    above = {"commands", "config", "plan", "report", "compare", "workflow", "export"}
    waiting, reached = [m for m in modules if m.split(".")[0] in ("api", "scoring")], set()
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += list_imports(modules[module], modules)
    assert len(reached) > 100
    assert {module.split(".")[0] for module in reached} & above == set()


def test_there_is_no_circle_of_packages(modules):
    arrows: dict[str, set[str]] = {}
    for module, file in modules.items():
        if module != "__init__":
            rooms = {room_of(other) for other in list_imports(file, modules)}
            arrows.setdefault(room_of(module), set()).update(rooms - {room_of(module)})
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
run = check_run("specter", path, read_foreign_run("specter", path), collection).run
evaluation = evaluate_runs(collection, {"specter": run}, {}, [], Resampling(0, 100, 100))
assert len(evaluation.metrics)
print(*sys.modules)
"""


PLANNING = """
import sys
import paperpool.workflow.snakefile
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.workflow.report.reads import find_section
for name in ("annotation", "corpus", "facets", "pools", *find_benchmarks()):
    find_section(name)
print(*sys.modules)
"""


@pytest.mark.parametrize("code", [SCORING, PLANNING], ids=["a run", "the workflow"])
def test_scoring_and_planning_are_light(root, real_data, code):
    release = real_data("csfcube")
    path = release / "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"
    words, folder = [sys.executable, "-c", code, str(release), str(path)], root / "workflow/scripts"
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder)
    assert set(SLOW).isdisjoint(done.stdout.split())


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
