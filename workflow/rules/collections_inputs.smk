"""The files and settings that the rules of other people's collections read. No rules here."""

from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import FILES as STORED_FILES
from paperpool.io.files import expand_globs
from paperpool.rankers.ranker import find_lack

DEMO_TREC = {
    key: f"{RESULTS}/demo/trec/{name}"
    for key, name in (
        ("documents", "documents.jsonl"),
        ("topics", "topics.xml"),
        ("qrels", "qrels.txt"),
    )
}
"""The generated collection in TREC's formats."""

COLLECTIONS = config["data"]["collections"] or {}
"""The collections of others, by name."""

if IS_DEMO:
    COLLECTIONS = {
        "generated": {
            **{"format": "trec", "relevant": 2, **DEMO_TREC},
            "rankers": CSFCUBE_BASELINES[:1] or None,
        }
    }

READERS = {name: make_reader(settings) for name, settings in COLLECTIONS.items()}
"""Their readers."""

READER_MODULES = sorted(
    {f"collections.readers.{reader.kind}" for reader in READERS.values()}
)
"""The modules of their formats."""


def can_rank(reader, name):
    """Tell whether a ranker that is not named as taking part can rank a reader's collection."""
    kind = kind_of(name)
    lack = find_lack(kind, reader.has_facets(), has_folds=False, has_training=False)
    members = config["rankers"][name].get("members", [])
    is_able = "file" not in kind.needs and lack is None
    return is_able and all(can_rank(reader, member) for member in members)


def list_taking_part(collection, reader):
    """Return the rankers that take part, runs that are of the collection among them."""
    chosen = reader.rankers
    if chosen is None:
        chosen = [name for name in config["rankers"] if can_rank(reader, name)]
    return [*chosen, *rankers_for(collection, "run")]


TAKING_PART = {name: list_taking_part(name, reader) for name, reader in READERS.items()}
"""The rankers of each collection."""

COLLECTION_RANKERS = [
    name for name in config["rankers"] if any(name in of for of in TAKING_PART.values())
]
"""The rankers that rank any of them."""

COLLECTION_RUN = f"{RESULTS}/collections/{{collection}}/runs/{{ranker}}.parquet"


def collection_source(wildcards):
    """Return the files of the job's collection; globs as they stand for files."""
    patterns = READERS[wildcards.collection].files().values()
    return [
        file for pattern in patterns for file in (expand_globs([pattern]) or [pattern])
    ]


def collection_settings(wildcards):
    """Return the settings of the job's collection that its reading depends on."""
    passed_over = ("measures", "rankers", "candidates")
    settings = COLLECTIONS[wildcards.collection]
    return {key: value for key, value in settings.items() if key not in passed_over}


def stored_collection(wildcards):
    """Return the files of the job's collection as it was read."""
    folder = f"{RESULTS}/collections/{wildcards.collection}/steps"
    return [f"{folder}/{file}" for file in STORED_FILES]


def first_of_search(wildcards):
    """Return the run whose first documents the job's ranker orders; none where it searches."""
    chosen = READERS[wildcards.collection].candidates
    if not chosen or kind_of(wildcards.ranker).searches:
        return []
    return COLLECTION_RUN.format(
        collection=wildcards.collection, ranker=chosen["ranker"]
    )


def first_depth(wildcards):
    """Return how many of them it orders."""
    return (READERS[wildcards.collection].candidates or {}).get("depth")


def members_in_collection(wildcards):
    """Return the runs that the job's ranker fuses."""
    members = members_of_ranker(wildcards)
    return collect(COLLECTION_RUN, collection=wildcards.collection, ranker=members)


def collection_runs(wildcards):
    """Return the runs of the job's collection."""
    collection = wildcards.collection
    return collect(
        COLLECTION_RUN, collection=collection, ranker=TAKING_PART[collection]
    )


def collection_checks(wildcards):
    """Return what was found in the runs of the job's collection that come from outside."""
    named = TAKING_PART[wildcards.collection]
    names = [name for name in named if kind_of(name).needs & {"file", "program"}]
    checks = f"{RESULTS}/collections/{wildcards.collection}/checks/{{ranker}}.json"
    return collect(checks, ranker=names)


def collection_rankers(wildcards):
    """Return the rankers of the job's collection."""
    return TAKING_PART[wildcards.collection]


def collection_format(wildcards):
    """Return the format of the job's collection."""
    return READERS[wildcards.collection].kind


def collection_measures(wildcards):
    """Return the measures of the job's collection; None where the usual ones are meant."""
    return READERS[wildcards.collection].measures


def collection_baselines(wildcards):
    """Return the baselines that take part in the job's collection."""
    return [
        n
        for n in config["evaluation"]["baselines"]
        if n in TAKING_PART[wildcards.collection]
    ]


def collections_targets(wildcards):
    """Return what is made of every collection."""
    require_section("collections")
    tables = ("metrics.csv", "per_query.parquet", "significance.csv", "pool_bias.csv")
    return [
        f"{RESULTS}/config.yaml",
        *collect(
            f"{RESULTS}/collections/{{name}}/{{file}}", name=COLLECTIONS, file=tables
        ),
    ]


def of_collections(file):
    """Return a file of every collection."""
    return collect(f"{RESULTS}/collections/{{name}}/{file}", name=COLLECTIONS)


def collections_section():
    """Return what the report's section on other people's collections is made of."""
    names = list(COLLECTIONS)
    return {
        "files": {
            "metrics": of_collections("metrics.csv"),
            "significance": of_collections("significance.csv"),
            "pool_bias": of_collections("pool_bias.csv"),
            "summaries": of_collections("summary.json"),
            "checks": of_collections("checks.json"),
        },
        "keys": dict.fromkeys(
            ("metrics", "significance", "pool_bias", "summaries", "checks"), names
        ),
        "settings": {
            "kinds": {
                name: config["rankers"][name]["kind"] for name in COLLECTION_RANKERS
            },
            "baselines": {
                name: [n for n in config["evaluation"]["baselines"] if n in rankers]
                for name, rankers in TAKING_PART.items()
            },
            "confidence": config["evaluation"]["confidence"],
        },
    }
