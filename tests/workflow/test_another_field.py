"""The tutorial on another field: its files and commands, on a part of its corpus."""

import csv
import gzip
import json
import subprocess
import sys
from xml.etree import ElementTree

import pandas as pd
import pytest

import paperpool as pp
from paperpool.collections.schemes import read_scheme

from ..made.page_commands import Shown, read_page
from .test_commands_of_pages import name_snakemake

CORPUS = "resources/synergy/Jeyaraman_2020.jsonl.gz"
SHORT = {"rankers": {"minilm": {"max_tokens": 32}, "cbow200": None, "tfidfcbow200": None}}
FACETS = ["population", "intervention", "outcome"]


@pytest.fixture(scope="module")
def page(root):
    """The files of the page in order, by name, and the commands after the download."""
    files = {}
    commands = []
    for part in read_page(root / "docs/tutorials/another-field.md"):
        if not isinstance(part, Shown):
            commands.append(part.words)
        elif part.name:
            files[part.name] = part.text
        else:
            files["answers"] = part.text
    return files, commands[3:]


@pytest.fixture
def place(workplace, page, real_data):
    """A folder with the files of the page, and every sixth work of the corpus with the queries."""
    folder = workplace.folder
    sample = real_data("openalex-sample") / "works-2023-04-jeyaraman-2020.jsonl.gz"
    lines = gzip.decompress(sample.read_bytes()).splitlines()
    asked = [row.split(",")[0] for row in page[0]["my-queries.csv"].splitlines()[1:]]
    chosen = [line for line in lines if json.loads(line)["id"].rpartition("/")[2] in asked]
    assert len(chosen) == len(asked)
    (folder / CORPUS).parent.mkdir(parents=True)
    (folder / CORPUS).write_bytes(gzip.compress(b"\n".join(chosen + lines[::6])))
    (folder / "config").symlink_to(workplace.root / "config")
    for name, text in page[0].items():
        (folder / name).write_text(text)
    return workplace


def test_a_collection_of_another_field(place, page):
    folder = place.folder
    tasks, imagine, answers, scores = page[1]
    short = place.overlay("short", SHORT)
    small = ["--config", "pools={on_small: keep}"]
    place.snakemake(*name_snakemake(tasks)[1:], short, *small)
    made = folder / "results/field/annotation"
    scheme = read_scheme(folder / "config/schemes/pico.yaml")
    check_tasks(made, scheme)
    headings = pd.read_csv(made.parent / "facets/pool_headings.csv")
    assert dict(zip(headings.heading, headings.label, strict=True))["results"] == "findings"

    script = str(place.root / imagine[1])
    subprocess.run([sys.executable, script, *imagine[2:]], cwd=folder, check=True)
    given = place.overlay("given", {"annotation": {"exports": ["answers.csv"]}})
    assert "exports: [answers.csv]" in page[0]["answers"]
    place.snakemake(*name_snakemake(answers)[1:], given, short, *small)
    agreement = pd.read_csv(made / "agreement.csv")
    assert set(agreement.facet) >= set(FACETS) and agreement.value.notna().all()
    assert (made / "release/scheme.yaml").read_bytes() == (
        folder / "config/schemes/pico.yaml"
    ).read_bytes()

    place.snakemake(*name_snakemake(scores)[1:], short)
    run = folder / "results/on-field"
    metrics = pd.read_csv(run / "csfcube/metrics.csv")
    test = metrics[(metrics.split == "test") & (metrics.protocol == "corrected")]
    assert set(test.slice) == {*FACETS, "all"} and set(test.ranker) >= {"bm25", "tfidf", "minilm"}
    page_text = (run / "report/index.html").read_text()
    assert "Intervention" in page_text and "relevant from grade 1" in page_text
    export = run / "export/csfcube"
    assert (export / "beir/scheme.yaml").is_file() and (export / "trec").is_dir()

    # whoever reads the folder needs no configuration
    collection = pp.collection("csfcube", made / "release")
    scored = pp.evaluate(collection, pp.ranker("bm25").rank(collection))
    assert set(scored.slice) >= set(FACETS)
    assert place.paperpool("verify", "on-field").returncode == 0
    compared = place.paperpool("compare", "on-field/bm25", "on-field/tfidf")
    assert compared.returncode == 0 and "intervention" in compared.output.lower()


def check_tasks(made, scheme):
    """Check what an annotator sees: grades, questions and marked sentences of the scheme."""
    config = ElementTree.fromstring((made / "config.xml").read_text())
    choices = [choice.get("value") for choice in config.iter("Choice")]
    assert choices == list(scheme.grade_names.values())
    for task in json.loads((made / "tasks.json").read_text()):
        facet = scheme.facet(task["data"]["facet"])
        assert facet.question in task["data"]["guide_html"]
        assert "<b>" in task["data"]["query_html"]
    with (made / "tasks.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["facet"] for row in rows} == set(FACETS)
    assert all(row["facet_sentences"] for row in rows)
    instructions = (made / "instructions.html").read_text().lower()
    assert "csfcube" not in instructions and "computer science" not in instructions
    assert "who is studied or treated" in instructions
