"""Random small corpora, written as the tables that MDCR's stages read."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa

from paperpool.io.tables import CITATIONS, PAPERS, TWINS

from .tables import write_rows

FIELDS = ("Art", "Biology", "Computer Science", "Physics")

SCHEMA = PAPERS.append(pa.field("in_mdcr", pa.bool_()))

_WORDS = [a + b + c for a in "bdfgklmnprst" for b in ("a", "o", "ul", "er") for c in "dgkmt"]


@dataclass
class MadeCorpus:
    """Papers by id (rows of PAPERS, with ``in_mdcr``), citations, and the first twin of others."""

    papers: dict[str, dict[str, Any]]
    citations: list[tuple[str, str]]
    twins: dict[str, str] = field(default_factory=dict)
    dropped: dict[str, list[str]] = field(default_factory=dict)
    """The fields of readable papers that no filter kept."""

    def write(self, folder: Path, n_shards: int = 1, shuffled: int | None = None) -> WrittenCorpus:
        """Write the tables, rows shuffled with a seed."""
        papers, citations = list(self.papers.values()), list(self.citations)
        twins = list(self.twins.items())
        if shuffled is not None:
            rng = random.Random(shuffled)
            for rows in (papers, citations, twins):
                rng.shuffle(rows)
        folder.mkdir(parents=True, exist_ok=True)
        files = SimpleNamespace(
            papers=[folder / f"papers_{i}.parquet" for i in range(n_shards)],
            citations=[folder / f"citations_{i}.parquet" for i in range(n_shards)],
        )
        for i in range(n_shards):
            write_rows(files.papers[i], papers[i::n_shards], SCHEMA)
            write_rows(files.citations[i], citations[i::n_shards], CITATIONS)
        write_rows(folder / "twins.parquet", twins, TWINS)
        labelled = [(p["paper_id"], p["fields"]) for p in papers] + [*self.dropped.items()]
        schema = pa.schema([PAPERS.field("paper_id"), PAPERS.field("fields")])
        write_rows(folder / "labelled.parquet", labelled, schema)
        return WrittenCorpus(files, folder / "twins.parquet", folder / "labelled.parquet")


@dataclass(frozen=True)
class WrittenCorpus:
    """The paths of a corpus's tables."""

    files: SimpleNamespace
    twins: Path
    labelled: Path


def make_paper(paper_id: str, year: int | None, fields: Sequence[str] | None, **values: Any):
    """Return a row of PAPERS with made-up defaults."""
    return {
        "paper_id": paper_id,
        "title": f"Title {paper_id}",
        "abstract": f"Abstract of {paper_id}",
        "year": year,
        "fields": None if fields is None else list(fields),
        "n_outbound": 0,
        "n_inbound": 5,
        "in_mdcr": True,
    } | values


def random_corpus(seed: int, n_papers: int = 500, most_cited: int = 24) -> MadeCorpus:
    """Return a corpus with all that is odd in a real one.

    Papers without a year, a field or the prefilter's leave; citations of newer papers, from and to
    ids outside the corpus, of another id of the citing paper; twins of queries and of cited papers;
    ids whose order as text is not that of their numbers; equal citation counts and texts.
    """
    rng = random.Random(seed)
    ids = [str(i) for i in rng.sample(range(1, 4 * n_papers), n_papers)]
    topics = {i: rng.randrange(10) for i in ids}
    papers = {}
    for i in ids:
        words = _WORDS[topics[i] * 20 : topics[i] * 20 + 40]
        papers[i] = make_paper(
            i,
            None if rng.random() < 0.03 else rng.randint(2012, 2020),
            None if rng.random() < 0.05 else rng.sample(FIELDS, rng.choice([0, 1, 1, 1, 2, 3])),
            title=" ".join(rng.choices(words, k=4)),
            abstract=" ".join(rng.choices(words, k=25)),
            n_inbound=int(rng.paretovariate(1)) + 2,
            in_mdcr=rng.random() < 0.85,
        )
    by_topic = {t: [i for i in ids if topics[i] == t] for t in range(10)}
    citations = set()
    dropped = {
        f"dropped{n}": rng.sample(FIELDS, rng.choice([0, 1, 2])) for n in range(n_papers // 5)
    }
    for i in [*ids, *dropped]:
        near = by_topic[topics.get(i, rng.randrange(10))]
        for _ in range(rng.randint(0, most_cited)):
            draw = rng.random()
            cited = (
                f"outside{rng.randrange(80)}"
                if draw < 0.1
                else rng.choice(near if draw < 0.8 else ids)
            )
            if cited != i:
                citations.add((i, cited))
    twins = {}
    others = rng.sample(ids, n_papers // 5)
    while len(others) > 3:
        first, *group = (others.pop() for _ in range(rng.choice([2, 2, 3])))
        twins |= dict.fromkeys(group, first)
        for one in group:
            papers[one] |= {key: papers[first][key] for key in ("title", "abstract")}
            citations.add((one, first))
    return MadeCorpus(papers, sorted(citations), twins, dropped)
