"""The overlays that come with the workflow, unchanged, with data at their paths."""

import re

import pytest

from paperpool.collections.mdcr_benchmark import RELEASE
from paperpool.fetch.listing import S2AG, Listing, RawFile, make_dataset, write_listing
from paperpool.fetch.s2ag import CORPUS
from paperpool.models.registry import read_models
from paperpool.workflow.config.loading import load_yaml

FOLDERS = {
    "resources/csabstruct": "csabstruct",
    "resources/csfcube": "csfcube",
    "resources/cl-scisumm": "cl-scisumm",
    "resources/cystic_fibrosis": "cystic-fibrosis",
    "resources/cranfield": "cranfield",
    "resources/scifact": "scifact",
    "resources/doris-mae": "doris-mae",
    "resources/s2orc": "s2orc-sample",
    "resources/s2orc-acl": "s2orc-acl",
    "resources/s2orc-arxiv": "s2orc-arxiv",
    "resources/s2orc-csfcube": "s2orc-csfcube",
    "resources/s2orc-hepth": "s2orc-hepth",
    "results/demo/annotation/release": "csfcube",  # stands in for what a demo run wrote
}

BUILT = ["draw_mdcr_pools", "build_mdcr", "evaluate_mdcr"]
ENCODED = [*BUILT, "encode_papers", "join_papers"]

RULES = {
    "annotated": ["evaluate_csfcube", "measure_agreement"],
    "cranfield": ["rank_collection_model", "rank_collection_fusion", "evaluate_collection"],
    "csfcube": ["rank_fusion", "rank_best", "import_runs", "evaluate_csfcube"],
    "csfcube-runs": ["import_runs", "evaluate_csfcube"],
    "cystic-fibrosis": [*BUILT, "evaluate_collection", "measure_relations", "measure_votes"],
    "doris-mae": ["import_collection_run", "rank_collection_words", "evaluate_collection"],
    "hub": ["rank_model", "train_reranker", "evaluate_csfcube", "evaluate_mdcr"],
    "labeller": ["train_labeller", "label_facets", "measure_facets"],
    "labeller-head": ["train_labeller", "measure_facets"],
    "mdcr": ENCODED,
    "mdcr-acl": ENCODED,
    "mdcr-paper": [*ENCODED, "join_mdcr_sentences"],
    "mdcr-hepth": [
        *ENCODED,
        "make_static_encoder",
        "join_mdcr_sentences",
        "score_mdcr_fusion",
        "rank_mdcr_references",
        "choose_mdcr_pools",
        "score_mdcr_best",
    ],
    "mdcr-scincl": ["import_mdcr_scores", "evaluate_mdcr"],
    "mdcr-specter": [*BUILT, "fetch_s2ag_file", "take_vectors", "join_taken", "average_mdcr_words"],
    "pools": ["draw_pools", "evaluate_csfcube"],
    "pools-paper": ["encode_papers", "rank_encoder_source", "draw_pools", "evaluate_csfcube"],
    "scifact": ["rank_collection_model", "rank_collection_fusion", "evaluate_collection"],
    "scisearch": ["encode_scisearch", "train_reranker", "evaluate_scisearch"],
    "scisumm": ["rank_scisumm_words", "ablate_scisumm", "evaluate_scisumm"],
    "static-arxiv": ["make_static_encoder", "rank_model", "evaluate_csfcube"],
    "specter-cocite": ["rank_model", "evaluate_csfcube"],
    "specter-id": ["train_encoder", "evaluate_csfcube"],
}
"""The purpose of each overlay: rules that it runs."""

AFTER = {
    "cranfield-mpnet": "cranfield",
    "csfcube-mpnet": "csfcube",
    "doris-mae-mpnet": "doris-mae",
    "mdcr-acl-mpnet": "mdcr-acl",
    "scifact-mpnet": "scifact",
    "scisearch-authors": "scisearch",
    "scisearch-identity": "scisearch",
    "scisearch-two": "scisearch",
}
"""Overlays that are given after another one."""

