"""The layout of a run's files: what readers look for is what rules make."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from paperpool.plan.layout import Below, Layout, Table, list_runs

OUTPUTS = re.compile(r"^    output:\n((?:        .*\n|\n)+)", re.MULTILINE)
PATH = re.compile(r"""["'](?:<results>|\{RESULTS\})/([^"']+)["']""")

NOT_LITERAL = {
    "ranking('scisumm')",  # the files of its folder depend on the release
    "ranking('mdcr')",
}
"""Members whose paths rules have from functions or tables."""

BENCHMARKS = ("csfcube", "mdcr", "scisumm", "collections")


def list_paths() -> dict[str, str]:
    """Return the path of each member of the layout, a star for each name in it."""
    run = Layout(Path("run"))
    found = {f"ranking({name!r})": run.ranking(name, "*", "*") for name in BENCHMARKS}
    found |= {f"metrics({name!r})": run.metrics(name) for name in (*BENCHMARKS, "scisearch")}
    found["metrics('collections')"] = run.metrics("collections/*")
    for name, member in vars(Layout).items():
        if isinstance(member, Table):
            found[name] = run.folder / member.path / "part.parquet"
        elif isinstance(member, Below):
            found[name] = getattr(run, name)
        elif name in ("collection_steps", "pool_vectors"):
            found[name] = member(run, "*")
    return {name: path.relative_to("run").as_posix() for name, path in found.items()}


def is_made(path: str, pattern: str) -> bool:
    """Tell whether ``path`` is what a rule makes, or a folder of it."""
    is_near = pattern.split("/")[0] == path.split("/")[0]
    return is_near and (fnmatchcase(path, pattern) or pattern.startswith(f"{path}/"))


def test_every_path_is_an_output_of_a_rule(root):
    patterns = {
        re.sub(r"\{+[^{}]*\}+", "*", path)
        for file in (root / "workflow").rglob("*.smk")
        for block in OUTPUTS.findall(file.read_text(encoding="utf-8"))
        for path in PATH.findall(block)
    }
    paths = list_paths()
    assert len(patterns) > 100 and len(paths) > 20 and set(paths) >= NOT_LITERAL
    unmade = {
        name
        for name, path in paths.items()
        if name not in NOT_LITERAL and not any(is_made(path, one) for one in patterns)
    }
    assert unmade == set()


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("corpus/twins.parquet", True),
        ("corpus", True),
        ("corpus/tiwns.parquet", False),
        ("c", False),
    ],
)
def test_a_path_that_no_rule_makes_is_noticed(path, made):
    assert is_made(path, "corpus/twins.parquet") is made


def test_a_table_is_one_file_or_its_parts_in_order(tmp_path):
    run = Layout(tmp_path)
    assert run.papers == []
    for name in ("b", "a"):
        (tmp_path / "corpus/papers").mkdir(parents=True, exist_ok=True)
        (tmp_path / f"corpus/papers/{name}.parquet").touch()
    assert [file.name for file in run.papers] == ["a.parquet", "b.parquet"]
    (tmp_path / "corpus/papers.parquet").touch()
    assert [file.name for file in run.papers] == ["papers.parquet"]


def test_runs_are_the_folders_with_a_configuration(tmp_path):
    for name in ("one", "begun"):
        (tmp_path / name).mkdir()
    Layout(tmp_path / "one").config_file.touch()
    assert list_runs(tmp_path) == {"one"}
