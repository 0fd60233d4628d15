"""The rules are read where Snakemake alone is installed, as by the catalog of its workflows."""

import os
import re
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import yaml

PROBE = "import importlib.util as u; print([n for n in {names} if u.find_spec(n)])"


@pytest.fixture(scope="module")
def alone(lock, tmp_path_factory):
    """Return a function: the output of a command where Snakemake's own needs are all there is.

    The environment consists of links to the packages of this one, whose versions are locked, so
    that it needs no index. It is checked with pip at a release: ``pip install snakemake`` in a
    fresh environment.
    """
    needed = lock.collect_needed(
        ["snakemake"], requires=cache(lambda name: metadata.requires(name) or [])
    )
    folder = tmp_path_factory.mktemp("packages")
    for name in needed:
        distribution = metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files}:
            link = folder / top
            if top != ".." and not link.exists():
                link.symlink_to(distribution.locate_file(top))

    def run(*words, code=0):
        """Run Python without its own packages; the run is in a folder of its own."""
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run(
            [sys.executable, "-S", *map(str, words)],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path_factory.mktemp("run"),
        )
        assert done.returncode == code, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout + done.stderr

    return run


@pytest.fixture(scope="module")
def snakemake(alone, root):
    """Return a function: the output of Snakemake with this workflow, in that environment."""

    def run(*words, code=0):
        return alone("-m", "snakemake", "-s", root / "Snakefile", *words, code=code)

    return run


def count_jobs(output):
    """Return the table of jobs that a dry run prints: the number of each rule's."""
    return {rule: int(n) for rule, n in re.findall(r"^(\w+) +(\d+)$", output, re.MULTILINE)}


def test_the_environment_has_nothing_that_snakemake_does_not_bring(alone):
    names = ["numpy", "pandas", "pyarrow", "torch", "orjson", "duckdb", "tqdm", "paperpool"]
    assert alone("-c", PROBE.format(names=names)).strip() == "[]"


def test_it_is_linted(snakemake):
    assert "workflow is in a good condition" in snakemake("--lint")


def test_it_is_listed_and_drawn(workplace):
    """With all packages: what Snakemake reads for both, it reads alone for the other tests."""
    names = workplace.snakemake("--list-rules", "--quiet").output
    listed = re.findall(r"^(\w+)(?: \((.+)\))?$", names, re.MULTILINE)
    sentences = dict(listed)
    assert len(sentences) > 140 and {"read_shard", "choose_mdcr_pools"} <= set(sentences)
    assert all(sentences.values()) and len(set(sentences.values())) == len(sentences)
    graph = workplace.snakemake("--rulegraph").output
    assert "digraph snakemake_dag" in graph and 'label = "build_report"' in graph


def test_the_demo_is_planned_as_with_all_packages(snakemake, workplace):
    planned = count_jobs(snakemake("-n", "--quiet", "rules"))
    assert planned["total"] > 50 and planned == count_jobs(workplace.snakemake("-n").output)


def test_an_overlay_on_real_data_is_planned(snakemake, root, real_data, tmp_path):
    data = real_data("csfcube")
    runs = f"{data}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    mine = {"data": {"csfcube": str(data)}, "rankers": {"specter": {"path": runs}}}
    overlay = Path(tmp_path, "mine.yaml")
    overlay.write_text(yaml.safe_dump(mine))
    planned = snakemake(
        "-n", "--quiet", "rules", "--configfile", root / "config/csfcube.yaml", overlay
    )
    assert {"import_runs", "rank_best", "evaluate_csfcube"} <= set(count_jobs(planned))


def test_jobs_that_cannot_run_there_are_refused_before_the_first(snakemake):
    output = snakemake("plan_demo", "--cores", "1", code=1)
    assert "Jobs cannot run here, without numpy, pandas, pyarrow." in output
    assert "--sdm conda" in output and "Traceback" not in output
