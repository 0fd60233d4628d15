"""The files and settings that SciSearch's rules read. No rules here."""

from paperpool.scisearch.names import MODELS, PROTOCOLS, ranker_name

SCISEARCH = config["scisearch"]

SCISEARCH_ENCODERS = SCISEARCH["encoders"]
"""The settings of each encoder, by its name."""

SCISEARCH_RUNS = [
    [protocol, ranker]
    for protocol in PROTOCOLS
    for encoder in SCISEARCH_ENCODERS
    for ranker in (encoder, *(ranker_name(encoder, loss) for loss in SCISEARCH["losses"]))
]
"""The runs: each encoder and every re-ranker above it, under each protocol."""

SCISEARCH_VECTORS = "<results>/scisearch/steps/{encoder}.parquet"

SCISEARCH_MODELS = "<results>/scisearch/models/{encoder}-{loss}/{facet}"

SCISEARCH_PREDICTIONS = "<results>/scisearch/steps/predictions/{encoder}-{loss}/{facet}.parquet"

SCISEARCH_TABLES = {
    "metrics": f"{RESULTS}/scisearch/metrics.csv",
    "per_query": f"{RESULTS}/scisearch/per_query.parquet",
    "significance": f"{RESULTS}/scisearch/significance.csv",
    "examples": f"{RESULTS}/scisearch/examples.csv",
}
"""What the evaluation writes."""


def own_scisearch_encoder(wildcards):
    """Return what determines the embeddings of the job's encoder."""
    return SCISEARCH_ENCODERS[wildcards.encoder]


def scisearch_model_files(wildcards):
    """Return the files of the model and adapter of the job's encoder."""
    encoder = SCISEARCH_ENCODERS[wildcards.encoder]
    named = [encoder[key] for key in ("model", "adapter") if encoder[key]]
    return [file for model in named for file in files_of_model(model)]


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
    models = {"encoder": SCISEARCH_ENCODERS, "loss": SCISEARCH["losses"], "facet": FACETS}
    trained = [
        [ranker_name(encoder, loss), facet]
        for encoder in SCISEARCH_ENCODERS
        for loss in SCISEARCH["losses"]
        for facet in FACETS
    ]
    keys = ("losses", "candidate", "oversampling", "target_sd", "start", "patience")
    return {
        "files": {
            **SCISEARCH_TABLES,
            "histories": collect(f"{SCISEARCH_MODELS}/history.csv", **models),
            "predictions": collect(SCISEARCH_PREDICTIONS, **models),
            "abstracts": f"{CSFCUBE}/{ABSTRACTS}",
            "published": PUBLISHED["scisearch"],
            "released_queries": RELEASED_QUERIES,
        },
        "keys": {"histories": trained, "predictions": trained},
        "settings": {
            **{key: SCISEARCH[key] for key in keys},
            "encoders": list(SCISEARCH_ENCODERS),
            "published_names": scisearch_published(),
            "confidence": config["evaluation"]["confidence"],
        },
    }


def scisearch_targets(wildcards):
    """Return what the scisearch section makes."""
    require_section("scisearch")
    return [f"{RESULTS}/config.yaml", *SCISEARCH_TABLES.values()]
