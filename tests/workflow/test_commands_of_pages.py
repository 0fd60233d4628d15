"""The commands of README and of the tutorials, as they stand, with small files for the data."""

import gzip
import json
import re
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
import yaml

from paperpool.commands.main import main
from paperpool.fetch.listing import Listing, RawFile, make_dataset, write_listing
from paperpool.fetch.s2ag import CORPUS
from paperpool.workflow.config.loading import merge
from paperpool.workflow.csfcube.release_writer import write_collection

from ..commands.conftest import RELEASED, write_ranked
from ..made.collection import order_by_grade, write_trec_run
from ..made.page_commands import PLANNED, RUN, Shown, read_page
from .test_targets import FETCHED

EMPTY = (
    *("s2orc/metadata/metadata_0.jsonl.gz", "resources/s2orc-acl/metadata/0.jsonl.gz"),
    *(f"resources/csabstruct/{split}.jsonl" for split in ("train", "dev", "test")),
    *("round1.json", "adjudication.json"),
)
"""A reader's files that planning needs without reading them."""

ASKED = rb'.*"paper_id": "(8000001934|8000002541|8000002621|8000002978|8000003335)"'
"""A row of a query of the tutorial on pools."""


@pytest.fixture
def place(workplace, collection):
    """A folder with the data of the pages' readers: a small release, rankings, a corpus."""
    folder = workplace.folder
    for name in ("config", "profiles"):
        (folder / name).symlink_to(workplace.root / name)
    for release in ("resources/csfcube", "results/mine/annotation/release"):
        write_collection(collection, folder / release)
    run = order_by_grade(collection, 1)
    write_ranked(order_by_grade(collection, -1), str(folder / "resources/csfcube" / RELEASED))
    for name in ("mine", "other"):
        write_ranked(run, str(folder / f"{name}-{{facet}}.json"))
    write_trec_run(folder / "my-run.trec", run)
    for name in EMPTY:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    (folder / "my-queries.csv").write_text("paper_id\n8000001934\n")
    return workplace


def name_snakemake(words):
    """Return a command in which `paperpool run` is Snakemake."""
    if words[:2] == ("paperpool", "run"):
        return (".venv/bin/snakemake", *words[2:])
    return words


class Reader:
    """A reader who follows a page in a folder."""

    def __init__(self, place):
        self.place = place
        self.overlay = ""
        self.waiting = {}
        self.done = []

    def follow(self, page):
        """Write the page's files and call its commands, in order."""
        for part in read_page(page):
            if isinstance(part, Shown):
                self.plan()
                self.write(part)
            elif part.how == PLANNED:
                self.put_off(part.words)
            elif part.how == RUN:
                self.call(part.words)
        self.plan()

    def write(self, shown):
        """Write a file; an overlay without a name is added to the last that has one."""
        if shown.name is not None:
            (self.place.folder / shown.name).write_text(shown.text)
            self.overlay = shown.name if shown.name.endswith(".yaml") else self.overlay
        elif self.overlay:
            path = self.place.folder / self.overlay
            both = merge(yaml.safe_load(path.read_text()), yaml.safe_load(shown.text))
            path.write_text(yaml.safe_dump(both))

    def put_off(self, words):
        """Collect the targets of Snakemake's commands that have the same options."""
        words = name_snakemake(words)
        options = [i for i, word in enumerate(words) if word.startswith("-")]
        first = options[0] if options else len(words)
        assert words[0] == ".venv/bin/snakemake" and "-n" not in words, words
        self.waiting.setdefault(words[first:], []).extend(words[1:first])

    def plan(self):
        """Plan the postponed targets, each once; test_targets plans those without an overlay."""
        for options, targets in self.waiting.items():
            if options:
                self.done.append(self.place.snakemake("-n", *targets, *options, cores=None))
        self.waiting = {}

    def call(self, words):
        """Call a command; one that is neither ours nor the shell's needs a reason not to be run."""
        words = name_snakemake(words)
        if words[0] == ".venv/bin/snakemake":
            self.done.append(self.place.snakemake(*words[1:]))
        elif words[0] == "paperpool":
            assert main(list(words[1:])) == 0, words
        else:
            assert words[0] in ("ls", ".venv/bin/python"), f"{words}: say why it is not run"
            program = sys.executable if words[0] == ".venv/bin/python" else words[0]
            command = [program, *words[1:]]
            done = subprocess.run(
                command, cwd=self.place.folder, capture_output=True, text=True, check=True
            )
            assert done.stdout


@pytest.fixture
def reader(place, monkeypatch):
    monkeypatch.chdir(place.folder)
    return Reader(place)


def test_readme(reader, root):
    reader.follow(root / "README.md")
    assert (reader.place.folder / "page.html").stat().st_size > 1000
    mdcr, annotation = (finished.jobs() for finished in reader.done)
    assert {"read_shard", "build_mdcr"} <= set(mdcr)
    assert {"import_annotations", "measure_agreement"} <= set(annotation)


