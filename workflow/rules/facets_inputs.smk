"""The labeller, the texts that it labels, and the settings that their rules read. No rules here."""

from paperpool.facets.head import HEAD_FILES, find_ready_labeller, models_of_labeller
from paperpool.facets.labeller import LABELLER_FILES

CSABSTRUCT = f"{RESULTS}/demo/csabstruct" if IS_DEMO else config["data"]["csabstruct"]

READY_LABELLER = find_ready_labeller(config["facets"])
"""The labeller that is applied and not trained, or None."""

LABELLER = READY_LABELLER or f"{RESULTS}/facets/labeller"
"""The labeller that is applied: a ready one, or the one that is trained."""

TRAINS_HEAD = config["facets"]["train"] == "head"
"""Whether a labeller that is trained is a head, and not a whole encoder."""

FILES_OF_LABELLER = HEAD_FILES if TRAINS_HEAD else LABELLER_FILES
"""The files of a labeller that is trained."""

PUBLISHED_FACETS = str(SHIPPED / "published" / "csabstruct.csv")

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
    if READY_LABELLER:
        return [
            file
            for name in models_of_labeller(LABELLER)
            for file in files_of_model(name)
        ]
    return collect("{folder}/{file}", folder=LABELLER, file=FILES_OF_LABELLER)


def labeller_training():
    """Return what determines a trained labeller beside its abstracts."""
    names = ["encoder", "max_tokens", "precision"]
    if not TRAINS_HEAD:
        names += ["epochs", "learning_rate", "layer_decay", "averaged", "batch_size"]
    return {name: config["facets"][name] for name in names}


def labelling_settings():
    """Return how the labeller is applied."""
    return {name: config["facets"][name] for name in ("max_tokens", "precision")}


HAS_LABELLER = CSABSTRUCT or config["facets"]["model"] or not has_released_labels()
"""Whether a labeller is applied: where all abstracts have released labels, it has to be asked for."""


def sentence_parts():
    """Return the shards of each part of the table of sentences, by its path without the ending.

    What the labeller labels comes first, with the papers of the collection in the first part; then
    a part for each shard of CSFCube's released abstracts, which have their labels. A corpus of few
    shards has one part.
    """
    shards = list(SHARDS) if labels_corpus() else []
    released = [[shard] for shard in shards if shard in shards_of(CSFCUBE_ABSTRACTS)]
    others = [shard for shard in shards if [shard] not in released]
    groups = [others[i : i + SHARDS_A_JOB] for i in range(0, len(others), SHARDS_A_JOB)]
    if HAS_LABELLER and not groups and "csfcube" in SECTIONS:
        groups = [[]]
    parts = groups + released
    names = (
        [f"sentences/part_{n}" for n in range(len(parts))]
        if len(parts) > 1
        else ["sentences"]
    )
    return dict(zip(names, parts))


SENTENCE_PARTS = sentence_parts() if "facets" in SECTIONS else {}

RELEASED_PARTS = {
    part: shards[0]
    for part, shards in SENTENCE_PARTS.items()
    if any(shard in shards_of(CSFCUBE_ABSTRACTS) for shard in shards)
}
"""The shard of each part whose labels are the release's."""

LABELLED_PARTS = {
    part: shards
    for part, shards in SENTENCE_PARTS.items()
    if part not in RELEASED_PARTS
}
"""The shards of each part that the labeller labels."""

SENTENCES = [f"{RESULTS}/facets/{part}.parquet" for part in SENTENCE_PARTS]
"""The tables of labelled sentences, the papers of the collection in the first."""

FACET_FIGURES = []
"""The labeller's figures, where there is something to measure it on."""

if HAS_LABELLER and (CSABSTRUCT or "csfcube" in SECTIONS):
    FACET_FIGURES = [f"{RESULTS}/facets/metrics.csv"]


def papers_to_label(wildcards):
    """Return the papers of the shards of the job's part."""
    shards = LABELLED_PARTS[wildcards.part]
    return collect(f"{RESULTS}/corpus/papers/{{shard}}.parquet", shard=shards)


def is_first_part(wildcards):
    """Tell whether the job's part holds the papers of the collection."""
    return wildcards.part == next(iter(LABELLED_PARTS))


def released_papers(wildcards):
    """Return the papers of the shard of the job's part."""
    return f"{RESULTS}/corpus/papers/{RELEASED_PARTS[wildcards.part]}.parquet"


def released_read(wildcards):
    """Return what was read of that shard, with its sentences and labels."""
    return (
        f"{RESULTS}/corpus/steps/read/{RELEASED_PARTS[wildcards.part]}.papers.parquet"
    )


def papers_labelled_elsewhere(wildcards):
    """Return the collection's abstracts where the labeller's first part holds its papers."""
    return kept_papers(wildcards) if LABELLED_PARTS else []


def measured_facets(wildcards):
    """Return what the labeller is measured on, by name."""
    require_section("facets")
    files = {}
    if CSABSTRUCT:
        files |= {"labeller": labeller_files(wildcards)}
        files |= {
            split: f"{CSABSTRUCT}/{split}.jsonl" for split in ("train", "dev", "test")
        }
    if "csfcube" in SECTIONS:
        files |= {"collection": csfcube_files(wildcards), "sentences": SENTENCES[:1]}
    return files


def facets_targets(wildcards):
    """Return what the facets section makes."""
    require_section("facets")
    return [f"{RESULTS}/config.yaml", *SENTENCES, *FACET_FIGURES]
