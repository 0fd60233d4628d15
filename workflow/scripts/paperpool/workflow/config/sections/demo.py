"""The size of the generated demo data."""

from paperpool.settings import setting
from paperpool.workflow.config.section import Section


class DemoSettings(Section, description="size of the generated demo data"):
    """The generated demo data, used while every data key is null."""

    papers: int = setting(
        """Papers of the corpus, at least 300. Their texts are streamed; what they are about and
        whom they cite is held in memory, about half a gigabyte for a million papers.""",
        {
            "description": "papers of the demo corpus, 300 to 50000000",
            "minimum": 300,
            "maximum": 50000000,
        },
        default=2000,
    )
    shards: int = setting(
        """Metadata shards that they are written to; the corpus stage works on shards in
        parallel.""",
        {"description": "metadata shards, 1 to 1000", "minimum": 1, "maximum": 1000},
        default=2,
    )
    bulk_shards: int = setting(
        """How many of them, the last ones, are written in Semantic Scholar's bulk format (the
        datasets papers, abstracts and citations) instead of S2ORC's: 0 to `shards`, which makes all
        of them so.""",
        {"description": "shards in the bulk format, 0 to demo.shards", "minimum": 0},
        default=0,
    )
    queries: int = setting(
        "Query papers of the generated CSFCube-style collection.",
        {"description": "query papers of the demo collection, at least 6", "minimum": 6},
        default=12,
    )
    practice: int = setting(
        """Pairs of it that imagined annotators practise on before they grade the pools; 0: they do
        not.""",
        {"description": "pairs that imagined annotators practise on, from 0", "minimum": 0},
        default=24,
    )
