"""The files and settings that SciSearch's rules read. No rules here."""

from paperpool.evaluation.runs import run_names
from paperpool.scisearch.names import (
    MODELS,
    PROTOCOLS,
    ensemble_losses,
    ranker_groups,
    ranker_name,
)
from paperpool.scisearch.presets import describe_preset

SCISEARCH = config["scisearch"]

SCISEARCH_ENCODERS = SCISEARCH["encoders"]
"""The settings of each encoder, by its name."""

RERANKERS = {
    name: {"encoder": encoder, "loss": loss, "number": number}
    for encoder in SCISEARCH_ENCODERS
    for loss in SCISEARCH["losses"]
    for number, name in enumerate(
        run_names(ranker_name(encoder, loss), SCISEARCH["seeds"]), 1
    )
}
"""Every training: its encoder, loss and number, by the name of its run."""

ENSEMBLES = ensemble_losses(SCISEARCH_ENCODERS, SCISEARCH["losses"])
"""The losses that there are ensembles of."""

SCISEARCH_RUNS = [
    [protocol, run]
    for protocol in PROTOCOLS
    for encoder, rankers in ranker_groups(
        SCISEARCH_ENCODERS, SCISEARCH["losses"]
    ).items()
    for run in (
        encoder,
        *(r for name in rankers for r in run_names(name, SCISEARCH["seeds"])),
    )
]
"""The runs: each encoder and every training above it, the ensembles alike, under each protocol."""

SCISEARCH_VECTORS = "<results>/scisearch/steps/{encoder}.parquet"

RERANKER_MODELS = "<results>/scisearch/models/{reranker}/{facet}"

SCISEARCH_PREDICTIONS = (
    "<results>/scisearch/steps/predictions/{reranker}/{facet}.parquet"
)

SCISEARCH_CHOICES = (
    ["<results>/scisearch/steps/choices/{reranker}/{facet}.parquet"]
    if ENSEMBLES
    else []
)
"""What honest ensembles choose by; nothing where there are none."""

SCISEARCH_TABLES = {
    "metrics": f"{RESULTS}/scisearch/metrics.csv",
    "per_query": f"{RESULTS}/scisearch/per_query.parquet",
    "significance": f"{RESULTS}/scisearch/significance.csv",
    "examples": f"{RESULTS}/scisearch/examples.csv",
    "choices": f"{RESULTS}/scisearch/ensembles.csv",
    "accuracy": f"{RESULTS}/scisearch/accuracy.csv",
    "confusion": f"{RESULTS}/scisearch/confusion.csv",
}
"""What the evaluation writes."""

SCISEARCH_PLAIN_TABLES = ("per_query", "examples", "choices", "accuracy", "confusion")
"""Those of them that Snakemake's own report does not show."""


def own_scisearch_encoder(wildcards):
    """Return what determines the embeddings of the job's encoder."""
    return SCISEARCH_ENCODERS[wildcards.encoder]


def scisearch_model_files(wildcards):
    """Return the files of the model and adapter of the job's encoder."""
    encoder = SCISEARCH_ENCODERS[wildcards.encoder]
    named = [encoder[key] for key in ("model", "adapter") if encoder[key]]
    return [file for model in named for file in files_of_model(model)]


def reranker_part(key):
    """Return a params function: the encoder, loss or number of the job's training."""
    return lambda wildcards: RERANKERS[wildcards.reranker][key]


def reranker_vectors(wildcards):
    """Return the vectors of the encoder of the job's training."""
    encoder = RERANKERS[wildcards.reranker]["encoder"]
    return collect(SCISEARCH_VECTORS, encoder=encoder)


def reranker_settings():
    """Return how re-rankers are trained, but for their loss."""
    keys = ("oversampling", "target_sd", "start", "learning_rate")
    keys += ("batch_size", "patience", "epochs")
    return {key: SCISEARCH[key] for key in keys}


def scisearch_published():
    """Return the paper's name for each encoder, or None."""
    return {name: SCISEARCH["published"].get(name) for name in SCISEARCH_ENCODERS}


def scisearch_section():
    """Return what the report's section on SciSearch is made of."""
    trained = [
        [ranker_name(encoder, loss), facet]
        for encoder in SCISEARCH_ENCODERS
        for loss in SCISEARCH["losses"]
        for facet in FACETS
    ]
    first = {
        "reranker": dict.fromkeys(ranker for ranker, _ in trained),
        "facet": FACETS,
    }
    keys = (
        "losses",
        "candidate",
        "oversampling",
        "target_sd",
        "start",
        "patience",
        "seeds",
    )
    return {
        "files": {
            **SCISEARCH_TABLES,
            "histories": collect(f"{RERANKER_MODELS}/history.csv", **first),
            "predictions": collect(SCISEARCH_PREDICTIONS, **first),
            "abstracts": f"{CSFCUBE}/{ABSTRACTS}",
            "published": PUBLISHED["scisearch"],
            "released_queries": RELEASED_QUERIES,
        },
        "keys": {"histories": trained, "predictions": trained},
        "settings": {
            **{key: SCISEARCH[key] for key in keys},
            "preset": describe_preset(SCISEARCH),
            "encoders": list(SCISEARCH_ENCODERS),
            "published_names": scisearch_published(),
            "confidence": config["evaluation"]["confidence"],
        },
    }


def scisearch_targets(wildcards):
    """Return what the scisearch section makes."""
    require_section("scisearch")
    return [f"{RESULTS}/config.yaml", *SCISEARCH_TABLES.values()]
