"""Term counts: their files appear whole and do not depend on batches."""

from itertools import chain
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.search import term_counts
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


def test_few_texts_are_held_in_memory_and_many_stay_in_the_files(count_terms, monkeypatch):
    terms = count_terms(TEXTS)
    rows = np.array([4, 2], np.int32)
    held = terms.hold(rows)
    assert held.take(rows).toarray().tolist() == terms.take(rows).toarray().tolist()
    assert held.indptr.tolist() == [0, 0, 0, 3, 3, 4] and held.n_words == terms.n_words
    assert not any(map(np.shares_memory, held.arrays, terms.arrays))
    assert not any(array.flags.writeable for array in (*held.arrays, *terms.arrays))
    assert terms.hold(rows[:0]).indptr.tolist() == [0] * 6
    assert terms.hold(rows[[0, 1, 0]]).indices.tolist() == held.indices.tolist()
    monkeypatch.setattr("paperpool.search.term_counts._HELD", 8 * 4 - 1)
    assert terms.hold(rows) is terms and terms.hold(rows[:1]) is not terms


def test_parts_of_rows_map_a_bounded_share_of_the_files(count_terms, monkeypatch):
    terms = count_terms(["one two three four five six seven eight nine ten"] * 2000)
    assert terms.indptr[-1] == 20_000
    monkeypatch.setattr("paperpool.io.mapped_files.MAPPED", 400)
    monkeypatch.setattr("paperpool.io.mapped_files.AROUND", 120)
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


@pytest.mark.parametrize(("words", "texts"), [(1, 1), (3, 2), (9, 1 << 14)])
def test_parts_that_number_their_terms_anew_change_no_byte(
    made_texts, tmp_path, monkeypatch, words, texts
):
    lines = [TEXTS, ["the of", "as"], *([text, ""] for text in made_texts), TEXTS[::-1], []]
    texts_at_once = list(chain.from_iterable(lines))
    whole, parts = ([tmp_path / kind / str(i) for i in range(4)] for kind in ("whole", "parts"))
    write_term_counts([texts_at_once], *whole)
    monkeypatch.setattr("paperpool.search.term_counts._PART_WORDS", words)
    monkeypatch.setattr("paperpool.search.term_counts._AT_ONCE", texts)
    renumbered = Mock(wraps=term_counts._renumber)
    monkeypatch.setattr("paperpool.search.term_counts._renumber", renumbered)
    assert write_term_counts(lines, *parts) == len(texts_at_once)
    assert renumbered.call_count >= 2
    for one, other in zip(whole, parts, strict=True):
        assert one.read_bytes() == other.read_bytes()
