"""The files and settings that CSFCube's rules read. No rules here."""

from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS
from paperpool.models import find_model, list_model_files

CHECKED_RANKERS = rankers_of_kind("run", "command")
"""The rankers whose rankings come from outside, and are checked."""

CSFCUBE = f"{RESULTS}/demo/csfcube" if IS_DEMO else config["data"]["csfcube"]

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
    """Return the files of the job's ranker, one per facet where its path has {facet}."""
    return run_files(config["rankers"][wildcards.ranker]["path"])


def model_files(wildcards):
    """Return the files of the job's model, from the working directory; none for a hub id."""
    folder = find_model(config["rankers"][wildcards.ranker]["model"])
    return [] if folder is None else [os.path.relpath(f) for f in list_model_files(folder)]


def ranking_of(name, **changes):
    """Return how the ranker ``name`` ranks by an encoder, some of its settings changed.

    The similarity is named where its kind has one.
    """
    ranker = {**config["rankers"][name], **changes}
    encoder = ("model", "pooling", "max_tokens", "precision", "batch_size")
    return {
        "kind": ranker["kind"],
        "encoder": {key: ranker[key] for key in encoder},
        "settings": {key: ranker[key] for key in ("similarity",) if key in ranker},
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
            ranker=config["rankers"],
            facet=FACETS,
        ),
        *training_targets(),
    ]
