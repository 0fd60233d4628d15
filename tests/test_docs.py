"""README, CONTRIBUTING and docs/: their links, their contents, and the commands that they name."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from paperpool.commands.main import find_commands
from paperpool.workflow.config.loading import load_yaml, merge
from paperpool.workflow.config.settings import make_schema

from .made.page_commands import NOT_RUN, PLANNED, RUN, Shown, read_commands, read_page

ROOT = Path(__file__).resolve().parents[1]

DOCS = sorted((ROOT / "docs").rglob("*.md"))

PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *DOCS]

OVERLAYS_OF_READERS = {
    *("my-run.yaml", "my-mdcr.yaml", "mine.yaml", "on-mine.yaml"),
    *("field.yaml", "on-field.yaml"),  # shown on their pages
    *("second.yaml", "authors.yaml", "identity.yaml", "terms.yaml"),  # told in the text
}
"""Configuration files that are the reader's own."""

OTHER_COMMANDS = {
    "apptainer": "of containers",
    "git": "of git",
    "cd": "of the shell",
    "export": "of the shell",
    "ls": "of the shell",
    "pip": "installs; tests/commands/test_wheel.py installs a wheel",
    "podman": "of containers",
    "python3": "of Python alone",
    "scontrol": "of Slurm",
    "source": "of the shell",
}
"""Programs that are not ours, and why they are not looked into."""

TAKES_VALUES = {"--config", "--cores", "--resources", "--default-resources", "--snakefile", "-s"}
TAKES_VALUES |= {"--sdm", "--default-storage-provider", "--default-storage-prefix"}
TAKES_VALUES |= {"--shared-fs-usage"}
"""Options of snakemake whose values are not looked into."""


def name_page(page):
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", PAGES, ids=name_page)


@cache
def read_prose(page):
    """Return the page's text without blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@cache
def list_anchors(page):
    """Return the anchors of a page's headings, as code hosts and MkDocs make them."""
    titles = re.findall(r"^#+ (.*)$", read_prose(page), re.MULTILINE)
    words = [re.sub(r"[^\w\s-]", "", title.lower()).strip() for title in titles]
    return [re.sub(r"\s", "-", title) for title in words]


@every_page
def test_every_link_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", read_prose(page)):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        assert not anchor or anchor in list_anchors(target), link


@every_page
def test_headings_of_a_page_differ(page):
    anchors = list_anchors(page)
    assert anchors
    assert len(anchors) == len(set(anchors))


def list_nav(entries):
    """Return the pages of MkDocs' contents."""
    for entry in entries:
        value = next(iter(entry.values()))
        yield from list_nav(value) if isinstance(value, list) else [value]


def test_contents_name_every_page_once():
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]
    assert sorted(list_nav(nav)) == sorted(str(page.relative_to(ROOT / "docs")) for page in DOCS)


@every_page
def test_a_page_begins_with_its_title_and_what_it_is_for(page):
    title, blank, first = page.read_text().split("\n")[:3]
    assert title.startswith("# ")
    assert blank == ""
    assert re.match(r"[\w`]", first), "a sentence, before any heading or table"


@cache
def list_targets():
    """Return the names of the workflow's rules."""
    text = "\n".join(file.read_text() for file in (ROOT / "workflow").rglob("*.smk"))
    text += (ROOT / "workflow/Snakefile").read_text()
    return set(re.findall(r"^ *(?:rule|use rule \w+ as) (\w+)", text, re.MULTILINE))


@cache
def list_outputs():
    """Return the file names that stand in the rules."""
    text = "\n".join(file.read_text() for file in (ROOT / "workflow").rglob("*.smk"))
    return set(re.findall(r"([\w.-]+\.\w+)\"", text))


@cache
def list_named_outputs():
    """Return what matches the folder and name of outputs whose names the reader chooses."""
    text = "\n".join(file.read_text() for file in (ROOT / "workflow").rglob("*.smk"))
    outputs = re.findall(r"/([a-z]+)/\{\w+\}(\.\w+)\"", text)
    return re.compile("|".join(rf".*/{folder}/[\w.-]+\{end}" for folder, end in outputs))


