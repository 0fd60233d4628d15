"""`make lock`: what is to be pinned and where, and which files of an index are of a version."""

import json
from functools import partial

import pytest


def test_every_extra_and_what_builds_the_package_is_wanted(lock, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools>=77"]\n'
        '[project]\nname = "own"\ndependencies = ["a>=1"]\n'
        '[project.optional-dependencies]\nx = ["b", "c[d]<2"]\ndev = ["own[x]", "e"]\n'
    )
    wanted = lock.read_wanted(tmp_path / "pyproject.toml")
    assert sorted(wanted) == ["a>=1", "b", "c[d]<2", "e", "setuptools>=77"]
    wanted = lock.read_wanted(tmp_path / "pyproject.toml", "dev", "x")
    assert wanted == ["a>=1", "setuptools>=77"]


def test_what_is_needed_is_found_through_extras_and_markers(lock):
    requires = {
        "a": ["B-b[x]>=1", "mac; sys_platform == 'darwin'", "nvidia-c", "no; extra == 'y'"],
        "b-b": ["d; extra == 'x'", "e; extra == 'x' and python_version < '3.12'", "a"],
        "mac": ["e<2"],
    }
    find = partial(lock.collect_needed, ["a"], lambda name: requires.get(name, ()))
    assert set(find(sys_platform="linux", python_version="3.12")) == {"a", "b-b", "d"}
    on_mac = find(sys_platform="darwin", python_version="3.11")
    assert set(on_mac) == {"a", "b-b", "d", "e", "mac"}
    assert {str(line.specifier) for line in on_mac["e"]} == {"", "<2"}


def test_each_package_is_in_one_file_as_it_was_resolved(lock, monkeypatch, tmp_path):
    """What both need is in the first, and torch, whatever its build, in its own."""
    (tmp_path / "Makefile").write_text("BUILT := a\n")
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\n[project]\nname = "own"\ndependencies = ["a", "torch"]\n'
        '[project.optional-dependencies]\ndev = ["own[x]", "e"]\n'
        '[dependency-groups]\nsetup = ["pip"]\n'
    )
    needs = {"torch": "nvidia-z", "a": "b", "e": "b f"}
    names = ("torch", "a", "b", "e", "f", "pip", "nvidia-z")
    resolved = {n: {"version": "1+cpu", "requires_dist": needs.get(n, "").split()} for n in names}
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock, "GROUPS", ())
    monkeypatch.setattr(lock, "choose_packages", lambda wanted: resolved)
    monkeypatch.setattr(lock, "lock_package", lambda name, version, built: f"{name}=={version} ")
    lock.main()
    files = ("requirements.lock", "requirements-dev.lock", "requirements-torch.txt")
    written = [(tmp_path / name).read_text().splitlines()[-1].strip() for name in files]
    assert written == ["a==1+cpu b==1+cpu pip==1+cpu", "e==1+cpu f==1+cpu", "torch==1"]


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
