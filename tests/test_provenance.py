"""Code digests follow imports."""

import ast
import re
import subprocess

import pytest

from paperpool.rankers.registry import find_kinds
from paperpool.workflow.running import provenance
from paperpool.workflow.running.provenance import code_digest, find_commit, library_versions

FILES = {
    "sub/__init__.py": "",
    "sub/b.py": "import paperpool.c\n",
    "a.py": "def f():\n    from paperpool.sub import b\n",
    "c.py": "X = 1\n",
    "c.yaml": "x: 1\n",
    "d.py": "X = 1\n",
    "named.py": "from paperpool.d import X\n",
}


def test_a_digest_covers_what_a_script_and_further_modules_import(tmp_path, monkeypatch):
    package, script = tmp_path / "paperpool", tmp_path / "run_it.py"
    (package / "sub").mkdir(parents=True)
    script.write_text("from paperpool.a import f\n")
    for name, text in FILES.items():
        (package / name).write_text(text)
    monkeypatch.setattr(provenance, "_ROOT", package)

    def digest(*modules):
        provenance._digest.cache_clear()  # as in another process
        return code_digest(script, modules)

    before, further = digest(), digest("named")
    assert before != further == digest("named", "a", "named")
    (package / "d.py").write_text("X = 2\n")
    assert digest() == before and digest("named") != further
    (package / "c.py").write_text("X = 2\n")
    changed = digest()
    (package / "c.yaml").write_text("x: 2\n")
    assert len({before, changed, digest()}) == 3


def test_imports_are_found_as_a_parser_finds_them(root):
    def parse(file):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    for file in (root / "workflow/scripts").rglob("*.py"):
        names = {n.removeprefix("paperpool.") for n in parse(file) if n.startswith("paperpool.")}
        expected = {name for name in names if provenance._file(name).is_file()}
        assert set(provenance._imports(file)) == expected, file


@pytest.mark.parametrize(
    "script", ["rank_by_terms", "rank_by_model", "fuse_runs", "rank_by_command"]
)
def test_a_kind_of_rankers_is_in_no_digest_but_those_that_name_it(script):
    def read_closure(*further):
        imported = provenance._imports(provenance._ROOT.parent / f"{script}.py")
        return provenance._closure([*imported, *further])

    kinds = {f"rankers.{kind}" for kind in find_kinds()}
    assert not kinds & read_closure()
    assert kinds & read_closure("rankers.ot") == {"rankers.ot"}
    assert "rankers.ot" in read_closure("rankers.ot") - read_closure("rankers.ts")


def test_every_rule_with_a_script_has_the_digest_of_its_code(root):
    """Rules of rankers have a digest of the modules of their kinds beside it."""
    rules = "\n".join(file.read_text() for file in sorted((root / "workflow/rules").rglob("*.smk")))
    with_script = set()
    n_of_rankers = 0
    for rule in re.split(r"^ *rule\b", rules, flags=re.MULTILINE)[1:]:
        if script := re.search(r'"\.\./\.\./scripts/(\w+\.py)"', rule):
            with_script.add(script[1])
            fetched = ("file", "s2ag_file", "openalex_file", "model")
            if script[1] in [f"fetch_{what}.py" for what in fetched]:
                continue  # what they make is settled by a checksum, or by a release's listing
            name = rule.partition(":")[0]
            digest = rf'code_digest\([^\n]*"{script[1]}"'
            if script[1] == "build_section.py":
                digest = r"run\.report\.get_code_digest,"
            assert re.search(f" code={digest}", rule), name
            if re.search(r"rankers=run\.rankers\.(get_settings|describe)", rule):
                n_of_rankers += 1
                kinds = r' code_of_kinds=run\.rankers\.\w+| code=code_digest\([^\n]*\["rankers\.'
                assert re.search(kinds, rule), name
    assert n_of_rankers > 10
    assert with_script == {file.name for file in (root / "workflow/scripts").glob("*.py")}


def test_library_versions_are_the_installed_ones():
    versions = library_versions(["numpy"])
    assert set(versions) == {"python", "numpy"} and versions["numpy"][0].isdigit()


def test_the_commit_is_that_of_the_repository_that_tracks_the_file(tmp_path):
    def git(*arguments):
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        command = ["git", "-C", str(tmp_path), *who, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    (tmp_path / "inside").mkdir()
    tracked, installed = tmp_path / "a.py", tmp_path / "inside/b.py"
    tracked.write_text("1")
    installed.write_text("1")
    assert find_commit(tracked) == ""
    git("init", "-q")
    git("add", "a.py")
    git("commit", "-q", "-m", "first", "--no-verify")
    (tmp_path / ".git/info/exclude").write_text("inside\n")
    assert find_commit(tracked) == git("rev-parse", "--short=12", "HEAD")
    assert find_commit(installed) == ""
    tracked.write_text("2")
    assert find_commit(tracked).endswith(" with local changes")
