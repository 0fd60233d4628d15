"""Small corpora with texts that can be counted by hand, and generated ones."""

import gzip
import json
import random
from functools import partial

import pyarrow as pa
import pytest

from paperpool.pools.tokens import read_words, write_tokens
from paperpool.tables import PAPERS, read_batches, write_table

COLUMN = "in_csfcube"
SCHEMA = PAPERS.append(pa.field(COLUMN, pa.bool_()))


def write_papers(path, texts, kept=lambda paper_id: True):
    """Write a table of papers: ``texts`` is {paper id: (title, abstract)}; return its path."""
    empty = dict.fromkeys(PAPERS.names)
    rows = [
        {**empty, "paper_id": i, "title": title, "abstract": abstract, COLUMN: kept(i)}
        for i, (title, abstract) in texts.items()
    ]
    write_table(path, pa.Table.from_pylist(rows, schema=SCHEMA))
    return path


def tokenize_corpus(folder, texts):
    """Write the tokens of a corpus; return their file and the words."""
    papers = write_papers(folder / "papers.parquet", texts)
    files = folder / "tokens.parquet", folder / "words.parquet"
    write_tokens([papers], COLUMN, *files)
    return files[0], read_words(*files)


def make_texts(n, seed=0, vocabulary=60):
    """Return ``n`` papers of random words; some words are far more frequent than others."""
    chance = random.Random(seed)
    words = [f"word{i}" for i in range(vocabulary)]
    weights = [1 / (i + 1) for i in range(vocabulary)]

    def write(least, most):
        return " ".join(chance.choices(words, weights, k=chance.randint(least, most)))

    return {f"p{i:04}": (write(2, 6), write(8, 30)) for i in range(n)}


@pytest.fixture
def small_batches(monkeypatch):
    """Return a function that lets the tokens be read a few rows at a time."""

    def read_by(rows):
        for module in ("tokens", "word_vectors"):
            small = partial(read_batches, rows=rows)
            monkeypatch.setattr(f"paperpool.pools.{module}.read_batches", small)

    return read_by


@pytest.fixture(scope="session")
def real_texts(real_data):
    """The title and abstract of CSFCube's papers, by id, from the S2ORC shards."""
    texts = {}
    for shard in sorted((real_data("s2orc-csfcube") / "metadata").glob("*.jsonl.gz")):
        with gzip.open(shard, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                texts[row["paper_id"]] = row["title"], row["abstract"]
    return texts
