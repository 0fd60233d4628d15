"""The labeller, the texts that it labels, and the settings that their rules read. No rules here."""

from paperpool.facets.labeller import LABELLER_FILES

CSABSTRUCT = f"{RESULTS}/demo/csabstruct" if IS_DEMO else config["data"]["csabstruct"]

LABELLER = config["facets"]["model"] or f"{RESULTS}/facets/labeller"
"""The labeller that is applied: a ready one, or the one that is trained."""

PUBLISHED_FACETS = str(BASE / "resources" / "published" / "csabstruct.csv")

SHARDS_A_JOB = 16
"""Shards of the corpus that one job labels."""


def csabstruct_file(split):
    """Return an input function: a split of CSAbstruct, of the release or generated."""

    def file(wildcards):
        require_section("facets")
        return f"{CSABSTRUCT}/{split}.jsonl"

    return file


def labeller_files(wildcards):
    """Return the files of the labeller that is applied; none for a hub id."""
    require_section("facets")
    if config["facets"]["model"]:
        return files_of_model(LABELLER)
    return collect("{folder}/{file}", folder=LABELLER, file=LABELLER_FILES)


def labeller_training():
    """Return what determines a trained labeller beside its abstracts."""
    names = ("encoder", "epochs", "learning_rate", "batch_size", "max_tokens", "precision")
    return {name: config["facets"][name] for name in names}


def labelling_settings():
    """Return how the labeller is applied."""
    return {name: config["facets"][name] for name in ("max_tokens", "precision")}


def sentence_parts():
    """Return the shards of each part of the table of sentences, by its path without the ending.

    A corpus of few shards has one part. The first part holds the papers of the collection too.
    """
    in_corpus = "corpus" in SECTIONS and lacks_filter("csfcube") is None
    shards = list(SHARDS) if in_corpus else []
    groups = [shards[i : i + SHARDS_A_JOB] for i in range(0, len(shards), SHARDS_A_JOB)]
    if len(groups) > 1:
        return {f"sentences/part_{n}": group for n, group in enumerate(groups)}
    if groups or "csfcube" in SECTIONS:
        return {"sentences": [shard for group in groups for shard in group]}
    return {}


SENTENCE_PARTS = sentence_parts() if "facets" in SECTIONS else {}

SENTENCES = [f"{RESULTS}/facets/{part}.parquet" for part in SENTENCE_PARTS]
"""The tables of labelled sentences, the papers of the collection in the first."""


FACET_FIGURES = [f"{RESULTS}/facets/metrics.csv"] if CSABSTRUCT or "csfcube" in SECTIONS else []
"""The labeller's figures, where there is something to measure it on."""


def papers_to_label(wildcards):
    """Return the papers of the shards of the job's part."""
    shards = SENTENCE_PARTS[wildcards.part]
    return collect(f"{RESULTS}/corpus/papers/{{shard}}.parquet", shard=shards)


def is_first_part(wildcards):
    """Tell whether the job's part holds the papers of the collection."""
    return wildcards.part == next(iter(SENTENCE_PARTS))


def measured_facets(wildcards):
    """Return what the labeller is measured on, by name."""
    require_section("facets")
    files = {}
    if CSABSTRUCT:
        files |= {"labeller": labeller_files(wildcards)}
        files |= {split: f"{CSABSTRUCT}/{split}.jsonl" for split in ("dev", "test")}
    if "csfcube" in SECTIONS:
        files |= {"collection": csfcube_files(wildcards), "sentences": SENTENCES[:1]}
    return files


def facets_targets(wildcards):
    """Return what the facets section makes."""
    require_section("facets")
    return [f"{RESULTS}/config.yaml", *SENTENCES, *FACET_FIGURES]
