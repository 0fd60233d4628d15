"""The encoders that are trained, their runs and what their rules read. No rules here."""

from paperpool.models.locating import TRAINED_FILES
from paperpool.evaluation.runs import run_names

TRAINED = rankers_of_kind("trained")
"""The rankers whose encoder is trained first."""

RUNS = {name: run_names(name, config["rankers"][name].get("seeds", 1)) for name in CSFCUBE_RANKERS}
"""The runs of every ranker: one, or one for each of its trainings."""

TRAINED_RUNS = [run for name in TRAINED for run in RUNS[name]]

TRAINED_MODELS = {
    run: f"{RESULTS}/training/{name}/{number}/model"
    for name in TRAINED
    for number, run in enumerate(RUNS[name], 1)
}
"""The folder of each trained encoder, by its run."""

TRAINED_RANKINGS = [
    ranking_of(name, kind="dense", model=TRAINED_MODELS[run])
    for name in TRAINED
    for run in RUNS[name]
]
"""How each run of a trained encoder ranks, in the order of TRAINED_RUNS."""


def trained_files(runs):
    """Return the files of the encoders of ``runs``."""
    return [f"{TRAINED_MODELS[run]}/{file}" for run in runs for file in TRAINED_FILES]


def base_models(wildcards):
    """Return the files of the models and adapters that encoders are trained from."""
    named = [config["rankers"][name].get(key) for name in TRAINED for key in ("model", "adapter")]
    return [file for model in dict.fromkeys(filter(None, named)) for file in files_of_model(model)]


def draw_settings(wildcards):
    """Return how the triples of the job's ranker are drawn."""
    ranker = config["rankers"][wildcards.ranker]
    return {key: ranker[key] for key in ("triples", "hard_negatives", "easy_negatives")}


def training_settings(wildcards):
    """Return the hyper-parameters of the job's ranker."""
    ranker = config["rankers"][wildcards.ranker]
    return {key: ranker[key] for key in ("epochs", "learning_rate", "triples_per_step", "loss")}


def heldout_test(name):
    """Return what a trained ranker's encoders are tested with: their settings and their base's."""
    ranking = ranking_of(name)
    return {
        "ranker": name,
        "base": ranking["encoder"],
        "trained": [ranking_of(name, model=TRAINED_MODELS[run])["encoder"] for run in RUNS[name]],
        "similarity": ranking["settings"]["similarity"],
    }


def training_targets():
    """Return what is made of every trained ranker beside its runs."""
    return collect("{results}/training/{ranker}/heldout.csv", results=RESULTS, ranker=TRAINED)
