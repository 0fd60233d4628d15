"""Hand-made tables of a corpus, small corpora to count by hand, and generated ones."""

import csv
import gzip
import io
import json
import random
from functools import partial

import pytest

from paperpool.errors import UserError
from paperpool.io.tables import TWINS, read_batches
from paperpool.workflow.pools.corpus_tokens import read_words, write_tokens

from ..made.tables import FILTERED, write_rows

COLUMN = "in_csfcube"


def write_papers(path, rows):
    """Write a corpus table; missing values are null, but the filter keeps the row."""
    return write_rows(path, [{COLUMN: True} | dict(row) for row in rows], FILTERED)


def write_twins(path, twins):
    """Write a table of twins: the first of its group by paper."""
    return write_rows(path, twins.items(), TWINS)


def list_problems(read, *arguments, **settings):
    """Return (line, what) of each problem in the UserError that reading a file raises."""
    with pytest.raises(UserError) as caught:
        read(*arguments, **settings)
    return [(p.where.partition(", line ")[2], p.what) for p in caught.value.problems]


def read_sheet(path):
    """Return the rows of a sheet by column."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def save_sheet(path, rows, columns, delimiter=",", end="\n", mark="\ufeff"):
    """Save the rows of a sheet in a spreadsheet's form; return its path."""
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, columns, delimiter=delimiter, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes((mark + buffer.getvalue()).encode())
    return path


def write_texts(path, texts, kept=lambda paper_id: True):
    """Write a table of papers: ``texts`` is {paper id: (title, abstract)}; return its path."""
    rows = [
        {"paper_id": i, "title": title, "abstract": abstract, COLUMN: kept(i)}
        for i, (title, abstract) in texts.items()
    ]
    return write_papers(path, rows)


def write_shards(folder, texts, per_shard):
    """Write a table of papers for every ``per_shard`` of ``texts``; return their paths."""
    items = list(texts.items())
    return [
        write_texts(folder / str(i), dict(items[i : i + per_shard]))
        for i in range(0, len(items), per_shard)
    ]


def tokenize_corpus(folder, texts):
    """Write the tokens of a corpus; return their file and the words."""
    papers = write_texts(folder / "papers.parquet", texts)
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
        small = partial(read_batches, rows=rows)
        monkeypatch.setattr("paperpool.workflow.pools.corpus_tokens.read_batches", small)

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
