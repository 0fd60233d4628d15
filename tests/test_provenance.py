"""Code digests follow imports; envs, lock file and project agree."""

import re
import tomllib

import yaml

from paperpool import provenance
from paperpool.provenance import code_digest, library_versions


def test_a_digest_covers_what_a_script_imports(tmp_path, monkeypatch):
    package = tmp_path / "paperpool"
    (package / "sub").mkdir(parents=True)
    (tmp_path / "run_it.py").write_text("from paperpool.a import f\n")
    (package / "sub/__init__.py").write_text("")
    (package / "a.py").write_text("def f():\n    from paperpool.sub import b\n")
    (package / "sub/b.py").write_text("import paperpool.c\n")
    (package / "c.py").write_text("X = 1\n")
    (package / "d.py").write_text("X = 1\n")
    monkeypatch.setattr(provenance, "_ROOT", package)
    before = code_digest("run_it.py")
    (package / "d.py").write_text("X = 2\n")
    assert code_digest("run_it.py") == before
    (package / "c.py").write_text("X = 2\n")
    assert code_digest("run_it.py") != before


def test_every_rule_with_a_script_has_the_digest_of_its_code(root):
    rules = "\n".join(file.read_text() for file in sorted((root / "workflow/rules").glob("*.smk")))
    with_script = 0
    for rule in re.split(r"^ *rule ", rules, flags=re.MULTILINE)[1:]:
        if script := re.search(r'"\.\./scripts/(\w+\.py)"', rule):
            with_script += 1
            if script[1] == "fetch_file.py":
                continue  # what it makes is settled by a checksum
            assert f'code=code_digest("{script[1]}")' in rule, rule.splitlines()[0]
    assert with_script == len(list((root / "workflow/scripts").glob("*.py")))


def _lock(root):
    lines = (root / "requirements.lock").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line)
    return {_normal(name): version for name, version in pins.items()}


def _normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_environments_are_pinned_and_agree_with_the_lock_file(root):
    lock = _lock(root)
    files = sorted((root / "envs").glob("*.yaml"))
    assert files
    for file in files:
        environment = yaml.safe_load(file.read_text())
        assert "nodefaults" in environment["channels"]
        [pip] = [d["pip"] for d in environment["dependencies"] if isinstance(d, dict)]
        for pin in pip:
            name, version = pin.split("==")
            assert lock[_normal(name)] == version, f"{file.name}: {pin}"


def test_the_lock_file_pins_every_direct_dependency(root):
    lock = _lock(root)
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for requirement in project["dependencies"] + project["optional-dependencies"]["dev"]:
        assert _normal(re.match(r"[\w.-]+", requirement)[0]) in lock
    text = (root / "requirements.lock").read_text()
    assert "://" not in text and " @ " not in text


def test_library_versions_are_the_installed_ones():
    versions = library_versions(["numpy"])
    assert set(versions) == {"python", "numpy"} and versions["numpy"][0].isdigit()
