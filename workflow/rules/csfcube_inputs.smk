"""The files and settings that CSFCube's rules read. No rules here."""

from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS
from paperpool.models import find_model, list_model_files

CHECKED_RANKERS = rankers_of_kind("run", "command")
"""The rankers whose rankings come from outside, and are checked."""

CSFCUBE = f"{RESULTS}/demo/csfcube" if IS_DEMO else config["data"]["csfcube"]


def csfcube_files(wildcards):
    """Return the files of the collection, of the release or generated."""
    require_section("csfcube")
    return [f"{CSFCUBE}/{name}" for name in CSFCUBE_FILES]


def foreign_run_files(wildcards):
    """Return the files of the job's ranker, one per facet where its path has {facet}."""
    return run_files(config["rankers"][wildcards.ranker]["path"])


def files_of_model(model):
    """Return the files of a model, from the working directory; none for a hub id."""
    folder = find_model(model)
    return [] if folder is None else [os.path.relpath(f) for f in list_model_files(folder)]


def model_files(wildcards):
    """Return the files of the job's model."""
    return files_of_model(config["rankers"][wildcards.ranker]["model"])


def encoder_settings(wildcards):
    """Return what determines the embeddings of the job's ranker."""
    ranker = config["rankers"][wildcards.ranker]
    return {
        key: ranker[key] for key in ("model", "pooling", "max_tokens", "precision", "batch_size")
    }


def similarity_settings(wildcards):
    """Return the similarity of the job's ranker by name; nothing where its kind has none."""
    ranker = config["rankers"][wildcards.ranker]
    return {key: ranker[key] for key in ("similarity",) if key in ranker}


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
    ]