RULES |= {
    "cranfield-mpnet": RULES["cranfield"],
    "csfcube-mpnet": RULES["csfcube"],
    "doris-mae-mpnet": [*RULES["doris-mae"], "rank_collection_model"],
    "mdcr-acl-mpnet": RULES["mdcr-acl"],
    "scifact-mpnet": RULES["scifact"],
    "scisearch-authors": RULES["scisearch"],
    "scisearch-identity": RULES["scisearch"],
    "scisearch-two": RULES["scisearch"],
}

SIX = ["bm25", "scibert", "specter", "scincl", "aspire-bm", "aspire-cs"]
"""The rankers of MDCR's paper."""


def load(root, name):
    return load_yaml(root / f"config/{name}.yaml")


def test_every_overlay_is_planned_here(root):
    files = {path.stem for path in (root / "config").glob("*.yaml")}
    assert files - {"config", "smoke"} == set(RULES)  # these two are planned and run elsewhere


def test_no_published_system_stands_beside_a_training_that_is_not_its_own(root):
    """SPECTER-ID differs from the defaults only in its base, SciBERT, and its pooling."""
    own = {"kind", "model", "pooling", "published", "held_out", "precision", "batch_size"}
    seen = set()
    for path in (root / "config").glob("*.yaml"):
        for name, ranker in (load_yaml(path).get("rankers") or {}).items():
            if ranker and ranker.get("kind") == "trained":
                seen.add(f"{path.stem}.{name}")
                is_its_own = "scibert" in ranker["model"] and set(ranker) <= own
                assert ranker.get("published") is None or is_its_own, f"{path.name}: {name}"
    assert "specter-id.specter-id" in seen


def test_published_systems_compute_as_their_authors_did(root):
    """In float32, at a commit if one is known; Aspire reads 500 tokens and the special two.

    Its encoder of single sentences reads 512, as its card says.
    """
    beside, unpinned, aspire = set(), set(), set()
    for path in (root / "config").glob("*.yaml"):
        overlay = load_yaml(path)
        rankers = overlay.get("rankers") or {}
        entries = {(name, bool((r or {}).get("published"))): r for name, r in rankers.items()}
        for section in ("scisearch", "scisumm"):
            settings = overlay.get(section) or {}
            shown = settings.get("published") or {}
            for name, e in (settings.get("encoders") or {}).items():
                is_shown = any(key in (name, f"asymm-{name}-d4") for key in shown)
                entries[f"{section}.{name}", is_shown] = rankers[e] if isinstance(e, str) else e
        for (name, is_published), settings in entries.items():
            model = (settings or {}).get("model") or "package:"
            is_hub = not model.startswith(("package:", "static:", "resources/"))
            is_hub = is_hub and model not in read_models()
            if is_hub and is_published:
                beside.add(name)
                assert settings.get("precision") == "float32", f"{path.name}: {name}"
            if is_hub and not re.search(r"@[0-9a-f]{40}$", model):
                unpinned.add(model)
            if "/aspire-" in model:
                aspire.add(name)
                most = 512 if "sentence-embedder" in model else 502
                assert settings["max_tokens"] == most, f"{path.name}: {name}"
    assert unpinned == {
        "allenai/aspire-contextualsentence-multim-biomed",
        "allenai/aspire-sentence-embedder",
    }  # as hub.yaml says
    assert {"otaspire-cs", "scincl", "scisearch.specter", "scisumm.contextual"} <= beside
    assert len(aspire) == 9


def test_scisearchs_simcse_is_the_packages(root):
    """Its ``simcse`` 0.4: unit length, 128 tokens, a pooler for the supervised model alone."""
    encoders = load(root, "hub")["scisearch"]["encoders"]
    for name, pooling in (("unsimcse", "cls"), ("susimcse", "pooler")):
        found = {key: encoders[name][key] for key in ("pooling", "unit_length", "max_tokens")}
        assert found == {"pooling": pooling, "unit_length": True, "max_tokens": 128}


