"""The files and settings that CSFCube's rules read. No rules here."""

from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS
from paperpool.models.locating import find_model, list_model_files

CHECKED_RANKERS = rankers_for("csfcube", "run", "command")
"""The rankers whose rankings come from outside, and are checked."""

WORD_VECTOR_RANKERS = rankers_of_kind("cbow", "tfidfcbow")
"""The rankers that average word vectors."""

TERM_RANKERS = rankers_of_kind("tfidf", "bm25", "cbow", "tfidfcbow")
"""The rankers that need no model; one job makes all their runs."""

FOREIGN_RUNS = {name: config["rankers"][name]["path"] for name in rankers_for("csfcube", "run")}
"""Where the rankings of others lie, by ranker; one job imports them all."""

CSFCUBE = f"{RESULTS}/demo/csfcube" if IS_DEMO else config["data"]["csfcube"]

RANKED_FILE = "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json"

RANKED = collect(RANKED_FILE, facet=FACETS, allow_missing=True)
"""A ranker's run in the format of the release, a file per facet."""

RESAMPLING = {
    "seed": config["seed"],
    "n_bootstrap": config["evaluation"]["bootstrap"],
    "n_permutations": config["evaluation"]["permutations"],
    "confidence": config["evaluation"]["confidence"],
}
"""How intervals and tests are drawn."""


def csfcube_files(wildcards):
    """Return the files of the collection, of the release or generated."""
    require_section("csfcube")
    return [f"{CSFCUBE}/{name}" for name in CSFCUBE_FILES]


def foreign_run_files(wildcards):
    """Return the files of the rankings of others, one per facet where a path has {facet}."""
    return [file for path in FOREIGN_RUNS.values() for file in run_files(path)]


def foreign_paths(wildcards):
    """Return where each of them lies (a function: a path may hold braces)."""
    return FOREIGN_RUNS


def word_vectors(wildcards):
    """Return the word vectors: of the corpus where pools are drawn from it, else the collection."""
    section = "pools" if "pools" in SECTIONS else "csfcube"
    return f"{RESULTS}/{section}/steps/word2vec.parquet"


def files_of_model(model):
    """Return the files of a model, from the working directory; none for a hub id."""
    folder = find_model(model)
    return [] if folder is None else [os.path.relpath(f) for f in list_model_files(folder)]


def model_files(wildcards):
    """Return the files of the job's model and adapter."""
    ranker = config["rankers"][wildcards.ranker]
    named = [ranker[key] for key in ("model", "adapter") if ranker.get(key)]
    return [file for model in named for file in files_of_model(model)]


def member_runs(wildcards):
    """Return the runs that the job's ranker fuses."""
    members = config["rankers"][wildcards.ranker]["members"]
    return [f"{RESULTS}/csfcube/runs/{member}.parquet" for member in members]


def ranking_of(name, **changes):
    """Return how the ranker ``name`` ranks by a model, some of its settings changed.

    ``settings`` has what its kind has a choice of.
    """
    ranker = {**config["rankers"][name], **changes}
    encoder = ("model", "pooling", "adapter", "max_tokens", "precision", "batch_size")
    chosen = ("similarity", "separator", "titles")
    return {
        "kind": ranker["kind"],
        "encoder": {key: ranker[key] for key in encoder if key in ranker},
        "settings": {key: ranker[key] for key in chosen if key in ranker},
    }


def own_ranking(wildcards):
    """Return how the job's ranker ranks, as a list of one."""
    return [ranking_of(wildcards.ranker)]


def encoder_settings(wildcards):
    """Return what determines the embeddings of the job's ranker."""
    return ranking_of(wildcards.ranker)["encoder"]


def csfcube_targets(wildcards):
    """Return what the csfcube section makes."""
    require_section("csfcube")
    return [
        f"{RESULTS}/config.yaml",
        f"{RESULTS}/csfcube/metrics.csv",
        *collect(
            "{results}/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            results=RESULTS,
            ranker=CSFCUBE_RANKERS,
            facet=FACETS,
        ),
        *training_targets(),
    ]
