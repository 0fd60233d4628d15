"""The files and settings that CSFCube's rules read. No rules here."""

CHECKED_RANKERS = rankers_for("csfcube", "run", "command")
"""The rankers whose rankings come from outside, and are checked."""

TERM_RANKERS = need_only_words(CSFCUBE_RANKERS)

FOREIGN_RUNS = {
    name: config["rankers"][name]["path"] for name in rankers_for("csfcube", "run")
}
"""Where the rankings of others lie, by ranker; one job imports them all."""

RELEASED_CSFCUBE = f"{RESULTS}/demo/csfcube" if IS_DEMO else config["data"]["csfcube"]
"""The collection as it is given or generated."""

QUERY_LABELS = config["pools"]["labels"]
"""The sheet of the queries' sentences whose labels were corrected by hand, if any."""

CSFCUBE = f"{RESULTS}/csfcube/collection" if QUERY_LABELS else RELEASED_CSFCUBE
"""The collection that is ranked and annotated."""

RANKED_FILE = (
    "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json"
)

RANKED = collect(RANKED_FILE, facet=FACETS, allow_missing=True)
"""A ranker's run in the format of the release, a file per facet."""

RESAMPLING = {
    "seed": config["seed"],
    "n_bootstrap": config["evaluation"]["bootstrap"],
    "n_permutations": config["evaluation"]["permutations"],
    "confidence": config["evaluation"]["confidence"],
}
"""How intervals and tests are drawn."""


def csfcube_files(wildcards):
    """Return the files of the collection, of the release or generated, its labels corrected."""
    require_section("csfcube")
    return [f"{CSFCUBE}/{name}" for name in CSFCUBE_FILES]


def released_files(wildcards):
    """Return the files of the collection as it is given, for what reads no labels of it."""
    require_section("csfcube")
    return [f"{RELEASED_CSFCUBE}/{name}" for name in CSFCUBE_FILES]


def foreign_run_files(wildcards):
    """Return the files of the rankings of others, one per facet where a path has {facet}."""
    return [file for path in FOREIGN_RUNS.values() for file in run_files(path)]


def foreign_paths(wildcards):
    """Return where each of them lies (a function: a path may hold braces)."""
    return FOREIGN_RUNS


def word_vectors(wildcards):
    """Return the word vectors: of pools that the filter csfcube serves, else the collection's."""
    is_of_pools = "pools" in SECTIONS and config["pools"]["filter"] == "csfcube"
    section = "pools" if is_of_pools else "csfcube"
    return f"{RESULTS}/{section}/steps/word2vec.parquet"


def runs_of(rankers):
    """Return the files of the runs of some rankers, as tables and in the release's format."""
    return {
        "runs": collect("<results>/csfcube/runs/{ranker}.parquet", ranker=rankers),
        "ranked": collect(RANKED_FILE, ranker=rankers, facet=FACETS),
    }


def member_runs(wildcards):
    """Return the runs that the job's ranker fuses."""
    return [
        f"{RESULTS}/csfcube/runs/{name}.parquet"
        for name in members_of_ranker(wildcards)
    ]


def csfcube_section():
    """Return what the report's section on CSFCube is made of."""
    below = f"{RESULTS}/csfcube"
    chosen = rankers_for("csfcube", "best")
    return {
        "files": {
            "metrics": f"{below}/metrics.csv",
            "per_query": f"{below}/per_query.parquet",
            "significance": f"{below}/significance.csv",
            "collection": [f"{CSFCUBE}/{name}" for name in CSFCUBE_FILES],
            "runs": [f"{below}/runs/{ranker}.parquet" for ranker in CSFCUBE_RANKERS],
            "published": PUBLISHED["csfcube"],
            "released_queries": RELEASED_QUERIES,
            "pool_bias": f"{below}/pool_bias.csv",
            "checks": f"{below}/checks.json",
            "designs": [f"{below}/designs/{name}.csv" for name in chosen],
        },
        "keys": {"runs": CSFCUBE_RANKERS, "designs": chosen},
        "settings": {
            "kinds": {
                name: config["rankers"][name]["kind"] for name in CSFCUBE_RANKERS
            },
            "published_names": published_names(
                "csfcube", published_settings(CSFCUBE_RANKERS)
            ),
            "baselines": CSFCUBE_BASELINES,
            "confidence": config["evaluation"]["confidence"],
            "shown": config["report"]["errors"],
        },
        "rooms": ["csfcube", "errors"],
    }


def csfcube_targets(wildcards):
    """Return what the csfcube section makes."""
    require_section("csfcube")
    return [
        f"{RESULTS}/config.yaml",
        f"{RESULTS}/csfcube/metrics.csv",
        *collect(
            "{results}/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            results=RESULTS,
            ranker=CSFCUBE_RANKERS,
            facet=FACETS,
        ),
        *training_targets(),
    ]
