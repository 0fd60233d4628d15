"""The workflow from a git remote, as a module of somebody else's Snakefile."""

import os
import shutil
import subprocess
import sys

import pytest
import yaml

USERS = """
module paperpool:
    snakefile: github("someone/paperpool", path="Snakefile", branch="main")
    config: {"run": "far", "results": "out", "demo": {"papers": 300, "shards": 1, "queries": 6}}

use rule * from paperpool as theirs_*
"""


DEPLOYED = """
from snakemake.utils import min_version


min_version("6.10.0")


configfile: "config/config.yaml"


# declare https://github.com/someone/paperpool as a module
module paperpool:
    snakefile:
        github("someone/paperpool", path="workflow/Snakefile", tag="v1.2.3")
    config:
        config


# use all rules from https://github.com/someone/paperpool
use rule * from paperpool
"""
"""What `snakedeploy deploy-workflow` (0.16) writes: its template, filled in."""


def git(folder, *arguments):
    name = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def remote(root, tmp_path_factory):
    """A folder that stands for a host of git repositories, with the working tree as one."""
    folder = tmp_path_factory.mktemp("remote")
    listed = ["git", "ls-files", "-co", "--exclude-standard", "Snakefile", "workflow"]
    listed += ["config", "envs"]
    files = subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout
    for file in filter(lambda file: (root / file).is_file(), files.splitlines()):
        (folder / "tree" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / file, folder / "tree" / file)
    git(folder / "tree", "init")
    git(folder / "tree", "add", ".")
    git(folder / "tree", "commit", "-m", "all")
    git(folder / "tree", "tag", "v1.2.3")
    git(folder, "clone", "--bare", "tree", "someone/paperpool")
    return folder


@pytest.fixture
def call(root, remote, tmp_path):
    """Return a function: call Snakemake on a user's Snakefile; ``path`` is Python's import path."""
    (tmp_path / "Snakefile").write_text(USERS)
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.file://{remote}/.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/",
    }
    environment.pop("GITHUB_TOKEN", None)

    def run(*arguments, path):
        command = [sys.executable, "-m", "snakemake", "--cores", "1", *arguments]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": str(path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return run


def test_with_the_package_installed_it_runs(call, root, tmp_path):
    """The package stands on the path of Python, as an installed one does."""
    installed = tmp_path / "installed"
    installed.mkdir()
    (installed / "paperpool").symlink_to(root / "workflow/scripts/paperpool")
    done = call("out/far/demo/plan.npz", "out/far/config.yaml", path=installed)
    assert done.returncode == 0, done.stdout[-5000:]
    assert (tmp_path / "out/far/demo/plan.npz").stat().st_size > 1000
    assert "results: out\n" in (tmp_path / "out/far/config.yaml").read_text()
    assert "theirs_plan_demo " in done.stdout and not (tmp_path / "results").exists()


def test_as_snakedeploy_writes_it_jobs_of_the_demo_run(call, remote, root, tmp_path):
    """From a tag; config/ and profiles/ are copied, and the former is edited."""
    shutil.copytree(remote / "tree/config", tmp_path / "config")
    shutil.copytree(root / "profiles", tmp_path / "profiles")
    (tmp_path / "workflow").mkdir()
    (tmp_path / "workflow/Snakefile").write_text(DEPLOYED)
    (tmp_path / "Snakefile").unlink()
    file = tmp_path / "config/config.yaml"
    text = file.read_text()
    edited = text.replace("  papers: 2000\n", "  papers: 300\n")
    assert edited != text
    file.write_text(edited)

    library = root / "workflow/scripts"
    planned = call("-n", "--quiet", "rules", path=library)
    assert planned.returncode == 0 and "build_report" in planned.stdout, planned.stdout[-3000:]
    made = ["results/demo/demo/plan.npz", "results/demo/config.yaml"]
    done = call(*made, path=library)
    assert done.returncode == 0, done.stdout[-5000:]
    assert (tmp_path / made[0]).stat().st_size > 1000
    assert yaml.safe_load((tmp_path / made[1]).read_text())["demo"]["papers"] == 300


def test_without_the_package_one_message_has_the_command_that_installs_it(call, tmp_path):
    """A package whose import fails as if it were missing."""
    (tmp_path / "none/paperpool").mkdir(parents=True)
    lacking = "raise ModuleNotFoundError(\"No module named 'paperpool'\", name='paperpool')\n"
    (tmp_path / "none/paperpool/__init__.py").write_text(lacking)
    failed = call("-n", path=tmp_path / "none")
    assert failed.returncode != 0 and "Traceback" not in failed.stdout
    assert "The module paperpool is not installed" in failed.stdout
    source = "git+https://github.com/someone/paperpool@main"
    assert f'Hint: pip install "paperpool[workflow,encoders] @ {source}"' in failed.stdout
