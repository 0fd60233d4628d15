"""The files and settings that the report's rules read. No rules here."""

REPORT_LIBRARIES = [
    "numpy",
    "scipy",
    "pandas",
    "pyarrow",
    "duckdb",
    "scikit-learn",
    "torch",
    "sentence-transformers",
    "transformers",
    "matplotlib",
    "networkx",
    "jinja2",
    "snakemake",
]
"""The libraries whose versions the report lists, where they are installed."""


BENCH = "results/bench/bench.csv"
"""What `make bench` writes, whichever the run; on the report where it is there."""


def corpus_report_inputs():
    """Return what the report's corpus section reads, by name."""
    return {
        "summary": f"{RESULTS}/corpus/summary.json",
        "quarantine": f"{RESULTS}/corpus/quarantine.parquet",
    }


def csfcube_report_inputs():
    """Return what the report's CSFCube section reads, by name."""
    return {
        "metrics": f"{RESULTS}/csfcube/metrics.csv",
        "per_query": f"{RESULTS}/csfcube/per_query.parquet",
        "significance": f"{RESULTS}/csfcube/significance.csv",
        "collection": [f"{CSFCUBE}/{name}" for name in CSFCUBE_FILES],
        "runs": [f"{RESULTS}/csfcube/runs/{ranker}.parquet" for ranker in CSFCUBE_RANKERS],
        "published": PUBLISHED["csfcube"],
        "released_queries": RELEASED_QUERIES,
        "pool_bias": f"{RESULTS}/csfcube/pool_bias.csv",
        "checks": [f"{RESULTS}/csfcube/checks/{ranker}.json" for ranker in CHECKED_RANKERS],
        "designs": [f"{RESULTS}/csfcube/designs/{name}.csv" for name in rankers_of_kind("best")],
    }


def annotation_report_inputs():
    """Return what the report's annotation section reads, by name; nothing without grades."""
    if not EXPORTS and "csfcube" not in SECTIONS:
        return {}
    tables = agreement_tables()
    if EXPORTS:
        tables["imported"] = f"{RESULTS}/annotation/import.json"
        if FURTHER:
            tables["further"] = f"{RESULTS}/annotation/further.csv"
    return {f"annotation_{name}": path for name, path in tables.items()}


def pools_report_inputs():
    """Return what the report's section on pools reads, by name."""
    return {f"pools_{name}": path for name, path in POOL_TABLES.items() if name != "pools"}


def facets_report_inputs():
    """Return what the report's section on the sentence labeller reads, by name."""
    return {"facets": file for file in FACET_FIGURES}


def mdcr_report_inputs():
    """Return what the report's section on MDCR reads, by name."""
    inputs = {
        "mdcr_metrics": f"{RESULTS}/mdcr/metrics.csv",
        "mdcr_significance": f"{RESULTS}/mdcr/significance.csv",
        "mdcr_published": PUBLISHED["mdcr"],
        "mdcr_checks": [f"{RESULTS}/mdcr/checks/{ranker}.json" for ranker in FOREIGN_SCORES],
    }
    if BUILDS_MDCR:
        inputs |= {
            "mdcr_queries": LARGE_POOLS["queries"],
            "mdcr_texts": MDCR_BUILT["test_data"],
        }
        for name in ("provenance", "shortfalls", "jaccard", "models"):
            inputs[f"mdcr_{name}"] = MDCR_BUILT[name]
        if TUNED_BM25:
            inputs["mdcr_grid"] = f"{RESULTS}/mdcr/bm25.csv"
    return inputs


def mdcr_report_settings():
    """Return what the report's section on MDCR says of its settings."""
    built = ("positives", "negatives", "model_top", "most_cited_top")
    return {
        "names": published_settings([*MDCR_RANKERS, *FOREIGN_SCORES]),
        "baselines": config["evaluation"]["baselines"],
        "checked": FOREIGN_SCORES,
        "comparable": MDCR_COMPARABLE,
        "is_released": bool(config["data"]["mdcr"]),
        "built": {key: MDCR[key] for key in built} if BUILDS_MDCR else None,
    }


