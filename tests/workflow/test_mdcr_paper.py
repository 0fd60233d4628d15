"""The overlay of MDCR's own setup: six rankers, three types of model negatives, no others."""

import re

import pytest
import yaml

SIX = ["bm25", "scibert", "specter", "scincl", "aspire-bm", "aspire-cs"]


@pytest.fixture
def overlay(workplace, root):
    """The path in the overlay, with a shard there; only its name is read here."""
    shard = workplace.folder / "resources/s2orc/metadata/metadata_0.jsonl.gz"
    shard.parent.mkdir(parents=True)
    shard.touch()
    return str(root / "config/mdcr-paper.yaml")


def load(root, name):
    return yaml.safe_load((root / f"config/{name}.yaml").read_text())


def test_six_rankers_are_planned_and_no_other(workplace, root, overlay):
    planned = workplace.snakemake("mdcr", "-n", "--configfile", overlay)
    listed = workplace.snakemake("mdcr", "--summary", "--configfile", overlay).output
    for files in (
        r"mdcr/runs/dataset/([\w-]+)\.parquet",
        r"mdcr/runs/field/([\w-]+)\.parquet",
        r"mdcr/scores/([\w-]+)\.json",
        r"mdcr/scores/val/([\w-]+)\.json",
    ):
        assert set(re.findall(files, listed)) == set(SIX), files
    jobs = planned.jobs()
    n_jobs = load(root, "mdcr-paper")["encode"]["jobs"]
    shares = {"encode_papers": 5 * n_jobs}
    joins = {"join_papers": 3, "join_mdcr_sentences": 2}
    expected = shares | joins | {"rank_mdcr_vectors": 5} | {"rank_mdcr_terms": 1, "build_mdcr": 1}
    assert {rule: jobs[rule] for rule in expected} == expected
    assert not {"train_mdcr_word2vec", "average_mdcr_words", "score_mdcr_words"} & set(jobs)


def test_three_models_give_negatives_under_the_names_of_the_release(workplace, overlay):
    workplace.snakemake("results/mdcr-paper/config.yaml", "--configfile", overlay)
    settings = yaml.safe_load((workplace.folder / "results/mdcr-paper/config.yaml").read_text())
    assert settings["mdcr"]["models"] == ["bm25", "specter", "scincl"]
    assert settings["mdcr"]["rankers"] == SIX
    assert set(settings["rankers"]) == set(SIX)
    published = {name: ranker["published"]["mdcr"] for name, ranker in settings["rankers"].items()}
    names = ["BM25", "SciBERT", "Specter", "SciNCL", "Aspire-BM", "Aspire-CS"]
    assert published == dict(zip(SIX, names, strict=True))
    assert settings["mdcr"]["fields"] is None  # all 19
    assert (settings["mdcr"]["positives"], settings["mdcr"]["negatives"]) == (5, 10)


def test_numbers_are_those_of_the_overlay_without_models(root):
    paper = load(root, "mdcr-paper")["mdcr"]
    assert load(root, "mdcr")["mdcr"] == {
        key: value for key, value in paper.items() if key not in ("rankers", "models")
    }


def test_models_are_those_of_the_hubs_overlay(root):
    paper, hub = load(root, "mdcr-paper")["rankers"], load(root, "hub")["rankers"]
    for name, other, own in (
        ("scibert", "scibert-uncased", {}),
        ("specter", "specter-hub", {}),
        ("scincl", "scincl", {}),
        ("aspire-bm", "tsaspire-bio", {"layers": "all"}),
        ("aspire-cs", "tsaspire-cs", {"layers": "all"}),
    ):
        assert paper[name] | {"published": None} == hub[other] | own | {"published": None}
