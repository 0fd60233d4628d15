"""The wheel: every file of the library that is no Python is in it, and so is the command."""

import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest

EXTRAS = ("workflow", "encoders", "app", "dev")


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    """The wheel, built of a copy: building leaves files behind, which get into the next wheel."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, folder)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(root / "workflow/scripts", folder / "workflow/scripts", ignore=ignored)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation"]
        + ["--no-index", "--quiet", "--disable-pip-version-check", "--wheel-dir", "wheels"],
        cwd=folder,
        check=True,
    )
    [made] = (folder / "wheels").glob("paperpool-*.whl")
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_has_the_whole_library(wheel, root):
    library = root / "workflow/scripts/paperpool"
    files = {
        f"paperpool/{file.relative_to(library).as_posix()}"
        for file in library.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert files == {name for name in wheel if name.startswith("paperpool/")}
    assert {"jinja", "css", "js", "csv", "txt", "yaml"} <= {f.rpartition(".")[2] for f in files}


def test_the_wheel_has_the_command(wheel):
    [entries] = [name for name in wheel if name.endswith("dist-info/entry_points.txt")]
    assert "paperpool = paperpool.commands.main:main" in wheel[entries].decode()


def test_the_core_is_light_and_extras_have_the_rest(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert tuple(project["optional-dependencies"]) == EXTRAS
    core = " ".join(project["dependencies"])
    for heavy in ("torch", "snakemake", "transformers", "scikit-learn", "gensim", "numba", "flask"):
        assert heavy not in core
        assert any(heavy in " ".join(names) for names in project["optional-dependencies"].values())
