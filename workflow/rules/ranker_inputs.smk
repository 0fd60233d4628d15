"""What the jobs that rank with rankers read: their settings, models and code. No rules here."""

from paperpool.evaluation.runs import run_names
from paperpool.models.locating import find_model, list_model_files
from paperpool.rankers.registry import find_kinds, make_ranker

KINDS = find_kinds()
"""The kinds of rankers."""

RUNS = {
    name: run_names(name, ranker.get("seeds", 1))
    for name, ranker in config["rankers"].items()
}
"""The runs of every ranker: one, or one for each of its trainings."""


def kind_of(name):
    """Return the kind of a ranker, as a class."""
    return KINDS[config["rankers"][name]["kind"]]


JOBS = (
    *("file", "program", "training", "model"),
    *("citations", "folds", "runs", "word_vectors"),
)
"""What a kind may need, what decides by which rule it ranks first; one that needs none is `terms`."""


def rankers_by(job, rankers):
    """Return those of some rankers that are ranked with by the rule of one of JOBS, or `terms`."""
    return [
        name
        for name in rankers
        if next((need for need in JOBS if need in kind_of(name).needs), "terms") == job
    ]


def need_only_words(rankers):
    """Return those of some rankers that need no more than words; one job makes all their runs."""
    return rankers_by("terms", rankers) + rankers_by("word_vectors", rankers)


def settings_of(rankers):
    """Return the kind of each of some rankers and the settings that determine its ranking."""
    return {
        name: {"kind": config["rankers"][name]["kind"]}
        | make_ranker(config["rankers"][name]).science()
        for name in rankers
    }


def own_settings(wildcards):
    """Return the same of the job's ranker (a function: a setting may hold braces)."""
    return settings_of([wildcards.ranker])


def settings_of_runs(runs):
    """Return the settings of the ranker of each of some runs."""
    owners = {run: name for name, of_ranker in RUNS.items() for run in of_ranker}
    return {run: settings_of([owners[run]])[owners[run]] for run in runs}


def modules_of(rankers):
    """Return the modules of the kinds of some rankers."""
    return [f"rankers.{kind_of(name).kind}" for name in rankers]


def digest_ranking(rankers):
    """Return a digest of the code that ranks candidates with some rankers."""
    return code_digest("rank_candidates.py", modules_of(rankers))


def own_digest(wildcards):
    """Return the same of the job's ranker."""
    return digest_ranking([wildcards.ranker])


def members_of_ranker(wildcards):
    """Return the rankers that the job's ranker fuses."""
    return config["rankers"][wildcards.ranker]["members"]


def files_of_model(model):
    """Return the files of a model, from the working directory; none for a hub id."""
    if made := files_of_static(model):
        return made
    folder = find_model(model)
    return (
        [] if folder is None else [os.path.relpath(f) for f in list_model_files(folder)]
    )


def files_of_encoder(settings):
    """Return the files of the model and of the adapter that settings name."""
    named = [settings[key] for key in ("model", "adapter") if settings.get(key)]
    return [file for model in named for file in files_of_model(model)]


def model_files(wildcards):
    """Return the files of the job's model and adapter."""
    return files_of_encoder(config["rankers"][wildcards.ranker])


def encoder_of(name, **changes):
    """Return what determines the embeddings of a ranker, some of its settings changed."""
    return make_ranker(config["rankers"][name] | changes).encoder_settings().as_dict()


def encoder_settings(wildcards):
    """Return what determines the embeddings of the job's ranker."""
    return encoder_of(wildcards.ranker)


MODEL_TOOLS = {"torch_threads": JOB_THREADS}
"""What jobs with a model are lent beside their cache."""
