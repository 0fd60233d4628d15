"""The sources of candidate pools and the settings that their rules read. No rules here."""

from paperpool.pools.names import CITED
from paperpool.pools.names import TERM_SOURCES

ENCODER_SOURCES = config["pools"]["encoders"]
"""The rankers whose encoder is a source too, under the same name."""

if ENCODER_SOURCES is None:
    ENCODER_SOURCES = rankers_of_kind("dense")

RANKED_SOURCES = [*TERM_SOURCES, *ENCODER_SOURCES]
"""The sources that rank the whole corpus; `cited` comes beside them."""

POOL_COLUMN = f"in_{config['pools']['filter']}"
"""The papers that pools are drawn from: those that the filter of the same name keeps."""


corpus_papers = of_every_shard(f"{RESULTS}/corpus/papers/{{shard}}.parquet")
"""An input function: the papers of every shard of the corpus."""


def pool_papers(wildcards):
    """Return the papers of every shard, for the pools."""
    require_section("pools")
    return corpus_papers(wildcards)


def released_citations(wildcards):
    """Return the collection's files where only its pools say whom a query cites, else nothing.

    CSFCube's released abstracts come without citations.
    """
    is_known = IS_DEMO or has_citations(config["data"]["s2orc"])
    return [] if is_known or "csfcube" not in SECTIONS else released_files(wildcards)


def term_settings():
    """Return the settings of the term-level sources."""
    pools = config["pools"]
    return {
        "depth": pools["depth"],
        "min_df": pools["min_df"],
        "rank_unknown": pools["unknown_texts"] == "rank",
    }


POOL_TABLES = {
    "pools": f"{RESULTS}/pools/pools.parquet",
    "candidates": f"{RESULTS}/pools/candidates.csv",
    "turns": f"{RESULTS}/pools/turns.csv",
    "sources": f"{RESULTS}/pools/sources.csv",
    "sizes": f"{RESULTS}/pools/sizes.csv",
    "overlap": f"{RESULTS}/pools/overlap.csv",
}
"""What the draw writes beside the official format."""

FIDELITY = []
"""How many of the released candidates each source finds; only beside a collection."""

if "csfcube" in SECTIONS:
    POOL_TABLES["fidelity"] = f"{RESULTS}/pools/fidelity.csv"
    FIDELITY = report(
        POOL_TABLES["fidelity"],
        category="Pools",
        labels={"table": "released candidates found again"},
        caption="../report/pool_fidelity.rst",
    )


def compared_collection(wildcards):
    """Return the files of the collection whose candidates the sources should find, if any."""
    return released_files(wildcards) if "csfcube" in SECTIONS else []


def pools_targets(wildcards):
    """Return what the pools section makes."""
    require_section("pools")
    return [
        f"{RESULTS}/config.yaml",
        f"{RESULTS}/pools/test-pid2pool.json",
        *POOL_TABLES.values(),
    ]


WHOLE_TEXT_RANKERS = [
    name for name in config["rankers"] if kind_of(name).searches == "terms"
]
"""The rankers that search the corpus by words; beside the sources, for what is told of holes."""


def hole_targets(wildcards):
    """Return the table of the holes, where there are both rankings and a collection."""
    require_section("pools")
    require_section("csfcube")
    return f"{RESULTS}/pools/holes.csv"
