"""The files and settings that MDCR's rules read. No rules here."""

from paperpool.mdcr.names import KINDS as MDCR_KINDS
from paperpool.mdcr.names import LEVELS, MAG_FIELDS, SPLITS, TERM_KINDS, WORD_VECTOR_KINDS

MDCR = config["mdcr"]

MDCR_RANKERS = MDCR["rankers"]
"""The rankers that rank MDCR's large pools, and the benchmark's."""

if MDCR_RANKERS is None:
    MDCR_RANKERS = rankers_of_kind(*MDCR_KINDS)

FOREIGN_SCORES = rankers_for("mdcr", "run")
"""The rankers whose scores of the benchmark come from outside."""

MDCR_FIELDS = MDCR["fields"] or list(MAG_FIELDS)

BUILDS_MDCR = can_build_mdcr()
"""Whether there is a corpus to rank and to build the benchmark from."""

MDCR_FOLDER = config["data"]["mdcr"] or f"{RESULTS}/mdcr"
"""Where the benchmark lies that is scored: the released one, or the one that is built."""

MDCR_SPLITS = {
    name: f"{MDCR_FOLDER}/mdcr_{name}{suffix}"
    for split in SPLITS
    for name, suffix in ((split, ".json"), (f"{split}_data", ".jsonl"))
}
"""The files of its splits: pools and, as <split>_data, texts."""

LARGE_POOLS = {
    name: f"{RESULTS}/mdcr/steps/{name}.parquet" for name in ("papers", "pools", "queries", "cited")
} | {"twins": f"{RESULTS}/corpus/twins.parquet"}
"""What rankers of large pools read."""

MDCR_TERMS = [
    f"{RESULTS}/mdcr/steps/terms/{name}"
    for name in ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
]
"""The term counts of the papers of large pools, in the order in which they are opened."""


SCORES = {
    "test": f"{RESULTS}/mdcr/scores/{{ranker}}.json",
    "val": f"{RESULTS}/mdcr/scores/val/{{ranker}}.json",
}
"""Where a ranker's scores of each split go."""


def mdcr_rankers_of_kind(*kinds):
    """Return the rankers of the given kinds that take part in MDCR."""
    return [name for name in MDCR_RANKERS if config["rankers"][name]["kind"] in kinds]


def mdcr_papers(wildcards):
    """Return the papers of every shard, for MDCR."""
    require_section("mdcr")
    require_corpus_for_mdcr()
    return corpus_papers(wildcards)


def query_settings():
    """Return how queries are drawn."""
    keys = ("years", "queries", "validation_queries", "dataset_queries")
    return {key: MDCR[key] for key in keys} | {
        "fields": MDCR_FIELDS,
        "min_cited": MDCR["positives"],
    }


def mdcr_pool_settings():
    """Return how large pools are drawn."""
    return {
        "fields": MDCR_FIELDS,
        "last_year": MDCR["years"][1],
        "sizes": MDCR["pool_sizes"],
        "field_size": MDCR["field_pool"],
        "samplings": MDCR["samplings"],
    }


def benchmark_settings():
    """Return how the benchmark is built, but for its models."""
    keys = ("model_top", "most_cited_top", "positives", "negatives")
    return {key: MDCR[key] for key in keys} | {
        "fields": MDCR_FIELDS,
        "last_year": MDCR["years"][1],
        "seed": config["seed"],
    }


def tuned_bm25():
    """Return the table of the parameters that are chosen for BM25, where a ranker is of its kind."""
    return [f"{RESULTS}/mdcr/bm25.csv"] if mdcr_rankers_of_kind("bm25") else []


def vector_similarity(wildcards):
    """Return how the vectors of the job's ranker are compared; averaged words by cosine."""
    return config["rankers"][wildcards.ranker].get("similarity", "cosine")


def mdcr_word_vectors(wildcards):
    """Return the word vectors of the corpus; none where there is the released benchmark alone."""
    return {"vectors": f"{RESULTS}/mdcr/steps/word2vec.parquet"} if BUILDS_MDCR else {}


