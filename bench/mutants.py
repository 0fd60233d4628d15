"""Change what computes figures, a bit at a time, and count the changes that a test notices.

`make mutants` runs it, with cosmic-ray in an environment of its own. Places in the code are drawn
by a seed, for each group as many, then one of cosmic-ray's changes of each. A changed module is
tested in a copy of the tree, by the tests that import it. What no test notices is written to
results/mutants/survivors.diff, for somebody to judge: a change may also leave all figures as they
are.

    .venv/mutants/bin/python bench/mutants.py [--sample N] [--seed N] [--at-least PERCENT] [GROUP]
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
LIBRARY = Path("workflow/scripts/paperpool")
OUT = ROOT / "results/mutants"

GROUPS = {
    "measures": (
        *("evaluation/csfcube_measures", "evaluation/pair_scores", "evaluation/trec_measures"),
        *("extras/holes/measuring", "mdcr/evaluation"),
        *("scisumm/scoring/overlap", "scisumm/scoring/rouge_s"),
    ),
    "folds": ("collections/csfcube_folds", "evaluation/paired_draws", "workflow/training/held_out"),
    "pools": (
        *(
            "workflow/pools/draw",
            "workflow/pools/top_candidates",
            "workflow/pools/pool_tables",
            "workflow/pools/term_sources",
        ),
        "workflow/mdcr/large_pools",
    ),
    "negatives": (
        "workflow/mdcr/pools",
        "workflow/mdcr/graph",
        "workflow/mdcr/building",
        "workflow/mdcr/queries",
    ),
    "statistics": (
        "evaluation/resampling",
        "evaluation/ranks",
        "judging/drawing",
        "judging/estimating",
        "judging/powering",
        "judging/predicting",
        "workflow/annotation/agreement",
    ),
}
"""The modules of the library whose places are drawn together."""

SLOWER = 5
"""How many times as long as before its tests may take before a change counts as noticed."""


@dataclass(frozen=True)
class Mutant:
    """A change of a module: the ``number``-th that an operator can make of it."""

    group: str
    module: str
    line: int
    operator: str
    number: int

    @property
    def path(self) -> Path:
        """The module's file, from the root of a tree."""
        return LIBRARY / f"{self.module}.py"


def draw_mutants(group: str, size: int, seed: int) -> list[Mutant]:
    """Return changes of as many places of a group, or of all that there are."""
    places = [
        (module, place, changes)
        for module in GROUPS[group]
        for place, changes in sorted(list_changes(module).items())
    ]
    rng = random.Random(f"{seed} {group}")
    drawn = rng.sample(places, min(size, len(places)))
    return [
        Mutant(group, module, place[0][0], *rng.choice(changes)) for module, place, changes in drawn
    ]


def list_changes(module: str) -> dict[tuple, list[tuple[str, int]]]:
    """Return the changes (operator, number) of each place (its start and end) in a module.

    Annotations have none, as nothing computes with them, and neither have ``frozen=`` and
    ``strict=``: these guard against mistakes that the code does not make.
    """
    code = (ROOT / LIBRARY / f"{module}.py").read_text(encoding="utf-8")
    passed_over = find_passed_over(code)
    tree = get_ast(code)
    found = defaultdict(list)
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():  # asks for settings of its own
            continue
        changer = operator()
        spots = (spot for node in ast_nodes(tree) for spot in changer.mutation_positions(node))
        for number, (start, end) in enumerate(spots):
            if not any(first <= start and end <= last for first, last in passed_over):
                found[start, end].append((name, number))
    return found


