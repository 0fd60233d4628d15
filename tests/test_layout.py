"""The layout of a run's files: readers' paths are outputs of rules."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

from paperpool.layout import Below, Layout, Table, list_runs

OUTPUTS = re.compile(r"^    output:\n((?:        .*\n|\n)+)", re.MULTILINE)
PATH = re.compile(r"""["'](?:<results>|\{RESULTS\})/([^"']+)["']""")

NOT_LITERAL = {"scisumm/runs/*"}
"""A path whose files depend on the release."""

BENCHMARKS = ("csfcube", "mdcr", "scisumm", "collections")


def list_paths():
    """Return the paths of the layout, a star for each name in them."""
    run = Layout(Path())
    found = {run.ranking(name, "*", "*") for name in BENCHMARKS}
    found |= {run.metrics(name) for name in (*BENCHMARKS[:3], "scisearch", "collections/*")}
    found |= {run.collection_steps("*"), *(run.paper_vectors(s, "*") for s in ("corpus", "mdcr"))}
    members = vars(Layout).values()
    found |= {Path(one.path) for one in members if isinstance(one, Below)}
    found |= {Path(one.path, "part.parquet") for one in members if isinstance(one, Table)}
    return {path.as_posix() for path in found}


def is_made(path, pattern):
    """Return whether ``path`` is an output of a rule, or a folder of outputs."""
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
    assert len(patterns) > 100 and len(paths) > 20 and paths >= NOT_LITERAL
    looked_for = {*paths - NOT_LITERAL, "corpus/tiwns.parquet"}
    unmade = {path for path in looked_for if not any(is_made(path, one) for one in patterns)}
    assert unmade == {"corpus/tiwns.parquet"}


def test_runs_are_the_folders_with_a_configuration(tmp_path):
    for name in ("one", "begun"):
        (tmp_path / name).mkdir()
    Layout(tmp_path / "one").config_file.touch()
    assert list_runs(tmp_path) == {"one"}
