"""The files and settings that the section is made of."""

from typing import Any

from paperpool.resources import shipped


def list_files(run: Any) -> dict[str, str | list[str]]:
    """Return the files of the section; ``designs`` and ``runs`` are by ranker."""
    csfcube = run.csfcube
    below = csfcube.below
    files = {
        "metrics": f"{below}/metrics.csv",
        "significance": f"{below}/significance.csv",
        "ranks": f"{below}/ranks.csv",
        "pool_bias": f"{below}/pool_bias.csv",
        "per_query": f"{below}/per_query.parquet",
        "collection": csfcube.collection_files,
        "published": run.published("csfcube"),
        "released_queries": shipped("published/csfcube_queries.txt"),
        "checks": f"{below}/checks.json",
    }

    for ranker in run.rankers.of_benchmark("csfcube", "best"):
        files[f"designs/{ranker}"] = f"{below}/designs/{ranker}.csv"
    for ranker in csfcube.rankers:
        files[f"runs/{ranker}"] = f"{below}/runs/{ranker}.parquet"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section."""
    csfcube = run.csfcube
    return {
        "kinds": run.rankers.kinds(csfcube.rankers),
        "published_names": run.rankers.published_names("csfcube", csfcube.rankers),
        "baselines": csfcube.baselines,
        "confidence": run.settings.evaluation.confidence,
        "shown": run.settings.report.errors,
        "name": csfcube.name,
    }
