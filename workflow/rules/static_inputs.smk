"""The static encoders that are made, and what their rule reads. No rules here."""

from paperpool.models.static_encoder import STATIC_FILES

STATIC = config["static"]
"""The settings of each static encoder that is made."""


def files_of_static(model):
    """Return the files of a static encoder that this run makes; None where it is another model."""
    made = {str(Path(RESULTS, "models", name)): name for name in STATIC}
    name = made.get(model)
    return name and [f"{RESULTS}/models/{name}/{file}" for file in STATIC_FILES]


def static_teacher(wildcards):
    """Return the settings of the job's teacher."""
    settings = STATIC[wildcards.static]
    return {"model": settings["teacher"], "max_tokens": settings["max_tokens"]}


def static_teacher_files(wildcards):
    """Return the files of the job's teacher."""
    return files_of_model(STATIC[wildcards.static]["teacher"])


def static_papers(wildcards):
    """Return how many papers the job's teacher encodes."""
    return STATIC[wildcards.static]["papers"]


def static_vocabulary(wildcards):
    """Return what the job's encoder has vectors of."""
    return STATIC[wildcards.static]["vocabulary"]


def static_kept_out(wildcards):
    """Return the files that say which papers are not learnt from.

    Those of CSFCube and of the released MDCR, where there is one; where MDCR is built, its queries.
    """
    files = {"collection": released_files(wildcards)} if "csfcube" in SECTIONS else {}
    if config["data"]["mdcr"]:
        return files | MDCR_SPLITS
    if BUILDS_MDCR and ranks_mdcr(wildcards.static):
        return files | {"queries": [LARGE_POOLS["queries"]]}
    return files


def ranks_mdcr(static):
    """Tell whether a ranker of MDCR has the static encoder as its model."""
    folder = str(Path(RESULTS, "models", static))
    return any(config["rankers"][name].get("model") == folder for name in MDCR_RANKERS)


def static_names_kept_out(wildcards):
    """Return the formats of these collections."""
    files = static_kept_out(wildcards)
    return ["csfcube"] * ("collection" in files) + ["mdcr"] * ("test" in files)