def check_snakemake(words):
    """Check a command line of snakemake: its targets, and the files that it names."""
    option = None
    for word in words:
        if word.startswith("-"):
            option = word
        elif option == "--configfile":
            assert word in OVERLAYS_OF_READERS or (ROOT / word).is_file(), word
        elif option == "--profile":
            assert (ROOT / word / "config.yaml").is_file(), word
        elif option in TAKES_VALUES:
            continue
        elif "/" in word:
            named = Path(word).name in list_outputs() or list_named_outputs().fullmatch(word)
            assert named, word
        else:
            # where the workflow is imported, rules have a prefix (docs/workflow.md)
            assert word.removeprefix("paperpool_") in list_targets(), word


def check_command(line):
    """Check one command: that what it names is there."""
    words = shlex.split(line, comments=True)
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words = words[1:]
    program = Path(words[0]).name
    if program == "snakemake":
        check_snakemake(words[1:])
    elif program == "paperpool" and words[1] == "run":
        check_snakemake(words[2:])
    elif program == "paperpool":
        assert words[1] in find_commands()
    elif program == "make":
        targets = [word for word in words[1:] if "=" not in word]
        known = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert set(targets) <= set(known), targets
    elif program == "python":
        files = [word for word in words[1:] if word.startswith(("tests/", "studies/"))]
        assert all((ROOT / file).exists() for file in files), files
    else:
        assert program in OTHER_COMMANDS, program


def list_blocks(page, language):
    """Return the page's blocks of code in ``language``."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@every_page
def test_commands_name_what_is_there(page):
    for block in list_blocks(page, "console"):
        lines = [line[2:] for line in block.replace("\\\n", " ").split("\n") if line[:2] == "$ "]
        assert lines, block
        for line in lines:
            for command in line.split(" && "):
                check_command(command)


@every_page
def test_commands_in_the_text_name_what_is_there(page):
    ours = r"`((?:\.venv/bin/)?snakemake [^`]+|(?:make|paperpool) [a-z][^`]*)`"
    for command in re.findall(ours, read_prose(page)):
        check_command(command.replace("[", "").replace("]", ""))


def test_mistakes_in_commands_are_found():
    for wrong in (
        ".venv/bin/snakemake corpsu",
        ".venv/bin/snakemake csfcube --configfile config/nothing.yaml",
        ".venv/bin/snakemake results/demo/corpus/nothing.json",
        "paperpool run corpsu",
        "paperpool scroe run.trec",
        "make demoo",
        "python tests/nothing.py",
        "conda install paperpool",
    ):
        with pytest.raises(AssertionError):
            check_command(wrong)


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs/tutorials").glob("*.md"))], ids=name_page
)
def test_commands_of_readme_and_tutorials_are_run_or_say_why_not(page):
    """tests/workflow/test_commands_of_pages.py does as it is read here."""
    parts = [part for part in read_page(page) if not isinstance(part, Shown)]
    written = [line for block in list_blocks(page, "console") for line in block.split("\n")]
    assert len(parts) >= sum(line.startswith("$ ") for line in written) > 0
    for part in parts:
        ours = part.words[0] in ("paperpool", ".venv/bin/snakemake")
        assert part.how != PLANNED or "snakemake" in part.words[0] or "run" in part.words[:2], part
        assert part.how != RUN or ours or part.words[0] in ("ls", ".venv/bin/python"), part


def test_a_mark_says_which_commands_are_not_run_and_why():
    code = "$ make setup\n$ .venv/bin/snakemake pools\n"
    both = "<!-- not run (make, pip): it installs -->\n<!-- planned: it takes minutes -->\n"
    assert [one.how for one in read_commands(both, code)] == [NOT_RUN, PLANNED]
    assert [one.how for one in read_commands("", code)] == [RUN, RUN]
    for wrong in ("<!-- not run: -->", "<!-- planned -->", "<!-- skipped: it takes minutes -->"):
        with pytest.raises(ValueError, match="no reason"):
            read_commands(wrong, code)


@cache
def make_validator():
    return Draft202012Validator(make_schema())


@every_page
def test_overlays_that_are_shown_fit_the_schema(page):
    default = load_yaml(ROOT / "config/config.yaml")
    for block in list_blocks(page, "yaml"):
        overlay = yaml.safe_load(block)
        if set(overlay) <= set(default):  # not that of a workflow that imports this one
            errors = [
                error.message for error in make_validator().iter_errors(merge(default, overlay))
            ]
            assert errors == [], block