def test_the_papers_pools_are_the_others_with_specter_as_the_only_encoder(root):
    paper, pools, hub = (load(root, name) for name in ("pools-paper", "pools", "hub"))
    assert paper["pools"] == pools["pools"] | {"encoders": ["specter"]}
    assert paper["rankers"] == {"minilm": None, "specter": hub["rankers"]["specter-hub"]}


@pytest.fixture
def place(workplace):
    """A working directory with a shard at MDCR's path; only its name is read here."""
    shard = workplace.folder / "resources/s2orc/metadata/metadata_0.jsonl.gz"
    shard.parent.mkdir(parents=True)
    shard.touch()
    return workplace


def test_six_rankers_are_planned_and_no_other(place, root):
    planned = place.run("mdcr", "-n", base="mdcr-paper")
    listed = place.run("mdcr", "--summary", base="mdcr-paper").output
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


def test_three_models_give_negatives_under_the_names_of_the_release(place):
    place.run("results/mdcr-paper/config.yaml", base="mdcr-paper")
    settings = load_yaml(place.folder / "results/mdcr-paper/config.yaml")
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


@pytest.mark.parametrize("name", RULES)
def test_it_can_be_planned(workplace, real_data, name, monkeypatch):
    for folder, source in FOLDERS.items():
        link = workplace.folder / folder
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(real_data(source))
    (workplace.folder / "resources/aspire-biencoder-compsci-spec").mkdir()
    monkeypatch.chdir(workplace.folder)
    names = (*CORPUS, "embeddings-specter_v2")
    files = {name: make_dataset([RawFile("0.gz", 9)]) for name in names}
    write_listing(Listing(S2AG, "2026-08-25", files))
    abstracts = workplace.folder / "resources/csfcube_abstracts/abstracts-preds.jsonl"
    abstracts.parent.mkdir()
    abstracts.symlink_to(real_data("csfcube") / "abstracts-csfcube-preds.jsonl")
    runs = workplace.folder / "resources/csfcube_runs"
    runs.mkdir()
    (runs / "specter").symlink_to(real_data("csfcube") / "ranked_pools")
    for system in (real_data("known-runs") / "sciatica").iterdir():
        (runs / system.name).symlink_to(system)
    (workplace.folder / "resources/mdcr").mkdir()
    for file in (*RELEASE, "scincl_scores.json"):  # only their names are read here
        (workplace.folder / "resources/mdcr" / file).touch()
    for model in ("all-mpnet-base-v2", "splade-tiny"):  # only its configuration is read here
        (workplace.folder / "resources/models" / model).mkdir(parents=True)
        (workplace.folder / "resources/models" / model / "config.json").write_text("{}")
    overlays = [f"{workplace.root}/config/{base}.yaml" for base in (AFTER.get(name), name) if base]
    planned = workplace.snakemake("-n", "--configfile", *overlays)
    assert {*RULES[name], "build_report"} <= set(planned.jobs())
    if name == "scisearch":
        assert planned.jobs()["train_reranker"] == 2 * 3  # the preset's losses, three trainings
    long = {"train_labeller", "train_reranker"} & set(planned.jobs())
    assert long <= set(RULES[name])  # none is trained unasked; without data the hub's is a demo
    without_corpus = (
        "annotated cranfield csfcube labeller labeller-head scifact scisearch scisumm".split()
    )
    without_corpus += ["doris-mae", "specter-cocite", "csfcube-runs", "mdcr-scincl"]
    without_corpus += ["mdcr-specter"]  # it reads one by bulk rules
    assert ("read_shard" in planned.jobs()) == (AFTER.get(name, name) not in without_corpus)
    if name.startswith("mdcr"):
        assert "Leaving out csfcube: data.csfcube is not set." in planned.output
        assert "rank_terms" not in planned.jobs()
