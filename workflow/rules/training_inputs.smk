"""The encoders that are trained, their runs and what their rules read. No rules here."""

from paperpool.models.locating import TRAINED_FILES

TRAINED = rankers_of_kind("trained")
"""The rankers whose encoder is trained first."""

TRAINED_RUNS = [run for name in TRAINED for run in RUNS[name]]

TRAINED_MODELS = {
    run: f"{RESULTS}/training/{name}/{number}/model"
    for name in TRAINED
    for number, run in enumerate(RUNS[name], 1)
}
"""The folder of each trained encoder, by its run."""


def trained_files(models):
    """Return the files of trained encoders, whose folders are given by run."""
    return [f"{folder}/{file}" for folder in models.values() for file in TRAINED_FILES]


def kept_out(wildcards):
    """Return the files of the collections whose papers the job's ranker does not learn from."""
    csfcube = {"collection": released_files(wildcards)} if "csfcube" in SECTIONS else {}
    return csfcube | (MDCR_SPLITS if wildcards.ranker in MDCR_RANKERS else {})


def names_kept_out(wildcards):
    """Return the formats of these collections."""
    files = kept_out(wildcards)
    return ["csfcube"] * ("collection" in files) + ["mdcr"] * ("test" in files)


def base_models(wildcards):
    """Return the files of the models and adapters that encoders are trained from."""
    files = [
        file for name in TRAINED for file in files_of_encoder(config["rankers"][name])
    ]
    return list(dict.fromkeys(files))


def draw_settings(wildcards):
    """Return how the triples of the job's ranker are drawn."""
    ranker = config["rankers"][wildcards.ranker]
    return {key: ranker[key] for key in ("triples", "hard_negatives", "easy_negatives")}


def training_settings(wildcards):
    """Return the hyper-parameters of the job's ranker."""
    ranker = config["rankers"][wildcards.ranker]
    names = ("epochs", "learning_rate", "triples_per_step", "loss", "separator")
    return {name: ranker[name] for name in names}


def heldout_test(name):
    """Return what a trained ranker's encoders are tested with: their settings and their base's."""
    return {
        "ranker": name,
        "base": encoder_of(name),
        "trained": [encoder_of(name, model=TRAINED_MODELS[run]) for run in RUNS[name]],
        "similarity": config["rankers"][name]["similarity"],
        "separator": config["rankers"][name]["separator"],
    }


def training_targets():
    """Return what is made of every trained ranker beside its runs."""
    return collect(
        "{results}/training/{ranker}/heldout.csv", results=RESULTS, ranker=TRAINED
    )