def find_passed_over(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the start and end (line, column) of what of a module is not changed."""
    nodes = []
    for node in ast.walk(ast.parse(code)):
        nodes += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.keyword) and node.arg in ("frozen", "strict"):
            nodes.append(node)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
        for node in nodes
        if node is not None
    ]


@cache
def find_tests(module: str) -> tuple[str, ...]:
    """Return the test files that import a module, that of its name first.

    And, of its room, those that import another module of the room that does. Those that start the
    workflow or an hour's work are left out.
    """
    room = module.rpartition("/")[0]
    neighbours = [
        f"{room}/{file.stem}"
        for file in sorted((ROOT / LIBRARY / room).glob("*.py"))
        if imports(file, module)
    ]
    files = [
        file.relative_to(ROOT)
        for file in sorted((ROOT / "tests").rglob("test_*.py"))
        if file.relative_to(ROOT).parts[1] not in ("workflow", "bench", "cluster", "faults")
    ]
    found = [
        file
        for file in files
        if imports(ROOT / file, module)
        or (
            file.is_relative_to(f"tests/{room}")
            and any(imports(ROOT / file, n) for n in neighbours)
        )
    ]
    own = f"test_{Path(module).name}"
    return tuple(map(str, sorted(found, key=lambda file: file.stem != own)))


def imports(file: Path, module: str) -> bool:
    """Tell whether a file imports a module of the library."""
    room, _, name = f"paperpool.{module.replace('/', '.')}".rpartition(".")
    pattern = rf"from {re.escape(room)}(\.{name}\b| import [^\n]*\b{name}\b)"
    return re.search(pattern, file.read_text(encoding="utf-8")) is not None


def copy_tree(folder: Path) -> Path:
    """Copy what git knows of, or would add, to ``folder``."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def run_tests(tree: Path, module: str, seconds: float | None = None) -> bool:
    """Tell whether the tests of a module pass in a tree, within some seconds."""
    data = os.environ.get("PAPERPOOL_DATA", str(ROOT.parent / "shared/data"))
    settings = {"PAPERPOOL_DATA": data, "CI": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(ROOT / ".venv/bin/python"), "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    started = subprocess.Popen(
        [*command, *find_tests(module)],
        cwd=tree,
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return started.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        return False


def survive(mutant: Mutant, tree: Path, seconds: float) -> str | None:
    """Return a change as a diff where the tests of its module pass with it, else None."""
    file = tree / mutant.path
    code = file.read_text(encoding="utf-8")
    changed = mutate_code(code, get_operator(mutant.operator)(), mutant.number)
    if changed is None or changed == code:
        raise ValueError(f"There is no such change: {mutant}")
    file.write_text(changed, encoding="utf-8")
    try:
        passed = run_tests(tree, mutant.module, seconds)
    finally:
        file.write_text(code, encoding="utf-8")
    names = f"a/{mutant.path}", f"b/{mutant.path}"
    lines = difflib.unified_diff(code.splitlines(True), changed.splitlines(True), *names)
    return "".join(lines) if passed else None


def main() -> int:
    """Try the changes on two cores; print what came of them, and return what to end with."""
    parser = argparse.ArgumentParser(description="Which changes of the code no test notices.")
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help="all of them by default")
    parser.add_argument("--sample", type=int, default=50, help="places of each group")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--at-least", type=float, default=85.0, help="percent of each group")
    args = parser.parse_args()
    mutants = [m for g in args.groups or GROUPS for m in draw_mutants(g, args.sample, args.seed)]
    noticed: Counter[str] = Counter()
    diffs = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(2):
            trees.put(copy_tree(Path(folder, str(number))))

        @contextmanager
        def borrowing() -> Iterator[Path]:
            tree = trees.get()
            try:
                yield tree
            finally:
                trees.put(tree)

        def measure(module: str) -> float:
            with borrowing() as tree:
                return measure_tests(tree, module)

        def attempt(mutant: Mutant) -> str | None:
            with borrowing() as tree:
                return survive(mutant, tree, SLOWER * seconds[mutant.module] + 10)

        with ThreadPoolExecutor(2) as pool:
            modules = sorted({mutant.module for mutant in mutants})
            seconds = dict(zip(modules, pool.map(measure, modules), strict=True))
            for mutant, diff in zip(mutants, pool.map(attempt, mutants), strict=True):
                said = "noticed" if diff is None else "SURVIVES"
                print(f"{said} {mutant.path}:{mutant.line} {mutant.operator}", flush=True)
                noticed[mutant.group] += diff is None
                diffs += [diff] if diff else []
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "survivors.diff").write_text("\n".join(diffs), encoding="utf-8")
    return tell_scores(Counter(mutant.group for mutant in mutants), noticed, args.at_least)


def measure_tests(tree: Path, module: str) -> float:
    """Return how many seconds the tests of a module take; they have to pass as they are."""
    if not find_tests(module):
        raise SystemExit(f"No test imports {module}.")
    start = time.perf_counter()
    if not run_tests(tree, module):
        raise SystemExit(f"The tests of {module} fail without a change: {find_tests(module)}")
    return time.perf_counter() - start


def tell_scores(tried: Counter[str], noticed: Counter[str], at_least: float) -> int:
    """Print the share of changes that a test noticed; return 1 where a group's is too small."""
    for group, n in tried.items():
        print(f"{group}: {noticed[group]} of {n} changes noticed, {100 * noticed[group] / n:.1f}%")
    total, n = noticed.total(), tried.total()
    print(f"all: {total} of {n}, {100 * total / n:.1f}%; the others: {OUT / 'survivors.diff'}")
    return int(any(100 * noticed[group] < at_least * n for group, n in tried.items()))


if __name__ == "__main__":
    sys.exit(main())
