"""MDCR from a release of Semantic Scholar: a server that fails, and a kill in between.

The release has the papers of a demo, and gives the same results as their S2ORC metadata.
"""

import json
import os
import signal
import subprocess
import time

import pytest

from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.shards import write_shard
from paperpool.workflow.config.loading import load_yaml

from ..made.s2ag_server import KEY, RELEASE, make_release, serving
from .conftest import Workplace

VARIABLE = "MY_S2_KEY"
N_PAPERS, N_SHARDS = 400, 2


class Made:
    """A folder with both runs, the release of one of them, and the output."""

    def __init__(self, workplace, release):
        self.workplace, self.release = workplace, release

    def kill_at_stall(self, *words):
        """Call ``paperpool run`` and kill all of it when the server has stopped to send."""
        command = self.workplace.paperpool_command(*words)
        environment, folder = self.workplace.environment, self.workplace.folder
        with subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert self.release.has_stalled.wait(120)
            time.sleep(0.2)
            os.killpg(process.pid, signal.SIGKILL)
        self.release.goes_on.set()

    def outcome(self, run):
        """Return the bytes that must be equal, by name; shards in their order."""
        results = self.workplace.folder / "results" / run
        found = {}
        for part in ("corpus/papers", "corpus/citations"):
            for i, path in enumerate(sorted((results / part).iterdir())):
                found[f"{part}/{i}"] = path.read_bytes()
        for path in (results / "mdcr").rglob("*"):
            if path.is_file():
                found[str(path.relative_to(results))] = path.read_bytes()
        return found | {"twins": (results / "corpus/twins.parquet").read_bytes()}


@pytest.fixture(scope="module")
def made(root, tmp_path_factory):
    workplace = Workplace(root, tmp_path_factory.mktemp("s2ag"))
    plan = make_plan(N_PAPERS, 13)
    for n in range(N_SHARDS):
        write_shard(plan, n, N_SHARDS, workplace.folder / f"s2orc/metadata_{n}.jsonl.gz")
    smoke = load_yaml(root / "config/smoke.yaml")
    settings = {"corpus": {"filters": ["mdcr"]}, "mdcr": smoke["mdcr"]}
    settings["rankers"] = {"minilm": smoke["rankers"]["minilm"]}
    own = workplace.overlay("own", {"run": "own", "data": {"s2orc": ["s2orc/*.gz"]}} | settings)
    source = {"s2ag": {"release": RELEASE, "key": VARIABLE}}
    released = workplace.overlay("s2ag", {"run": "s2ag", "data": {"s2orc": [source]}} | settings)
    to_serve = make_release(plan, N_SHARDS, tmp_path_factory.mktemp("release"))
    with pytest.MonkeyPatch.context() as patch, serving(to_serve) as release:
        patch.setenv("PAPERPOOL_S2AG_API", release.url)
        patch.setenv(VARIABLE, KEY)
        made = Made(workplace, release)
        made.unlisted = workplace.snakemake("-n", "mdcr", "--configfile", released, check=False)
        workplace.snakemake("results/own/mdcr/mdcr_test.json", "--configfile", own)
        release.api, release.files = [429, 500], [503]
        words = ("fetch", "s2ag", RELEASE, "paper-ids", "--key", VARIABLE)
        fetched = workplace.paperpool(*words, timeout=300)
        assert fetched.returncode == 0, fetched.output
        release.stalls = 1
        release.folder = workplace.folder / "resources/s2ag" / RELEASE
        made.kill_at_stall("corpus", "--configfile", released)
        release.api, release.cuts, release.uses = [429, 200, 500], [2000], 1
        benchmark = "results/s2ag/mdcr/mdcr_test.json"
        made.run = workplace.snakemake(benchmark, "--configfile", released)
        made.printed = fetched.output + made.run.output
    made.overlay = released
    return made


def test_without_the_listing_one_error_names_the_command(made):
    assert made.unlisted.returncode
    assert "1 problem in the configuration" in made.unlisted.output
    assert f"Run `paperpool fetch s2ag {RELEASE}`" in made.unlisted.output


def test_a_release_gives_the_same_benchmark_as_shards_of_s2orc(made):
    own, released = made.outcome("own"), made.outcome("s2ag")
    assert {"mdcr/mdcr_test.json", "mdcr/provenance.parquet", "corpus/papers/1"} <= own.keys()
    differing = [name for name in own if own[name] != released.get(name)]
    assert own.keys() == released.keys() and differing == []


def test_a_killed_download_went_on_where_it_was(made):
    assert [one for one in made.release.ranges if one and one != "bytes=0-0"]
    assert made.run.jobs()["fetch_s2ag_file"] <= 3 * N_SHARDS


def test_every_row_is_counted_against_the_declared_number(made):
    summary = json.loads((made.workplace.folder / "results/s2ag/corpus/summary.json").read_text())
    papers, *_, citations = summary["releases"]
    assert papers == {
        "source": "s2ag",
        "release": RELEASE,
        "dataset": "papers",
        "files": N_SHARDS,
        "declared": N_PAPERS,
        "read": N_PAPERS,
    }
    assert citations["dataset"] == "citations"
    assert abs(citations["read"] - citations["declared"]) <= 50  # it is declared in thousands


def test_few_files_are_there_at_a_time(made):
    assert len(made.release.waiting) >= 3 * N_SHARDS
    assert max(made.release.waiting) <= 2  # as many as cores, besides those that are on their way


def test_nothing_of_the_release_stays(made):
    raw = made.workplace.folder / "resources/s2ag" / RELEASE
    files = [path.name for path in raw.rglob("*") if path.is_file()]
    assert files == ["listing.json"]


def test_neither_key_nor_address_is_anywhere(made):
    assert not any(made.release.keys_of_files)
    texts = {"printed": made.printed.encode()}
    for path in made.workplace.folder.rglob("*"):
        if path.is_file():
            texts[str(path)] = path.read_bytes()
    assert any(".snakemake" in name for name in texts) and len(texts) > 100
    for secret in (KEY, "X-Amz-Signature", made.release.url.rpartition(":")[2] + "/staging"):
        assert [name for name, text in texts.items() if secret.encode() in text] == []


def test_files_are_downloaded_again_for_what_reads_them_alone(made):
    (made.workplace.folder / "trained.txt").write_text("f" * 40)
    hashes = {"exclude": ["trained.txt"], "paper_ids": [f"resources/s2ag/{RELEASE}/paper-ids/*"]}
    excluded = made.workplace.overlay("excluded", {"mdcr": hashes})
    planned = made.workplace.snakemake("-n", "mdcr", "--configfile", made.overlay, excluded)
    assert planned.jobs()["fetch_s2ag_file"] == planned.jobs()["map_mdcr_exclusions"] == 1
    other = made.workplace.overlay("other", {"corpus": {"mdcr": {"min_citations": 2}}})
    planned = made.workplace.snakemake("-n", "corpus", "--configfile", made.overlay, other)
    jobs = planned.jobs()
    assert jobs["filter_papers"] == N_SHARDS and "fetch_s2ag_file" not in jobs