def test_score_a_run(reader, root, capsys):
    reader.follow(root / "docs/tutorials/score-a-run.md")
    assert "Paired tests against specter" in capsys.readouterr().out
    assert "other" in (reader.place.folder / "table.tex").read_text()
    assert (reader.place.folder / "figures.csv").read_text().count(",my-run,") > 10


def test_mdcr_from_nothing(reader, root):
    dataset = make_dataset([RawFile("part_0.gz", 1)])
    write_listing(Listing("s2ag", "2026-08-25", dict.fromkeys(CORPUS, dataset)))
    reader.follow(root / "docs/tutorials/mdcr-from-nothing.md")
    assert len(reader.done) == 2
    assert all("build_mdcr" in finished.jobs() for finished in reader.done)
    assert reader.done[-1].jobs()["fetch_s2ag_file"] == len(CORPUS)


def test_pools_and_annotation(reader, root):
    reader.follow(root / "docs/tutorials/pools-and-annotation.md")
    drawn, *answered, scored = (finished.jobs() for finished in reader.done)
    assert {"draw_pools", "write_label_sheet", "write_tasks"} <= set(drawn)
    assert "import_annotations" not in drawn
    assert all("import_annotations" in jobs for jobs in answered) and answered
    assert {"evaluate_csfcube", "build_report"} <= set(scored)


def test_pools_and_tasks_of_the_real_corpus_and_pools_that_are_too_small(
    workplace, root, real_data
):
    """The tutorial's files and its fourth command, on a part of the corpus to take less time."""
    folder = workplace.folder
    shards = sorted(real_data("s2orc-acl").glob("metadata/*.gz"))
    lines = [line for shard in shards for line in gzip.decompress(shard.read_bytes()).splitlines()]
    rows = [line for line in lines if re.match(ASKED, line)] + lines[::15]
    rows = list(dict.fromkeys(rows))
    (folder / "resources/s2orc-acl/metadata").mkdir(parents=True)
    shard = folder / "resources/s2orc-acl/metadata/metadata_0.jsonl.gz"
    shard.write_bytes(gzip.compress(b"\n".join(rows)))
    parts = read_page(root / "docs/tutorials/pools-and-annotation.md")
    for part in parts:
        if isinstance(part, Shown) and part.name:
            (folder / part.name).write_text(part.text)
    command = next(part.words for part in parts if "annotation" in getattr(part, "words", ()))
    short = workplace.overlay("short", {"rankers": {"minilm": {"max_tokens": 32}}})
    workplace.snakemake(*name_snakemake(command)[1:], short)
    pools = pq.read_table(folder / "results/mine/pools/pools.parquet").to_pandas()
    sizes = pools.groupby("query_id").size()
    assert len(sizes) == 5 and sizes.min() >= 76
    tasks = json.loads((folder / "results/mine/annotation/tasks.json").read_text())
    assert (
        len(tasks) == sizes.sum() + sizes["8000001934"]
        and (folder / "results/mine/annotation/config.xml").stat()
    )

    overlay = ["--configfile", "mine.yaml", short, "--config"]
    failed = workplace.snakemake("annotation", *overlay, "pools={quota: 500}", check=False)
    assert failed.returncode != 0
    assert "5 of 5 pools gain less than half of quota x ranked sources" in failed.output
    kept = f"none kept {len(rows):,} of {len(rows):,} papers, 5 of them as they are named"
    assert kept in failed.output
    assert not (folder / "results/mine/pools/pools.parquet").exists()
    workplace.snakemake("pools", *overlay, "pools={quota: 500, on_small: keep}")
    assert "pools gain less" in (folder / "results/mine/logs/draw_pools.log").read_text()


def test_add_a_ranker(reader, root):
    reader.follow(root / "docs/tutorials/add-a-ranker.md")
    planned, ran = reader.done
    assert {"rank_model", "evaluate_csfcube"} <= set(planned.jobs())
    assert ran.jobs()["run_command"] == 1
    assert (reader.place.folder / "results/mine/csfcube/runs/overlap.parquet").stat().st_size


def test_what_is_fetched_is_planned_elsewhere(root):
    pages = [root / "README.md", *(root / "docs/tutorials").glob("*.md")]
    parts = [part for page in pages for part in read_page(page) if not isinstance(part, Shown)]
    planned = [name_snakemake(part.words) for part in parts if part.how == PLANNED]
    targets = {words[1] for words in planned if len(words) == 2}
    assert {"fetch_csfcube", "fetch_acl", "fetch_synergy"} == targets <= set(FETCHED)


def test_demo(smoke, workplace, root):
    (workplace.folder / "results").mkdir()
    (workplace.folder / "results/demo").symlink_to(smoke[0].folder / "results/smoke")
    Reader(workplace).follow(root / "docs/tutorials/demo.md")
