"""arXiv, from tables in the archive's format; the draw against the corpus at hand."""

import json
import random
import re
from itertools import pairwise

import pytest

from paperpool.errors import UserError
from paperpool.public_corpora.arxiv import (
    COLUMNS,
    MOST,
    SEED,
    Paper,
    draw_papers,
    read_table,
    write_arxiv,
)
from paperpool.public_corpora.metadata import Account

from ..made.sources import ARXIV_HEADER, write_arxiv_source, write_arxiv_table
from .conftest import read_shards

SIZES = {"Mathematics": 43_048, "Physics": 35_958}
"""Papers of a field in the source: the only numbers that give the corpus at hand."""


@pytest.fixture(scope="module")
def rows(real_data):
    """The papers of arXiv at hand, in the order of their ids."""
    shards = read_shards(real_data("s2orc-arxiv"), 8)
    return sorted((row for shard in shards for row in shard), key=lambda row: row["paper_id"])


def test_the_draw_is_that_of_the_corpus_at_hand(rows):
    """The papers that were not drawn are unknown; others stand in their places."""
    by_field = {}
    for row in rows:
        by_field.setdefault(row["mag_field_of_study"][0], []).append(row["arxiv_id"])
    generator = random.Random(SEED)
    for field, size in SIZES.items():
        drawn = sorted(generator.sample(range(size), MOST[field]))
        known = sorted(by_field[field])
        padded = [f"!{n:06d}" for n in range(drawn[0])]
        for (place, after), paper in zip(pairwise([*drawn, size]), known, strict=True):
            padded += [paper, *(f"{paper}!{n:06d}" for n in range(after - place - 1))]
        assert len(padded) == size
        by_field[field] = padded[::-1]
    assert draw_papers(by_field) == [row["arxiv_id"] for row in rows]


def test_some_ids_of_the_corpus_at_hand_were_once_numbers(rows):
    """The reader leaves them as the source has them."""
    written = re.compile(r"[0-9]{4}\.[0-9]{4,5}|[a-z-]+(\.[A-Z]{2})?/[0-9]{7}")
    odd = [row["arxiv_id"] for row in rows if not written.fullmatch(row["arxiv_id"])]
    assert len(odd) == 51357
    assert all(re.fullmatch(r"[0-9]{1,4}\.[0-9]+", one) for one in odd)


def test_other_numbers_of_papers_are_another_draw():
    by_field = {"Physics": [f"{n:06d}" for n in range(MOST["Physics"] + 1)], "Biology": ["b", "a"]}
    drawn = draw_papers(by_field)
    assert len(drawn) == len(set(drawn)) == MOST["Physics"] + 2
    assert drawn == draw_papers({field: ids[::-1] for field, ids in by_field.items()})
    assert drawn != draw_papers({**by_field, "Physics": by_field["Physics"][1:]})


def test_real_papers_come_back_as_they_were(rows, tmp_path, read_corpus):
    sample = [row for n, row in enumerate(rows) if n % 100 == 0 or "\n" in (row["doi"] or "")]
    assert len(sample) == 1804  # 11 have a line end in their DOI
    tables = {"cs.IR.tsv.xz": sample[:1200], "q-bio.QM.tsv.xz": sample[1000:]}
    paths = write_arxiv_source(tmp_path / "source", tables)
    write_arxiv(paths[::-1], tmp_path)
    shards = read_corpus(tmp_path, 8)
    found = {row["paper_id"]: row for shard in shards for row in shard}
    by_arxiv_id = {row["arxiv_id"]: row for row in found.values()}
    assert len(by_arxiv_id) == len(found) == len(sample)
    for row in sample:
        assert {**by_arxiv_id[row["arxiv_id"]], "paper_id": row["paper_id"]} == row
    for s, shard in enumerate(shards):
        assert [int(row["paper_id"]) - 9_000_000_000 for row in shard] == list(
            range(s, len(sample), 8)
        )
    by_field = {}
    for row in sample:
        by_field.setdefault(row["mag_field_of_study"][0], []).append(row["arxiv_id"])
    drawn = [found[str(9_000_000_000 + n)]["arxiv_id"] for n in range(len(sample))]
    assert drawn == draw_papers(by_field)
    counts = json.loads((tmp_path / "counts.json").read_text())
    assert counts["papers"]["read"] == 2004
    assert counts["papers"]["kept"] == 1804
    assert counts["papers"]["dropped"] == {"not_drawn": 0, "repeated": 200}
    assert sum(counts["papers_by_field"].values()) == 1804
    assert {path.name for path in tmp_path.iterdir()} == {
        *("source", "metadata", "counts.json", "quarantine.csv")
    }


def make_cells(**values):
    cells = dict.fromkeys(ARXIV_HEADER, "x")
    cells |= {"created": "1999-01-02", "categories": "cs.IR, cs.DL", "doi": "", **values}
    return list(cells.values())


def test_the_fields_of_a_row(tmp_path):
    archives = "cs.IR math.ST stat.AP math-ph q-fin.ST cmp-lg eess.AS econ.EM".split()
    table = [make_cells(arxiv_id=str(n), primary_cat=cat) for n, cat in enumerate(archives)]
    table[0] = make_cells(primary_cat="cs.IR", title=" a\n  b\tc ", abstract=" ")
    write_arxiv_table(tmp_path / "a.tsv.xz", table)
    papers = list(read_table(tmp_path / "a.tsv.xz", Account()))
    assert papers[0] == Paper("x", "a b c", None, 1999, "Computer Science", "arXiv:cs.IR", None)
    assert [paper.field for paper in papers[1:]] == [
        *("Mathematics", "Mathematics", "Physics", "Physics", "Physics", "Engineering"),
        "Economics",
    ]


def test_odd_rows_are_quarantined(tmp_path):
    table = [make_cells(), make_cells(arxiv_id=""), make_cells(created="soon"), ["too", "short"]]
    table += [make_cells(title="caf\udce9"), make_cells(primary_cat=""), make_cells(title="é")]
    write_arxiv_table(tmp_path / "a.tsv.xz", table)
    account = Account()
    assert len(list(read_table(tmp_path / "a.tsv.xz", account))) == 2
    assert [(place, reason) for _, place, reason, _ in account.quarantined] == [
        *((2, "missing_key"), (3, "no_year"), (4, "column_count"), (5, "invalid_utf8")),
        (6, "missing_key"),
    ]
    write_arxiv([tmp_path / "a.tsv.xz"], tmp_path / "out")
    lines = (tmp_path / "out/quarantine.csv").read_text().splitlines()
    assert len(lines) == 6 and lines[1].startswith("papers,a.tsv.xz,2,missing_key,")


def test_a_table_that_is_cut_short_or_lacks_a_column_is_refused(tmp_path):
    write_arxiv_table(tmp_path / "a.tsv.xz", [make_cells()] * 50)
    whole = (tmp_path / "a.tsv.xz").read_bytes()
    for content in (whole[:-20], b"no xz", b""):
        (tmp_path / "a.tsv.xz").write_bytes(content)
        with pytest.raises(UserError, match="downloaded again"):
            write_arxiv([tmp_path / "a.tsv.xz"], tmp_path / "out")
    header = [column for column in ARXIV_HEADER if column != COLUMNS[-1]]
    write_arxiv_table(tmp_path / "b.tsv.xz", [header], header)
    with pytest.raises(UserError, match="no column primary_cat"):
        list(read_table(tmp_path / "b.tsv.xz", Account()))
    assert not (tmp_path / "out").exists()
