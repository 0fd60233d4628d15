"""The shards of the corpus and the settings of its filters. No rules here."""

from paperpool.corpus.broken_shards import list_broken
from paperpool.corpus.bulk_rows import DATASETS
from paperpool.corpus.names import name_shards, short_names
from paperpool.corpus.sources import METADATA, CSFCUBE_ABSTRACTS, list_sources
from paperpool.collections.csfcube_release import ABSTRACTS
from paperpool.io.files import read_json

FILTERS = config["corpus"]["filters"]

SELECTED = [f"{RESULTS}/corpus/steps/selected.parquet"] if "csfcube" in FILTERS else []
"""The papers that CSFCube's filter starts from, where it is applied."""


def demo_files():
    """Return the generated shards by kind: the last ones are in the bulk format."""
    demo = config["demo"]
    first_bulk = demo["shards"] - demo["bulk_shards"]
    files = {
        METADATA: [
            f"{RESULTS}/demo/metadata/metadata_{n}.jsonl.gz" for n in range(first_bulk)
        ]
    }
    for dataset in DATASETS:
        files[dataset] = [
            f"{RESULTS}/demo/s2ag/{dataset}/{dataset}_{n}.jsonl.gz"
            for n in range(first_bulk, demo["shards"])
        ]
    return files


DEMO_SHARDS = demo_files()

shard_files = DEMO_SHARDS if IS_DEMO else list_sources(config["data"]["s2orc"] or [])
as_given = {
    Path(os.path.abspath(file)): (kind, file)
    for kind, files in shard_files.items()
    for file in reversed(files)
}
named_shards = name_shards(file for _, file in as_given.values())

SHARD_NAMES = short_names(named_shards)
"""The name of each shard by the short name that its files carry, in reading order."""


def shards_of(*kinds):
    """Return the file of each shard of some kinds by its short name, in reading order."""
    shards = {
        short: as_given[named_shards[name]] for short, name in SHARD_NAMES.items()
    }
    return {short: file for short, (kind, file) in shards.items() if kind in kinds}


def names_of(shards):
    """Return the names of shards given by their short names."""
    return [SHARD_NAMES[short] for short in shards]


SHARDS = shards_of(METADATA, CSFCUBE_ABSTRACTS, "papers")
"""The shards that hold papers, in any format: the corpus consists of a part for each."""

BULK = {dataset: shards_of(dataset) for dataset in DATASETS}
"""The shards of each bulk dataset."""

JOINED = [dataset for dataset in BULK if dataset != "papers" and BULK[dataset]]
"""The bulk datasets that are joined to the papers; none where all shards are S2ORC metadata."""


def shard_file(wildcards):
    """Return the file of the job's shard of papers."""
    return SHARDS[wildcards.shard]


def shard_kind(wildcards):
    """Return the kind of the job's shard of whole papers."""
    return (
        CSFCUBE_ABSTRACTS
        if wildcards.shard in shards_of(CSFCUBE_ABSTRACTS)
        else METADATA
    )


def bulk_file(wildcards):
    """Return the file of the job's shard of a bulk dataset."""
    return BULK[wildcards.dataset][wildcards.shard]


def shard_name(wildcards):
    """Return the name of the job's shard: its path below the common parent."""
    return SHARD_NAMES[wildcards.shard]


def shard_number(wildcards):
    """Return the place of the job's shard among those of the bulk dataset of papers."""
    return list(BULK["papers"]).index(wildcards.shard)


def of_every_shard(pattern):
    """Return an input function: ``pattern`` for each shard of papers, in reading order."""

    def files(wildcards):
        require_section("corpus")
        return collect(pattern, shard=SHARDS)

    return files


def of_bulk(dataset, pattern):
    """Return ``pattern`` for each shard of a bulk dataset, in reading order."""
    return collect(pattern, dataset=dataset, shard=BULK[dataset])


def of_joined(pattern):
    """Return ``pattern`` for each shard of the datasets that are joined to the papers."""
    return [file for dataset in JOINED for file in of_bulk(dataset, pattern)]


def what_was_read():
    """Return what reading each shard of any kind wrote of it, by the shard's short name."""
    of_papers = {
        shard: f"{RESULTS}/corpus/steps/read/{shard}.summary.json"
        for shard in shards_of(METADATA, CSFCUBE_ABSTRACTS)
    }
    return of_papers | {
        shard: f"{RESULTS}/corpus/steps/bulk/{dataset}/{shard}.summary.json"
        for dataset, shards in BULK.items()
        for shard in shards
    }


READ_SUMMARIES = what_was_read()


def repeat_broken_shards():
    """Say last which shards of the corpus were not read to the end, where these are kept."""
    summary = Path(f"{RESULTS}/corpus/summary.json")
    if config["corpus"]["on_bad_shard"] == "keep" and summary.exists():
        if lines := list_broken(read_json(summary).get("broken_shards", {})):
            logger.warning("\n".join(lines))


def filter_thresholds():
    """Return the thresholds of each named filter."""
    thresholds = {name: dict(config["corpus"].get(name, {})) for name in FILTERS}
    for used_in_selection in ("field", "arxiv_only"):
        thresholds.get("csfcube", {}).pop(used_in_selection, None)
    return thresholds


def kept_papers(wildcards):
    """Return the collection's abstracts, whose papers are always kept, where there are any."""
    return [f"{RELEASED_CSFCUBE}/{ABSTRACTS}"] if "csfcube" in SECTIONS else []


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
