"""The scores that rankers give MDCR's benchmark, and what is made of them. No rules here."""

from paperpool.mdcr.names import comparable_benchmarks

SCORES = {
    "test": f"{RESULTS}/mdcr/scores/{{ranker}}.json",
    "val": f"{RESULTS}/mdcr/scores/val/{{ranker}}.json",
}
"""Where a ranker's scores of each split go."""

CHECKED_SCORES = [*rankers_by("program", MDCR_RANKERS), *FOREIGN_SCORES]
"""The rankers whose scores come from outside, and are checked."""

OWN_SCORES = {f"{split}_scores": path for split, path in SCORES.items()}
"""The same, as the outputs of a job of one ranker."""


def scores_by_split(rankers):
    """Return the files of the scores of some rankers by split, in their order."""
    return {
        f"{split}_scores": collect(SCORES[split], ranker=rankers) for split in SPLITS
    }


def member_scores(wildcards):
    """Return the scores that the job's ranker fuses."""
    return scores_by_split(members_of_ranker(wildcards))


def foreign_scores(split):
    """Return an input or params function: the file of scores of the job's ranker for a split."""
    return lambda wildcards: config["rankers"][wildcards.ranker]["path"].replace(
        "{split}", split
    )


def has_scores(ranker, split):
    """Tell whether a ranker scores a split of the benchmark."""
    return (
        split == "test"
        or ranker in MDCR_RANKERS
        or "{split}" in config["rankers"][ranker]["path"]
    )


def scores_of(split):
    """Return the files of scores of each ranker that scores a split, one for each of its runs."""
    rankers = [
        name for name in (*MDCR_RANKERS, *FOREIGN_SCORES) if has_scores(name, split)
    ]
    return {name: collect(SCORES[split], ranker=RUNS[name]) for name in rankers}


MDCR_COMPARABLE = comparable_benchmarks(
    {} if IS_DEMO or not BUILDS_MDCR else MDCR, bool(config["data"]["mdcr"])
)
"""The benchmarks of which the paper's figures are the same cells'."""


MDCR_EVALUATED = {
    f"{split}_scores": [file for files in scores_of(split).values() for file in files]
    for split in SPLITS
} | {split: MDCR_SPLITS[split] for split in SPLITS}
"""What MDCR's figures are made of."""

if BUILDS_MDCR:
    MDCR_EVALUATED |= {
        f"{level}_runs": files for level, files in runs_by_level(MDCR_POOLED).items()
    }
    MDCR_EVALUATED |= {name: LARGE_POOLS[name] for name in ("queries", "cited")}


def mdcr_section():
    """Return what the report's section on MDCR is made of; what it was built of where it was."""
    files = {
        "metrics": f"{RESULTS}/mdcr/metrics.csv",
        "significance": f"{RESULTS}/mdcr/significance.csv",
        "published": PUBLISHED["mdcr"],
        "checks": f"{RESULTS}/mdcr/checks.json",
    }
    settings = {
        "published_names": published_names(
            "mdcr", published_settings([*MDCR_RANKERS, *FOREIGN_SCORES])
        ),
        "baselines": config["evaluation"]["baselines"],
        "comparable": MDCR_COMPARABLE,
        "is_released": bool(config["data"]["mdcr"]),
    }
    if BUILDS_MDCR:
        files |= {"queries": LARGE_POOLS["queries"], "texts": MDCR_BUILT["test_data"]}
        for name in ("provenance", "shortfalls", "jaccard", "models"):
            files[name] = MDCR_BUILT[name]
        if TUNED_BM25:
            files["grid"] = f"{RESULTS}/mdcr/bm25.csv"
        for name in ("positives", "negatives", "model_top", "most_cited_top", "bm25"):
            settings[name] = MDCR[name]
    return {"files": files, "keys": {}, "settings": settings}


def mdcr_targets(wildcards):
    """Return what the mdcr section makes."""
    require_section("mdcr")
    tables = ["metrics.csv", "per_query.parquet", "significance.csv"]
    return [
        f"{RESULTS}/config.yaml",
        *(f"{RESULTS}/mdcr/{table}" for table in tables),
        *(MDCR_BUILT.values() if BUILDS_MDCR else []),
        *(file for split in SPLITS for file in MDCR_EVALUATED[f"{split}_scores"]),
    ]