def scisumm_report_inputs():
    """Return what the report's section on cited text identification reads, and its page."""
    below = {
        "ablation": "ablation.csv",
        "powers": "powers.csv",
        "corpus": "corpus.csv",
        "malformed": "malformed.csv",
    }
    word_vectors = SCISUMM_VECTORS.replace("{variant}", "base")
    files = {
        **{name: SCISUMM_TABLES[name] for name in ("metrics", "significance", "human", "lengths")},
        **{name: f"{RESULTS}/scisumm/{file}" for name, file in below.items()},
        **{name: SCISUMM_STEPS[name] for name in ("sentences", "citances", "gold")},
        "published": PUBLISHED["scisumm"],
        "vectors": word_vectors.replace(".parquet", ".json"),
        "word_vectors": word_vectors,
        "rankings": rankings_of(SCISUMM_OWN),
        "submissions": imported_runs(),
    }
    if BEST in SCISUMM_OWN:
        files["best"] = f"{RESULTS}/scisumm/best.json"
    return {f"scisumm_{name}": file for name, file in files.items()}


def scisumm_report_settings():
    """Return what the report's section on cited text identification says of its settings."""
    return {
        "rankers": SCISUMM_RANKERS,
        "ranked": SCISUMM_OWN,
        "submitted": {name: f"{RESULTS}/scisumm/runs/{name}" for name in SCISUMM_SUBMISSIONS},
        "names": scisumm_published(),
        "baselines": SCISUMM_BASELINES,
        "confidence": config["evaluation"]["confidence"],
        "k": config["scisumm"]["k"],
        "is_released": is_released_scisumm(),
    }


def scisearch_report_inputs():
    """Return what the report's section on SciSearch reads, by name."""
    models = {"encoder": SCISEARCH_ENCODERS, "loss": SCISEARCH["losses"], "facet": FACETS}
    files = {
        **SCISEARCH_TABLES,
        "histories": collect(f"{SCISEARCH_MODELS}/history.csv", **models),
        "predictions": collect(SCISEARCH_PREDICTIONS, **models),
        "abstracts": f"{CSFCUBE}/{ABSTRACTS}",
        "published": PUBLISHED["scisearch"],
        "released_queries": RELEASED_QUERIES,
    }
    return {f"scisearch_{name}": file for name, file in files.items()}


def scisearch_report_settings():
    """Return what the report's section on SciSearch says of its settings."""
    keys = ("losses", "candidate", "oversampling", "target_sd", "start", "patience")
    return {
        **{key: SCISEARCH[key] for key in keys},
        "encoders": list(SCISEARCH_ENCODERS),
        "published_names": scisearch_published(),
        "confidence": config["evaluation"]["confidence"],
    }


def report_inputs(wildcards):
    """Return the inputs of the sections that this run can make, and of the page itself."""
    made = {
        "corpus": corpus_report_inputs,
        "facets": facets_report_inputs,
        "pools": pools_report_inputs,
        "annotation": annotation_report_inputs,
        "csfcube": csfcube_report_inputs,
        "mdcr": mdcr_report_inputs,
        "scisumm": scisumm_report_inputs,
        "scisearch": scisearch_report_inputs,
    }
    inputs = {"config": f"{RESULTS}/config.yaml", "templates": report_templates()}
    if Path(BENCH).is_file():
        inputs["bench"] = BENCH
    for name in SECTIONS:
        inputs |= made[name]()
    return inputs


def report_templates():
    """Return the files that the page is filled into; Snakemake sees from them that one changed."""
    library = BASE / "workflow" / "scripts" / "paperpool"
    files = [file for room in ("pages", "report") for file in (library / room).rglob("*")]
    return sorted(str(file) for file in files if file.suffix in (".jinja", ".css", ".js"))


def report_run(wildcards):
    """Return what the report says of the run itself."""
    return {
        "name": config["run"],
        "seed": config["seed"],
        "is_demo": IS_DEMO,
        "left_out": {name: what_lacks(name)[0] for name in DATA_KEYS if name not in SECTIONS},
        "benchmarks": f"{RESULTS}/benchmarks",
        "packages": REPORT_LIBRARIES,
    }


def report_targets(wildcards):
    """Return what the report consists of."""
    return [f"{RESULTS}/report/{page}.html" for page in ("index", "errors", "scisumm")]
