"""The files and settings that MDCR's benchmark is built and ranked from. No rules here."""

from paperpool.io.files import expand_globs
from paperpool.mdcr.names import LEVELS, MAG_FIELDS
from paperpool.collections.mdcr_benchmark import SPLITS

MDCR = config["mdcr"]

MDCR_RANKERS = MDCR["rankers"]
"""The rankers that take part."""

if MDCR_RANKERS is None:
    MDCR_RANKERS = [name for name in config["rankers"] if kind_of(name).searches]

MDCR_SEARCHERS = [name for name in MDCR_RANKERS if kind_of(name).searches]
"""Those that search large pools; all order the benchmark's candidates."""

MDCR_REFERENCES = rankers_by("citations", MDCR_RANKERS)
"""Those that rank by what the papers near the query cite."""


def ranks_pools(name):
    """Tell whether a ranker has a run over large pools: a fusion has one where its members do."""
    if name in MDCR_SEARCHERS or name in MDCR_REFERENCES:
        return True
    members = config["rankers"][name].get("members", [])
    return bool(members) and all(ranks_pools(member) for member in members)


MDCR_POOLED = [name for name in MDCR_RANKERS if ranks_pools(name)]
"""Those that large pools are evaluated with."""

MDCR_FUSED = [name for name in MDCR_POOLED if "runs" in kind_of(name).needs]
"""The fusions among them."""

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

LARGE_POOLS = {
    name: f"{RESULTS}/mdcr/steps/{name}.parquet"
    for name in ("papers", "pools", "queries", "cited")
} | {"twins": f"{RESULTS}/corpus/twins.parquet"}
"""What rankers of large pools read."""

MDCR_TERMS = [
    f"{RESULTS}/mdcr/steps/terms/{name}"
    for name in ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
]
"""The term counts of the papers of large pools, in the order in which they are opened."""


MDCR_PAPER_IDS = expand_globs(MDCR["paper_ids"] or [])
"""The shards that say which paper ids hashes of papers are of."""

MDCR_EXCLUDED = MDCR["exclude"]
"""The files of papers that are never queries, by paper ids."""

if MDCR_PAPER_IDS and MDCR_EXCLUDED:
    MDCR_EXCLUDED = [f"{RESULTS}/mdcr/steps/excluded.txt"]


def searchers_by(what, *needs):
    """Return the rankers that search large pools by terms, vectors or sentences.

    Those whose kind needs something, where that is named.
    """
    return [
        name
        for name in MDCR_SEARCHERS
        if kind_of(name).searches == what and kind_of(name).needs.issuperset(needs)
    ]


ENCODING_SHARES = [str(job) for job in range(MDCR["encoding_jobs"])]
"""The shares of the papers of large pools, each of which a job encodes."""


def encoding_job(wildcards):
    """Return the number of the job's share."""
    return int(wildcards.share)


def of_every_share(pattern):
    """Return a file of every share, in their order."""
    return collect(pattern, share=ENCODING_SHARES)


def is_kind(kind, rankers):
    """Return those of some rankers that are of a kind."""
    return [name for name in rankers if config["rankers"][name]["kind"] == kind]


def mdcr_papers(wildcards):
    """Return the papers of every shard, for MDCR."""
    require_section("mdcr")
    require_corpus_for_mdcr()
    return corpus_papers(wildcards)


def query_settings():
    """Return how queries are drawn."""
    keys = ("years", "queries", "validation_queries", "dataset_queries")
    of_validation = MDCR["dataset_validation_queries"] or MDCR["dataset_queries"]
    return {key: MDCR[key] for key in keys} | {
        "dataset_validation_queries": of_validation,
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
    }


TUNED_BM25 = [f"{RESULTS}/mdcr/bm25.csv"] if is_kind("bm25", MDCR_SEARCHERS) else []
"""The table of the parameters that are chosen for BM25, where a ranker is of its kind."""


def similarity_of(name):
    """Return how the vectors of a ranker are compared; sentences by L2."""
    return getattr(make_ranker(config["rankers"][name]), "similarity", "l2")


def vector_similarity(wildcards):
    """Return how the vectors of the job's ranker are compared."""
    return similarity_of(wildcards.ranker)


def searched_vectors(wildcards):
    """Return the job's ranker's vectors of the papers of large pools, or of their sentences.

    Beside those of sentences, where each paper's begin.
    """
    vectors = f"{RESULTS}/mdcr/steps/vectors/{wildcards.ranker}"
    files = {"vectors": f"{vectors}.npy"}
    if kind_of(wildcards.ranker).searches == "sentences":
        files["starts"] = f"{vectors}.starts.npy"
    return files


def vectors_near(wildcards):
    """Return the vectors that tell the job's ranker which papers are near."""
    return f"{RESULTS}/mdcr/steps/vectors/{config['rankers'][wildcards.ranker]['like']}.npy"


def similarity_near(wildcards):
    """Return how they are compared."""
    return similarity_of(config["rankers"][wildcards.ranker]["like"])


def member_pools(wildcards):
    """Return the runs over large pools that the job's ranker fuses."""
    runs = runs_by_level(members_of_ranker(wildcards))
    return {f"{level}_runs": files for level, files in runs.items()}


def fusing_method(wildcards):
    """Return how the job's ranker fuses runs over large pools: as it does elsewhere."""
    return config["rankers"][wildcards.ranker].get("method", "zscore")


def mdcr_word_vectors(wildcards):
    """Return the word vectors of the corpus; none where there is the released benchmark alone."""
    return [f"{RESULTS}/mdcr/steps/word2vec.parquet"] if BUILDS_MDCR else []


def known_vectors(wildcards):
    """Return the job's ranker's vectors of the papers of large pools, where the benchmark is theirs."""
    if (
        not BUILDS_MDCR
        or config["data"]["mdcr"]
        or wildcards.ranker not in MDCR_SEARCHERS
    ):
        return {}
    return {
        "papers": LARGE_POOLS["papers"],
        "known": list(searched_vectors(wildcards).values()),
    }


def runs_by_level(rankers):
    """Return the runs of some rankers by level, in their order."""
    folder = f"{RESULTS}/mdcr/runs"
    return {
        level: [f"{folder}/{level}/{name}.parquet" for name in rankers]
        for level in LEVELS
    }


MDCR_TRAINED = {
    run: TRAINED_MODELS[run]
    for name in rankers_by("training", MDCR_RANKERS)
    for run in RUNS[name]
}
"""The folder of the encoder of each run of a trained ranker."""
