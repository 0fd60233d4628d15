"""`make lock`: what is to be pinned, and which files of an index are of a version."""

import importlib.util
import json

import pytest


@pytest.fixture(scope="module")
def lock(root):
    spec = importlib.util.spec_from_file_location("lock", root / "envs/lock.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_extra_and_what_builds_the_package_is_wanted(lock, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools>=77"]\n'
        '[project]\nname = "own"\ndependencies = ["a>=1"]\n'
        '[project.optional-dependencies]\nx = ["b", "c[d]<2"]\ndev = ["own[x]", "e"]\n'
    )
    wanted = lock.read_wanted(tmp_path / "pyproject.toml")
    assert sorted(wanted) == ["a>=1", "b", "c[d]<2", "e", "setuptools>=77"]


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("rank_bm25-0.2.2-py3-none-any.whl", "0.2.2"),
        ("connection_pool-0.0.3.tar.gz", "0.0.3"),
        ("torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl", "2.13.0+cpu"),
        ("old-1.0-py2.7.egg", None),
        ("old-1.0.exe", None),
    ],
)
def test_the_version_is_read_from_a_files_name(lock, name, version):
    assert lock.find_version(name) == version


def test_a_package_has_the_hash_of_every_file_of_its_version(lock, serve, tmp_path, monkeypatch):
    files = {"a-1.0.tar.gz": "2" * 64, "a-1.0-py3-none-any.whl": "1" * 64, "a-2.0.tar.gz": "3" * 64}
    listed = [{"filename": name, "hashes": {"sha256": sha}} for name, sha in files.items()]
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text(json.dumps({"files": listed}))
    monkeypatch.setenv("PIP_INDEX_URL", serve(tmp_path))
    assert lock.lock_package("a", "1.0").splitlines() == [
        "a==1.0 \\",
        f"    --hash=sha256:{'1' * 64} \\",
        f"    --hash=sha256:{'2' * 64}",
    ]
    with pytest.raises(SystemExit, match="no file of a 3"):
        lock.lock_package("a", "3")
    with pytest.raises(SystemExit, match=r"a 2\.0 has no wheel"):
        lock.lock_package("a", "2.0")
    assert lock.lock_package("a", "2.0", ["a"]).startswith("a==2.0 ")


def test_what_is_built_is_named_in_the_makefile(lock, root, tmp_path):
    assert lock.read_built(root / "Makefile") == ["connection-pool"]
    (tmp_path / "Makefile").write_text("X := 1\nBUILT := a b-c\nBUILT_HERE := d\n")
    assert lock.read_built(tmp_path / "Makefile") == ["a", "b-c"]


def test_a_group_is_read(lock, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[dependency-groups]\naudit = ["x", "y>1"]\n')
    assert lock.read_group(tmp_path / "pyproject.toml", "audit") == ["x", "y>1"]
