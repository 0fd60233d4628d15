"""The files and settings that the section is made of."""

from typing import Any

from paperpool.workflow.scisumm.match.ablation import BASE


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section; those of ``example`` are the example's."""
    scisumm = run.scisumm
    steps = f"{scisumm.below}/steps"

    names = [name for name in scisumm.tables if name != "tuning"]
    files = scisumm.csv(*names, "ranks")
    files |= {
        "checks": f"{scisumm.below}/checks.json",
        "published": run.published("scisumm"),
        "vectors": f"{steps}/word2vec/base.json",
        "example/sentences": f"{steps}/sentences.parquet",
        "example/citances": f"{steps}/citances.parquet",
        "example/gold": f"{steps}/gold.parquet",
        "example/ranking": f"{scisumm.below}/rankings/{BASE}.parquet",
        "example/word_vectors": f"{steps}/word2vec/base.parquet",
    }
    if scisumm.fitted_rankers:
        files["best"] = f"{scisumm.below}/best.json"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section; those of ``example`` are the example's."""
    scisumm = run.scisumm
    settings = run.settings.scisumm
    return {
        "rankers": scisumm.rankers,
        "published_names": scisumm.published_names,
        "baselines": scisumm.baselines,
        "confidence": run.settings.evaluation.confidence,
        "k": settings.k,
        "best_sentences": settings.best_sentences,
        "is_released": scisumm.is_released,
        "example": {"citance": settings.citance},
    }
