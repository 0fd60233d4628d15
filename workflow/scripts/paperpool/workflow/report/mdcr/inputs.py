"""The files and settings that the section is made of."""

from typing import Any


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section; ``construction`` has those of a benchmark built here."""
    mdcr = run.mdcr
    files = {
        "metrics": f"{mdcr.below}/metrics.csv",
        "significance": f"{mdcr.below}/significance.csv",
        "ranks": f"{mdcr.below}/ranks.csv",
        "published": run.published("mdcr"),
        "checks": f"{mdcr.below}/checks.json",
    }
    if mdcr.is_built:
        files |= run.mdcr_pools.recall_tables
        files["construction/queries"] = f"{mdcr.below}/steps/queries.parquet"
        files["construction/provenance"] = f"{mdcr.below}/provenance.parquet"
        for name in ("shortfalls", "jaccard", "models"):
            files[f"construction/{name}"] = f"{mdcr.below}/{name}.csv"
        if run.mdcr_pools.tunes_bm25:
            files["construction/grid"] = f"{mdcr.below}/bm25.csv"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section; ``construction`` has those of the benchmark's."""
    mdcr = run.mdcr
    settings = {
        "published_names": run.rankers.published_names("mdcr", mdcr.scored_rankers),
        "baselines": run.settings.evaluation.baselines,
        "confidence": run.settings.evaluation.confidence,
        "comparable": mdcr.comparable,
        "is_released": bool(mdcr.released),
        "trained_on": {} if run.is_demo else run.rankers.find_training_data(mdcr.scored_rankers),
    }
    if mdcr.is_built:
        keys = ("positives", "negatives", "model_top", "most_cited_top", "bm25")
        chosen = mdcr.settings.as_dict()
        settings["construction"] = {key: chosen[key] for key in keys}
    return settings
