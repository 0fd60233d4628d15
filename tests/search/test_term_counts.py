"""Term counts: their files appear whole and do not depend on batches."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.search.term_counts import TermCounts, write_term_counts

TEXTS = ["Cats chase the cat", "", "Dogs chase cats, dogs!", "the of", "chase"]


def test_counts_worked_by_hand(count_terms):
    terms = count_terms(TEXTS)
    assert terms.words == ["cat", "chase", "dog"] and terms.n_words == 3
    assert len(terms) == 5
    assert terms.indptr.tolist() == [0, 2, 2, 5, 5, 6]
    assert terms.indices.tolist() == [0, 1, 0, 1, 2, 1]
    assert terms.counts.tolist() == [2, 1, 1, 1, 2, 1]
    assert [array.dtype for array in terms.arrays] == [np.int64, np.int32, np.int32]


def test_rows_in_any_order_and_more_than_once(count_terms):
    terms = count_terms(TEXTS)
    every = [[2, 1, 0], [0, 0, 0], [1, 1, 2], [0, 0, 0], [0, 1, 0]]
    rows = [4, 2, 1, 2, 0]
    assert terms.take(np.array(rows)).toarray().tolist() == [every[row] for row in rows]
    assert terms.take(np.array([], int)).shape == (0, 3)


def test_parts_of_rows_map_a_bounded_share_of_the_files(count_terms, monkeypatch):
    terms = count_terms(["one two three four five six seven eight nine ten"] * 2000)
    assert terms.indptr[-1] == 20_000
    monkeypatch.setattr("paperpool.io.mapped_files._MAPPED", 400)
    monkeypatch.setattr("paperpool.io.mapped_files._AROUND", 120)
    dense, spread = np.arange(2000), np.arange(0, 2000, 10)
    mixed = np.random.default_rng(7).permutation(spread)
    for rows, most_rows, largest in (
        *((dense, 99, 10), (dense, 3, 3), (dense[::-1], 99, 10)),
        *((spread, 99, 4), (mixed, 99, 4), (spread, 3, 3), (spread[:0], 9, 0), (spread[:1], 9, 1)),
    ):
        parts = [rows[part].tolist() for part in terms.split(rows, most_rows)]
        assert [row for part in parts for row in part] == rows.tolist()
        assert largest <= max(map(len, parts), default=0) <= min(largest + 1, most_rows)
        assert all(parts) and len(parts) <= len(rows)


@pytest.mark.parametrize("texts", [[], ["", "the"]])
def test_no_terms_at_all(count_terms, texts):
    terms = count_terms(texts)
    assert (len(terms), terms.n_words, terms.words) == (len(texts), 0, [])
    assert terms.take(np.arange(len(texts))).shape == (len(texts), 0)


@settings(max_examples=40)  # it writes files
@given(
    st.lists(st.text("ab c", max_size=12), max_size=12).map(
        lambda t: [x.replace("a", "aa") for x in t]
    ),
    st.integers(1, 5),
)
def test_batches_change_nothing(count_terms, texts, batch):
    whole, batched = count_terms(texts), count_terms(texts, batch)
    assert batched.words == whole.words
    for ours, theirs in zip(batched.arrays, whole.arrays, strict=True):
        assert ours.tolist() == theirs.tolist()


def test_equal_texts_give_equal_bytes(tmp_path):
    written = []
    for name in "xy":
        paths = [tmp_path / name / str(i) for i in range(4)]
        write_term_counts([TEXTS], *paths)
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1]


def test_a_failure_leaves_no_files(tmp_path):
    def texts():
        yield TEXTS
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        write_term_counts(texts(), *(tmp_path / str(i) for i in range(4)))
    assert list(tmp_path.iterdir()) == []


def test_long_files_have_a_header_that_numpy_reads(tmp_path):
    texts = [" ".join(f"w{i}" for i in range(400))] * 400
    paths = [tmp_path / str(i) for i in range(4)]
    write_term_counts([texts[:1], texts[1:]], *paths)
    terms = TermCounts(*paths)
    assert terms.indptr[-1] == len(terms.indices) == len(terms.counts) == 160_000
    assert np.load(paths[1])[-1] == 399


def test_words_that_are_no_longer_kept_have_the_same_terms(count_terms, made_texts, monkeypatch):
    kept = count_terms(made_texts)
    monkeypatch.setattr("paperpool.search.term_counts._KEPT_WORDS", 3)
    forgotten = count_terms(made_texts)
    assert kept.words == forgotten.words and len(kept.words) > 3
    pairs = zip(kept.arrays, forgotten.arrays, strict=True)
    assert all(np.array_equal(*both) for both in pairs)
