"""A small finished run, made by hand: papers of drinks, the sun and the sea."""

from __future__ import annotations

from pathlib import Path

import yaml

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.schemes import default_scheme
from paperpool.collections.stored import store_collection
from paperpool.io.tables import CITATIONS, SENTENCES, TWINS
from paperpool.workflow.csfcube.release_writer import write_collection

from .folds import fold_papers
from .tables import FILTERED, write_rows

FACETS = default_scheme().facet_names

SHARDS = yaml.safe_load("""
- - {paper_id: a3, title: Sun and sea, year: 2010, fields: [Physics], doi: 10.1/a_3,
     abstract: The sun is hot. We measure the sea. Salt stays., venue: Journal of the Sea}
  - {paper_id: a1, title: Green tea, year: 2001, fields: [Food, Art],
     abstract: Tea is old. We brew tea with ice. Ice makes tea cold.}
  - {paper_id: q1, title: Hot tea, year: 2003, fields: [Food],
     abstract: Tea is old and good. We brew hot tea. The tea tastes good.}
  - {paper_id: a5, title: No abstract, year: null, fields: [], abstract: null}
- - {paper_id: a2, title: Iced coffee, year: 2005, fields: [Food],
     abstract: Coffee is old. We brew coffee with ice. The ice melts.}
  - {paper_id: a4, title: Sun and Sea!, year: 2011, fields: [Physics],
     abstract: The sun is very hot. We look at the sea. It stays.}
  - {paper_id: a6, title: Tea leaves, year: 2015, fields: null,
     abstract: Leaves fall. We dry tea leaves. Tea tastes good.}
""")
"""The papers of two shards."""

KEPT = {"a1", "a3", "q1", "a2"}
"""The papers that the filter csfcube keeps."""

LABELLED = {
    "a1": ("background", "method", "result"),
    "a2": ("background", "method", "result"),
    "a3": ("objective", "method", "result"),
    "a4": ("other", "method", "result"),
    "a6": ("other", "method", "result"),
}
"""The labels in the table of sentences, by paper; q1 has those of the collection."""

EDGES = [("q1", "a2"), ("q1", "x9"), ("a3", "a1"), ("a4", "a2"), ("a1", "a2")]

CONFIG = {
    "cache": "nowhere",
    "data": {"s2orc": ["shards"], "csfcube": None},
    "facets": {"model": None, "train": "head", "max_tokens": 64, "precision": "float32"},
    "rankers": {"bm25": {"kind": "bm25"}},
}

STATED = {
    "doi": "10.2/red", "journal": "Wine <b>", "arxiv_id": 7,
    "authors": [{"first": "Ann", "middle": ["B.", 7], "last": "Lee", "suffix": ""}, 5],
}  # fmt: skip
"""Metadata of the collection, some of it no text."""

MADE = {row["paper_id"]: row for shard in SHARDS for row in shard}
IDS = sorted(MADE)
TEXTS = [f"{MADE[i]['title']} {MADE[i]['abstract'] or ''}" for i in IDS]
WORDS = [
    *"tea is old we brew with ice makes cold the sun hot measure sea salt stays and".split(),
    *"coffee melts leaves fall dry tastes good no abstract green iced very look at it".split(),
    *"wine red glass ! .".split(),
]


def split(text):
    """Return the sentences of the made abstracts: each full stop ends one."""
    return [f"{part.strip()}." for part in text.split(".") if part.strip()]


def make_collection() -> Collection:
    """Two query papers and a candidate that the corpus lacks."""
    labels = ("background", "method", "result")
    papers = {
        "q2": Paper("q2", "Red wine", ("Wine is old.", "We look at red wine.", "It tastes good."),
                    labels, 2007, {"year": 2007, **STATED}),
        "q1": Paper("q1", "Hot tea", tuple(split(MADE["q1"]["abstract"])), labels, 2003),
        "c1": Paper("c1", "A glass", ("The glass is cold.", "We measure glass."),
                    ("background", "method"), None),
        "a6": Paper("a6", "Tea leaves", tuple(split(MADE["a6"]["abstract"])),
                    ("background", "method", "result"), 2015, {"year": 2015, **STATED}),
    }  # fmt: skip
    candidates = ("a6", "c1")
    judgments = {
        (query, facet): Judgments(candidates, (3, 1) if query == "q1" else (0, 2), {})
        for query in ("q1", "q2")
        for facet in FACETS
    }
    pools = {
        "q1": Pool(candidates, (("abs_tfidf",), ("cited", "specter"))),
        "q2": Pool(candidates, (("cited",), ("specter",))),
    }
    queries = [Query(q, f, 2003, papers[q].title, "") for q in ("q2", "q1") for f in FACETS]
    return Collection(papers, pools, judgments, fold_papers(["q1"], ["q2"]), queries)


def write_run(results: Path, name: str = "made", corpus: bool = True, collection: bool = False,
              others=None, **changes) -> Path:  # fmt: skip
    """Write a finished run below ``results``; ``changes`` replace keys of its configuration.

    ``others`` are the settings of collections of somebody else's, by name.
    """
    folder = results / name
    folder.mkdir(parents=True)
    config = {**CONFIG, "run": name, "cache": str(results / "cache")} | changes
    data = {"s2orc": ["shards"] if corpus else None, "csfcube": None, "collections": others}
    if collection:
        data["csfcube"] = str(results / f"{name}-csfcube")
        write_collection(make_collection(), data["csfcube"])
    (folder / "config.yaml").write_text(yaml.safe_dump(config | {"data": data}))
    if corpus:
        write_corpus(folder / "corpus")
        write_sentences(folder / "facets")
    for of_others, settings in (others or {}).items():
        store_other(folder, of_others, settings)
    return folder


def store_other(folder: Path, name: str, settings) -> Collection:
    """Store somebody's collection in a run, as the rule that reads it does."""
    reader = make_reader(settings)
    collection = assemble(reader.read(), reader.split, reader.relevant, reader.depth)
    store_collection(collection, folder / "collections" / name / "steps")
    return collection


def write_corpus(folder: Path) -> None:
    for number, shard in enumerate(SHARDS):
        name = f"shard_{number}.parquet"
        rows = [{**row, "in_csfcube": row["paper_id"] in KEPT} for row in shard]
        write_rows(folder / "papers" / name, rows, FILTERED)
        write_rows(folder / "citations" / name, EDGES[number::2], CITATIONS)
    write_rows(folder / "twins.parquet", [("a4", "a3")], TWINS)


def write_sentences(folder: Path) -> None:
    rows = [
        (paper, i, text, facet, 1.0)
        for paper, facets in {"gone": ("method",), **LABELLED}.items()
        for i, (text, facet) in enumerate(
            zip(split(MADE[paper]["abstract"]) if paper in MADE else ["Gone."], facets, strict=True)
        )
    ]
    write_rows(folder / "sentences.parquet", rows, SENTENCES)