def vectors_of_large_pools(wildcards):
    """Return the job's ranker's vectors of the papers of large pools, where the benchmark is theirs."""
    if not BUILDS_MDCR or config["data"]["mdcr"]:
        return {}
    vectors = f"{RESULTS}/mdcr/steps/vectors/{wildcards.ranker}.npy"
    return {"papers": LARGE_POOLS["papers"], "vectors": vectors}


def kinds_of(rankers):
    """Return the kind of each of some rankers."""
    return {name: config["rankers"][name]["kind"] for name in rankers}


def scores_of_rankers(*kinds):
    """Return the files of scores by split that the rankers of some kinds write, in their order."""
    rankers = mdcr_rankers_of_kind(*kinds)
    return {split: collect(SCORES[split], ranker=rankers) for split in SPLITS}


def runs_of_rankers(*kinds):
    """Return the runs by level that the rankers of some kinds write, in their order."""
    folder = f"{RESULTS}/mdcr/runs"
    return {
        level: [f"{folder}/{level}/{ranker}.parquet" for ranker in mdcr_rankers_of_kind(*kinds)]
        for level in LEVELS
    }


def foreign_scores(split):
    """Return an input or params function: the file of scores of the job's ranker for a split."""
    return lambda wildcards: config["rankers"][wildcards.ranker]["path"].replace("{split}", split)


def has_scores(ranker, split):
    """Tell whether a ranker scores a split of the benchmark."""
    return (
        split == "test" or ranker in MDCR_RANKERS or "{split}" in config["rankers"][ranker]["path"]
    )


def scores_of(split):
    """Return the file of scores of each ranker that scores a split."""
    rankers = [name for name in (*MDCR_RANKERS, *FOREIGN_SCORES) if has_scores(name, split)]
    return dict(zip(rankers, collect(SCORES[split], ranker=rankers)))


def large_scale_runs(level):
    """Return the run of each ranker over the large pools of a level."""
    return [f"{RESULTS}/mdcr/runs/{level}/{name}.parquet" for name in MDCR_RANKERS]


def mdcr_comparable():
    """Return the benchmarks of which the paper's figures are the same cells'.

    The released pools, and large pools where queries and pools are drawn as in the paper.
    """
    paper = {
        "years": [2019, 2019],
        "queries": 200,
        "dataset_queries": 3800,
        "field_pool": 100_000,
        "depth": 500,
    }
    drawn_alike = not IS_DEMO and all(MDCR[key] == value for key, value in paper.items())
    large = ["mdcr-dataset", "mdcr-field"] if drawn_alike else []
    return ["mdcr", *large] if config["data"]["mdcr"] else large


MDCR_EVALUATED = {f"{split}_scores": list(scores_of(split).values()) for split in SPLITS} | {
    split: MDCR_SPLITS[split] for split in SPLITS
}
"""What MDCR's figures are made of."""

if BUILDS_MDCR:
    MDCR_EVALUATED |= {f"{level}_runs": large_scale_runs(level) for level in LEVELS}
    MDCR_EVALUATED |= {name: LARGE_POOLS[name] for name in ("queries", "cited")}


def mdcr_targets(wildcards):
    """Return what the mdcr section makes."""
    require_section("mdcr")
    tables = ["metrics.csv", "per_query.parquet", "significance.csv"]
    return [
        f"{RESULTS}/config.yaml",
        *(f"{RESULTS}/mdcr/{table}" for table in tables),
        *(MDCR_BUILT.values() if BUILDS_MDCR else []),
        *(file for split in SPLITS for file in scores_of(split).values()),
    ]


MDCR_BUILT = (
    {split: f"{RESULTS}/mdcr/mdcr_{split}.json" for split in SPLITS}
    | {f"{split}_data": f"{RESULTS}/mdcr/mdcr_{split}_data.jsonl" for split in SPLITS}
    | {
        "provenance": f"{RESULTS}/mdcr/provenance.parquet",
        "shortfalls": f"{RESULTS}/mdcr/shortfalls.csv",
        "jaccard": f"{RESULTS}/mdcr/jaccard.csv",
        "models": f"{RESULTS}/mdcr/models.csv",
    }
)
"""What the construction of the benchmark writes."""
