"""The workflow as a module of somebody else's Snakefile, with a configuration of its own."""

import fcntl

import pytest
import yaml

from .conftest import Workplace

USERS = """
rule all:
    input:
        "out/one/config.yaml",
        "out/two/config.yaml",


configfile: "mine.yaml"


module one:
    snakefile: "{root}/workflow/Snakefile"
    config: config["one"]
    {more}


use rule * from one as one_*


module two:
    snakefile: "{root}/Snakefile"
    config: config["two"]


use rule * from two as two_*


use rule all from two as two_all with:
    message: "another message"


onstart:
    print("The user's own start.")
"""

ONE = {"run": "one", "results": "out", "sections": ["csfcube"], "seed": 1}


class Users(Workplace):
    """A working directory with a Snakefile of its own."""

    def _arguments(self, *arguments, cores):
        """Return the words behind Snakemake's name that call it on this Snakefile."""
        words = super()._arguments(*arguments, cores=cores)
        place = words.index("--snakefile")
        return words[:place] + words[place + 2 :]


@pytest.fixture
def users(root, tmp_path):
    """Return a function: call Snakemake on a user's Snakefile that has two modules of it."""

    def call(*arguments, one=ONE, more="", check=False):
        (tmp_path / "Snakefile").write_text(USERS.format(root=root, more=more))
        two = {"run": "two", "results": "out/", "demo": {"papers": 301}}
        for split in ("train", "dev", "test"):  # CSAbstruct, as far as it is looked at here
            (tmp_path / f"{split}.jsonl").touch()
        (tmp_path / "mine.yaml").write_text(yaml.safe_dump({"one": one, "two": two, "run": "x"}))
        return Users(root, tmp_path).snakemake(*arguments, check=check)

    return call


def test_each_module_has_its_own_configuration_and_results(users, tmp_path):
    done = users(check=True)
    assert done.jobs() == {"all": 1, "one_write_config": 1, "two_write_config": 1}
    assert "The user's own start." in done.output
    made = {
        name: yaml.safe_load((tmp_path / f"out/{name}/config.yaml").read_text())
        for name in ("one", "two")
    }
    assert made["one"]["seed"] == 1 and made["two"]["seed"] == 13
    assert made["one"]["cache"] == made["two"]["cache"] == "out/.cache"
    assert made["one"]["demo"]["papers"] == 2000 and made["two"]["demo"]["papers"] == 301
    assert not (tmp_path / "results").exists()
    planned = users("one_all", "two_report", "-n", check=True)
    jobs = planned.jobs()
    assert jobs["two_evaluate_scisearch"] == 1 and "results/" not in planned.output
    of_one = {name.removeprefix("one_"): n for name, n in jobs.items() if name.startswith("one_")}
    corpus = {"write_demo_shards": 1, "read_shard": 2, "select_papers": 1, "filter_papers": 2}
    words = {**corpus, "train_word2vec": 1}
    ranked = dict.fromkeys(["plan_demo", "rank_terms", "rank_model", "evaluate_csfcube"], 1)
    assert of_one == {**words, **ranked, "build_section": 1, "build_report": 1, "all": 1}
    assert "out/one/report/errors.html" in planned.output


def test_results_that_another_process_writes_are_left_alone(users, tmp_path):
    """Snakemake runs the onstart of the user's Snakefile alone, not those of modules."""
    lock = tmp_path / "out/two/logs/lock"
    lock.parent.mkdir(parents=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        failed = users()
    assert failed.returncode != 0
    assert "Another process is writing these results." in failed.output
    assert "Where: out/two" in failed.output
    assert not (tmp_path / "out/two/config.yaml").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"one": {**ONE, "sede": 1}}, "Where: sede\n  Hint: Did you mean 'seed'?"),
        (
            {"one": {**ONE, "data": {"csabstruct": "."}, "sections": ["facets", "mdcr"]}},
            "The mdcr section, which sections names, needs data.s2orc, which is not set, nor is",
        ),
        (
            {"more": 'prefix: "below"\n    pathvars: results="x"'},
            "changed by pathvars: results, prefix:, which cannot be followed",
        ),
    ],
)
def test_what_it_cannot_follow_is_refused(users, changes, said):
    failed = users("-n", **changes)
    assert failed.returncode != 0 and said in failed.output
    assert "Traceback" not in failed.output
