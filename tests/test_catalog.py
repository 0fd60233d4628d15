"""What the catalog of Snakemake workflows asks of a repository, so that its tools can use it."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from paperpool import __version__
from paperpool.workflow.snakefile import in_report

WANTED = [
    "README.md",
    "LICENSE",
    ".snakemake-workflow-catalog.yml",
    "Snakefile",
    "workflow/Snakefile",
    "config/config.yaml",
    "config/README.md",
]


@pytest.mark.parametrize("file", WANTED)
def test_the_files_that_it_asks_for_are_there(root, file):
    assert len((root / file).read_text().strip()) > 100


def test_its_own_file_says_how_the_workflow_is_used(root):
    catalog = yaml.safe_load((root / ".snakemake-workflow-catalog.yml").read_text())
    assert set(catalog) == {"usage"}
    usage = catalog["usage"]
    assert set(usage) == {"mandatory-flags", "software-stack-deployment", "report"}
    assert set(usage["mandatory-flags"]) == {"desc", "flags"}
    assert usage["software-stack-deployment"] == {"conda": True} and usage["report"] is True


def test_what_it_says_of_software_and_reports_is_so(root):
    """Every rule with a script has an environment, and captions of the report are there."""
    captions = set()
    for file in sorted((root / "workflow/rules").rglob("*.smk")):
        for rule in re.split(r"^rule ", file.read_text(), flags=re.MULTILINE)[1:]:
            named = re.findall(r'"\.\./\.\./\.\./(envs/\w+\.yaml)"', rule)
            assert bool(named) == ("    script:\n" in rule), rule.splitlines()[0]
            assert all((root / name).is_file() for name in named)
        shown = re.findall(r'in_report\(\s*"([^"]+)"', file.read_text())
        captions |= {in_report(path, "what").flags["report"].caption for path in shown}
    assert len(captions) > 10 and "../../report/collections_metrics.rst" in captions
    assert all((root / "workflow/rules/corpus" / caption).is_file() for caption in captions)


def test_the_page_on_the_configuration_names_every_overlay_and_no_file_that_is_not_there(root):
    links = set(re.findall(r"\]\(([^)#]+)\)", (root / "config/README.md").read_text()))
    assert {file.name for file in (root / "config").glob("*.yaml")} <= links
    docs = {"../docs/workflow.md"}
    assert all((root / "config" / link).is_file() for link in links) and docs <= links


def test_profiles_beside_the_snakefile_are_those_at_the_root(root):
    """Snakemake looks for the default profile beside the Snakefile that it is given."""
    assert (root / "workflow/profiles").readlink() == Path("../profiles")
    assert (root / "workflow/profiles/default/config.yaml").is_file()


def test_a_release_is_described_alike_everywhere(root):
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    heading = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert {citation["version"], project["version"], heading[1]} == {__version__}
    zenodo = json.loads((root / ".zenodo.json").read_text())
    assert (zenodo["title"], zenodo["license"]) == (citation["title"], citation["license"])
    table = (root / "README.md").read_text("utf-8").partition("## The papers that it follows")[2]
    followed = re.findall(
        r"^\| .*?\((\w+)(?: and \w+| et al\.)(?: (\d{4}))?\)", table, re.MULTILINE
    )
    names = [one["authors"][0]["family-names"] for one in citation["references"]]
    years = [str(one.get("year", "")) for one in citation["references"]]
    assert len(names) > 5 and sorted(zip(names, years, strict=True)) == sorted(followed)


def test_ci_elsewhere_runs_what_runs_here(root):
    jobs = yaml.safe_load((root / ".github/workflows/ci.yml").read_text())["jobs"]
    assert {"run": ".ci/run"} in jobs["test"]["steps"]
    assert "3.11" in jobs["test"]["strategy"]["matrix"]["python"]
