"""What the catalog of Snakemake workflows asks of a repository, so that its tools can use it."""

import ast
import json
import re
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.utils import canonicalize_name

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


def test_it_is_found_and_not_skipped(root):
    """As `scripts/generate-catalog.py` looks: words of README, rules beside the Snakefile."""
    readme = (root / "README.md").read_text("utf-8").lower()
    assert "snakemake" in readme and "workflow" in readme
    assert any(file.is_file() for file in (root / "workflow/rules").glob("*.smk"))


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


@cache
def list_imports(file):
    """Return the modules that a file imports when it is imported itself."""
    found = []
    waiting = list(ast.parse(file.read_text("utf-8")).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.ClassDef | ast.Try | ast.With):
            waiting += node.body
    return found


def list_packages(script, library):
    """Return the top-level names of other packages that a script brings in."""
    found = set()
    waiting = [script]
    seen = set()
    while waiting:
        file = waiting.pop()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        for name in list_imports(file):
            if name.startswith("paperpool."):
                path = library.joinpath(*name.split(".")[1:])
                waiting += [path.with_suffix(".py"), path / "__init__.py"]
            else:
                found.add(name.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"paperpool"}


def test_environments_have_what_the_scripts_of_their_rules_import(root, lock):
    """With what their packages need themselves, as far as it is installed here."""
    assert (root / "workflow/envs").readlink() == Path("../envs")
    providers = metadata.packages_distributions()
    requires = cache(lambda name: metadata.requires(name) or [])
    collect = cache(lambda pinned: set(lock.collect_needed(pinned, requires=requires)))
    lacking = {}
    n_rules = 0
    for file in sorted((root / "workflow/rules").rglob("*.smk")):
        for rule in re.split(r"^rule ", file.read_text(), flags=re.MULTILINE)[1:]:
            environment = re.search(r"envs/(\w+)\.yaml", rule)
            script = re.search(r"scripts/(\w+\.py)", rule)
            if environment is None or script is None:
                continue
            n_rules += 1
            pinned = read_pinned(root / "envs" / f"{environment[1]}.yaml")
            there = collect(pinned)
            scripts = root / "workflow/scripts"
            for package in list_packages(scripts / script[1], scripts / "paperpool"):
                names = {canonicalize_name(name) for name in providers[package]}
                if not names & there:
                    lacking.setdefault(environment[1], set()).add(package)
    assert n_rules > 100 and lacking == {}


@cache
def read_pinned(file):
    """Return the packages of pip in an environment's file."""
    *_, pip = yaml.safe_load(file.read_text())["dependencies"]
    return tuple(pip["pip"])


def test_the_image_has_the_locked_packages(root):
    text = (root / "Containerfile").read_text()
    copied = re.search(r"^COPY (.+) \./$", text, re.MULTILINE)[1].split()
    assert copied == ["requirements-torch.txt", "requirements.lock"]
    assert all((root / name).is_file() and f"--requirement {name}" in text for name in copied)
    [image] = re.findall(r'^container: "(.+)"$', (root / "workflow/Snakefile").read_text(), re.M)
    assert f"build {image} " in (root / "docs/workflow.md").read_text("utf-8")


def test_the_schema_describes_each_key_with_its_default(root):
    """The catalog draws its table of parameters from it."""
    schema = yaml.safe_load((root / "workflow/schemas/config.schema.yaml").read_text())
    n_keys = 0
    for name, section in schema["properties"].items():
        assert section["description"], name
        for key, value in section.get("properties", {}).items():
            n_keys += 1
            assert value["description"], f"{name}.{key}"
            assert "default" in value or "properties" in value, f"{name}.{key}"
            cells = f"{value['description']}{value.get('default')}{value.get('type')}"
            assert "|" not in cells and "\n" not in cells, f"{name}.{key} breaks the table's row"
    assert n_keys > 90


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
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    heading = re.search(r"^## (\S+) \((\S+)\)$", changes, re.MULTILINE)
    assert {citation["version"], project["version"], heading[1]} == {__version__}
    assert heading[2] in ("unreleased", str(citation["date-released"]))
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
