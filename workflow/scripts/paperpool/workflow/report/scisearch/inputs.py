"""The files and settings that the section is made of."""

from itertools import product
from typing import Any

from paperpool.collections.csfcube_release import ABSTRACTS
from paperpool.collections.schemes import default_scheme
from paperpool.resources import shipped
from paperpool.workflow.scisearch.names import ranker_name


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section, of each ranker those of its first training."""
    scisearch = run.scisearch
    settings = run.settings.scisearch
    below = scisearch.below

    names = [name for name in scisearch.tables if name != "ensembles"]
    files = scisearch.csv(*names, "ranks")
    files |= {
        "choices": f"{below}/ensembles.csv",
        "per_query": f"{below}/per_query.parquet",
        "abstracts": f"{run.csfcube.collection}/{ABSTRACTS}",
        "published": run.published("scisearch"),
        "released_queries": shipped("published/csfcube_queries.txt"),
    }

    facets = default_scheme().facet_names
    for encoder, loss, facet in product(settings.encoders, settings.losses, facets):
        place = f"{ranker_name(encoder, loss)}/{facet}"
        files[f"histories/{place}"] = f"{below}/models/{place}/history.csv"
        files[f"predictions/{place}"] = f"{below}/steps/predictions/{place}.parquet"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section."""
    scisearch = run.scisearch
    settings = run.settings.scisearch
    keys = ("losses", "candidate", "oversampling", "target_sd", "start", "patience", "seeds")
    chosen = {key: getattr(settings, key) for key in keys}
    return chosen | {
        "encoders": list(settings.encoders),
        "published_names": scisearch.published_names,
        "preset": scisearch.preset,
        "confidence": run.settings.evaluation.confidence,
    }
