"""The files and settings that the export's rules read. No rules here."""

from paperpool.export.exported import WHOLE as CSFCUBE_SPLIT
from paperpool.export.rankings import CSFCUBE_SPLITS as CSFCUBE_BEIR_SPLITS
from paperpool.export.layout import (
    CARD,
    CORPUS,
    CROISSANT,
    DATASHEET,
    QUERIES,
    data_files,
)
from paperpool.export.layout import SPLITS as EXPORTED_SPLITS
from paperpool.export.sheets import GENERATED, OWN, RELEASED

LICENCES = str(SHIPPED / "licences.csv")
"""The table of sources and their licences."""

EXPORTED_RUNS = [run for name in CSFCUBE_RANKERS for run in RUNS[name]]
"""CSFCube's runs that are exported: every one of each ranker."""

EXPORTED_SCORES = {
    split: [run for name in scores_of(split) for run in RUNS[name]] for split in SPLITS
}
"""MDCR's runs whose scores are exported, by split."""


def exported(collection, data):
    """Return the files of an exported collection, by name; ``data`` are those that hold it."""
    folder = f"<results>/export/{collection}"
    return {
        "data": [f"{folder}/{file}" for file in data],
        "card": f"{folder}/{CARD}",
        "datasheet": f"{folder}/{DATASHEET}",
        "croissant": f"{folder}/{CROISSANT}",
    }


def mdcr_export_inputs(wildcards):
    """Return the benchmark and the scores of every ranker, by name."""
    require_section("mdcr")
    return MDCR_SPLITS | {name: MDCR_EVALUATED[name] for name in OWN_SCORES}


MDCR_ORIGIN = GENERATED if IS_DEMO else RELEASED if config["data"]["mdcr"] else OWN
"""Where the benchmark is from."""


def corpus_sources():
    """Return the sources of the corpus's papers: those that are named, or the formats' own."""
    given = config["data"]["s2orc"] or []
    formats = [source for one in given for source in sources_of(one)]
    return config["export"]["sources"] or formats


def sources_of(source):
    """Return where the papers of one source of the corpus come from, by its format."""
    if is_released(source):
        return ["csfcube", "s2orc"]
    return ["s2orc"] if isinstance(source, str) else ["s2ag"]


CSFCUBE_SOURCES = {
    GENERATED: ["generated"],
    RELEASED: ["csfcube", "s2orc"],
    OWN: ["own", *(config["export"]["sources"] or [])],
}
"""The sources of a CSFCube-style collection, by where it is from."""

MDCR_SOURCES = {
    GENERATED: ["generated"],
    RELEASED: ["mdcr", "s2orc"],
    OWN: corpus_sources(),
}
"""The same of the benchmark."""

OTHERS_SOURCES = ["generated" if IS_DEMO else "others"]
"""The same of other people's collections."""


def demo_settings():
    """Return how the demo is generated; nothing where there is data."""
    demo = {f"demo.{key}": value for key, value in config["demo"].items()}
    return {"seed": config["seed"], **demo} if IS_DEMO else {}


def mdcr_settings():
    """Return how the benchmark is built; nothing for the released one."""
    if MDCR_ORIGIN == RELEASED:
        return {}
    built = {
        key: value for key, value in MDCR.items() if key not in ("exclude", "paper_ids")
    }
    built |= {"rankers": MDCR_RANKERS, "fields": MDCR_FIELDS}
    prefilter = {
        f"corpus.mdcr.{key}": value for key, value in config["corpus"]["mdcr"].items()
    }
    chosen = {f"mdcr.{key}": value for key, value in built.items()}
    return {"seed": config["seed"]} | demo_settings() | prefilter | chosen


def export_targets(wildcards):
    """Return the exports of the collections that this run has."""
    collections = [name for name in ("csfcube", "mdcr") if name in SECTIONS] + list(
        COLLECTIONS
    )
    if not collections:
        refuse_lacking("To export a collection", what_lacks("csfcube"))
    made = [f"{RESULTS}/export/{name}/{CROISSANT}" for name in collections]
    return [f"{RESULTS}/config.yaml", *made]
