"""The workflow in folders with blanks, quotes and letters of any language in their names."""

import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from .conftest import copy_workflow


@pytest.fixture
def clone(root, tmp_path):
    """A clone whose Python's path has a blank in it, with the packages of the one that tests."""
    workplace = copy_workflow(root, tmp_path / "a clone's é & 漢")
    environment = workplace.folder / ".venv"
    venv.create(environment, symlinks=True)
    packages = sysconfig.get_path("purelib")
    theirs = sysconfig.get_path("purelib", vars={"base": str(environment)})
    Path(theirs, "shared.pth").write_text(f"{packages}\n", encoding="utf-8")
    return workplace


def call(clone, *words):
    """Call a module by the Python of the clone, in its folder; return what it printed."""
    done = subprocess.run(
        [".venv/bin/python", "-m", *words, "--cores", "2", "--configfile", "config/smoke.yaml"],
        cwd=clone.folder,
        env=clone.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def test_a_clone_in_a_folder_with_a_blank_runs(clone):
    call(clone, "snakemake", "results/smoke/config.yaml")
    assert (clone.folder / "results/smoke/config.yaml").exists()


def test_a_working_directory_may_have_any_name(clone):
    folder = clone.folder / 'a "$HOME" ; {b}'
    target = "results/smoke/demo/plan.npz"
    call(clone, "paperpool.commands.main", "run", target, "--directory", str(folder))
    assert (folder / target).exists()
