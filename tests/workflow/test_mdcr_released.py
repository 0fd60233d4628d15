"""The released benchmark of MDCR without a corpus, and scores of it that come from outside.

The smoke run's own benchmark stands in for the release.
"""

import json
import shutil

import pandas as pd
import pytest

from paperpool.collections.mdcr_benchmark import RELEASE

from .conftest import Workplace


@pytest.fixture(scope="module")
def smoke_mdcr(results):
    return results / "mdcr"


@pytest.fixture(scope="module")
def place(smoke_mdcr, root, tmp_path_factory):
    """A working directory with a release and minilm's scores of it, as somebody's own."""
    folder = tmp_path_factory.mktemp("released")
    for name in ("release", "theirs"):
        (folder / name).mkdir()
    for name in RELEASE:
        shutil.copy(smoke_mdcr / name, folder / "release" / name)
    for split, file in (("test", "scores/minilm.json"), ("val", "scores/val/minilm.json")):
        shutil.copy(smoke_mdcr / file, folder / f"theirs/scores_{split}.json")
    return Workplace(root, folder)


def describe(**changes):
    """Return the settings of the release, with somebody's scores beside those of two rankers."""
    theirs = {"kind": "run", "benchmark": "mdcr", "path": "theirs/scores_{split}.json"}
    return {
        "run": "released",
        "data": {"mdcr": "release"},
        "mdcr": {"rankers": ["bm25", "tfidf"], "bm25": {"k1": [1.5], "b": [0.4, 0.75]}},
        "rankers": {"theirs": {**theirs, "published": {"mdcr": "SciNCL"}}},
        "evaluation": {"bootstrap": 1000, "permutations": 1000},
    } | changes


@pytest.fixture(scope="module")
def released(place):
    """The folder of a run on the release alone, and its call."""
    done = place.run("mdcr", **describe())
    return place.folder / "results/released/mdcr", done


def test_it_is_scored_without_a_corpus(released, place):
    folder, done = released
    assert done.jobs() == {
        "score_mdcr_terms": 1,
        "import_mdcr_scores": 1,
        "import_mdcr_validation_scores": 1,
        "evaluate_mdcr": 1,
        "write_config": 1,
        "mdcr": 1,
    }
    assert {path.name for path in folder.iterdir()} == {
        *("metrics.csv", "per_query.parquet", "significance.csv", "ranks.csv"),
        *("scores", "checks", "checks.json"),
    }
    metrics = pd.read_csv(folder / "metrics.csv")
    assert set(metrics.benchmark) == {"mdcr"}
    assert list(dict.fromkeys(metrics.ranker)) == ["bm25", "tfidf", "theirs"]
    assert "Nothing to be done" in place.run("mdcr", "-n", **describe()).output


def test_it_scores_as_the_benchmark_that_was_built(released, smoke_mdcr):
    folder, _ = released
    for split in ("", "val"):
        for ranker, given in (("bm25", "bm25"), ("tfidf", "tfidf"), ("theirs", "minilm")):
            found = (folder / "scores" / split / f"{ranker}.json").read_bytes()
            assert found == (smoke_mdcr / "scores" / split / f"{given}.json").read_bytes()


def break_scores(place, name="broken"):
    """Write scores that lack a pair and have one too many; return both pairs and their ranker."""
    scores = json.loads((place.folder / "theirs/scores_test.json").read_text())
    missing = sorted(scores)[7]
    del scores[missing]
    scores["12_34"] = 0.5
    (place.folder / f"{name}.json").write_text(json.dumps(scores))
    ranker = {"kind": "run", "benchmark": "mdcr", "path": f"{name}.json"}
    return missing, "12_34", {name: ranker}


def test_scores_of_other_pairs_are_one_clear_error_or_a_warning(place):
    missing, extra, rankers = break_scores(place)
    target = "results/released/mdcr/scores/broken.json"
    failed = place.fail(target, **describe(rankers=rankers))
    assert failed.output.count("Scores 'broken': 1 pairs missing") == 2
    assert f"Scores 'broken': 1 pairs missing: {missing}." in failed.output
    assert f"Scores 'broken': 1 pairs not in the benchmark: {extra}." in failed.output
    assert "Where: broken.json" in failed.output and not (place.folder / target).exists()

    given = json.loads((place.folder / "theirs/scores_test.json").read_text())
    (place.folder / "flat.json").write_text(json.dumps(dict.fromkeys(given, 1.0)))
    rankers["flat"] = {**rankers["broken"], "path": "flat.json"}
    warned = describe(run="warned", rankers=rankers, checks={"runs": "warn"})
    done = place.run("mdcr", **warned)
    assert missing in done.output and extra in done.output
    assert "all candidates have one score" in "\n".join(done.last_lines(6))
    results = place.folder / "results/warned/mdcr"
    scores = json.loads((results / "scores/broken.json").read_text())
    assert {key: given[key] for key in given if key != missing}.items() <= scores.items()
    assert scores.keys() == given.keys() and scores[missing] == min(scores.values())
    checks = json.loads((results / "checks/broken.json").read_text())
    assert len(checks["problems"]) == 2
    metrics = pd.read_csv(results / "metrics.csv")  # a path without {split} is of the test split
    assert set(metrics[metrics.ranker == "broken"].split) == {"test"}
    assert set(metrics[metrics.ranker == "bm25"].split) == {"test", "val"}


def test_large_pools_of_the_release_alone_need_a_corpus(place):
    target = "results/released/mdcr/runs/field/bm25.parquet"
    failed = place.fail(target, "-n", **describe())
    assert "needs data.s2orc, which is not set" in failed.output
