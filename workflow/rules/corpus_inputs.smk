"""The shards of the corpus and the settings of its filters. No rules here."""

from paperpool.csfcube.release import ABSTRACTS
from paperpool.corpus.names import name_shards, short_names

FILTERS = config["corpus"]["filters"]

if IS_DEMO:
    SHARD_FILES = [
        f"{RESULTS}/demo/metadata/metadata_{n}.jsonl.gz" for n in range(config["demo"]["shards"])
    ]
else:
    SHARD_FILES = expand_globs(config["data"]["s2orc"] or [])

named_shards = name_shards(SHARD_FILES)
as_given = {Path(os.path.abspath(file)): file for file in reversed(SHARD_FILES)}

SHARD_NAMES = short_names(named_shards)
"""The name of each shard by the short name that its files carry, in reading order."""

SHARDS = {short: as_given[named_shards[name]] for short, name in SHARD_NAMES.items()}
"""The file of each shard by its short name, in reading order."""


def shard_file(wildcards):
    """Return the metadata shard of the job."""
    return SHARDS[wildcards.shard]


def shard_name(wildcards):
    """Return the name of the job's shard: its path below the common parent."""
    return SHARD_NAMES[wildcards.shard]


def of_every_shard(pattern):
    """Return an input function: ``pattern`` for each shard, in reading order."""

    def files(wildcards):
        require_section("corpus")
        return collect(pattern, shard=SHARDS)

    return files


def filter_thresholds():
    """Return the thresholds of each named filter."""
    thresholds = {name: dict(config["corpus"].get(name, {})) for name in FILTERS}
    thresholds.get("csfcube", {}).pop("field", None)  # used where the papers are selected
    return thresholds


def kept_papers(wildcards):
    """Return the collection's abstracts, whose papers are always kept, where there are any."""
    return [f"{CSFCUBE}/{ABSTRACTS}"] if "csfcube" in SECTIONS else []


def corpus_targets(wildcards):
    """Return what the corpus section makes."""
    require_section("corpus")
    return [
        f"{RESULTS}/config.yaml",
        f"{RESULTS}/corpus/summary.json",
        f"{RESULTS}/corpus/quarantine.parquet",
        f"{RESULTS}/corpus/twins.parquet",
        *collect(
            "{results}/corpus/{table}/{shard}.parquet",
            results=RESULTS,
            table=["papers", "citations"],
            shard=SHARDS,
        ),
    ]
