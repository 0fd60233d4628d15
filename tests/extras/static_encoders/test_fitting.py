"""Fitting a static encoder: nearer to its teacher than its start, and no paper kept out is read."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.extras.static_encoders.fitting import (
    FitSettings,
    count_pieces,
    fit_table,
    weigh_pieces,
)
from paperpool.extras.static_encoders.making import VOCABULARIES, draw_texts, make_static_encoder
from paperpool.models.cache import ArrayCache
from paperpool.models.digests import STATIC_FILES
from paperpool.models.encoders import EncoderSettings
from paperpool.models.static_encoder import load_static_encoder
from paperpool.workflow.corpus.keys import title_key
from paperpool.workflow.training.held_out import HeldOut

NOTHING = HeldOut(frozenset(), frozenset(), frozenset())
WORDS = "we study graphs of papers and show that citation helps retrieval a lot".split()


def cosines(ours, others):
    lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(others, axis=1)
    return (ours * others).sum(axis=1) / lengths


def test_counts_and_weights_of_pieces():
    counts = count_pieces([[2, 0, 2], [], [1]], 3)
    assert counts.toarray().tolist() == [[1, 0, 2], [0, 0, 0], [0, 1, 0]]
    weights, shares = weigh_pieces(np.array([9, 0, 0]), 0.05)
    assert shares == pytest.approx([9.5 / 10.5, 0.5 / 10.5, 0.5 / 10.5])
    assert weights == pytest.approx(0.05 / (0.05 + shares))


def test_a_fit_is_nearer_to_the_teacher_on_texts_that_it_has_not_seen():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(60, 8)).astype("f4")
    pieces = truth + 2 * rng.normal(size=truth.shape).astype("f4")
    texts = [rng.integers(0, 60, 12).tolist() for _ in range(400)]
    counts = count_pieces(texts, 60)
    vectors = np.asarray(counts @ truth)
    occurrences = np.asarray(counts.sum(axis=0)).ravel().astype(int)
    seen, unseen = slice(0, 300), slice(300, 400)
    wanted = vectors[unseen] - vectors[seen].mean(axis=0)

    def likeness(noise):
        settings = FitSettings(noise=noise)
        table = fit_table(pieces, occurrences, counts[seen], vectors[seen], settings)
        return cosines(counts[unseen] @ table, wanted).mean()

    assert likeness(0.1) > likeness(1e9) + 0.1
    assert likeness(0.1) > 0.9


def write_papers(path, ids):
    texts = [f"we study {i}" for i in ids]
    pq.write_table(pa.table({"paper_id": ids, "title": ids, "abstract": texts}), path)


def test_a_draw_is_the_same_of_any_shards_and_leaves_papers_out(tmp_path):
    ids = [f"p{i}" for i in range(40)]
    write_papers(tmp_path / "all", ids)
    write_papers(tmp_path / "one", ids[25:])
    write_papers(tmp_path / "two", ids[:25])
    drawn = draw_texts([tmp_path / "all"], NOTHING, 12, 7)
    assert len(drawn) == 12
    assert drawn == draw_texts([tmp_path / "one", tmp_path / "two"], NOTHING, 12, 7)
    assert drawn != draw_texts([tmp_path / "all"], NOTHING, 12, 8)
    kept_out = HeldOut(frozenset({"p3"}), frozenset({title_key("p4")}), frozenset())
    left = draw_texts([tmp_path / "all"], kept_out, 100, 7)
    assert len(left) == 38
    assert not {"p3 we study p3", "p4 we study p4"} & set(left)
    with pytest.raises(UserError, match="needs 10 papers with an abstract; 0"):
        draw_texts([tmp_path / "one"], HeldOut(frozenset(ids), frozenset(), frozenset()), 5, 7)


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_a_static_encoder_is_made_of_a_teacher_with_equal_bytes(tiny_bert, tmp_path, vocabulary):
    teacher = EncoderSettings(str(tiny_bert(WORDS)), max_tokens=8, precision="float32")
    texts = [" ".join(WORDS[i % 9 : i % 9 + 4 + i % 3]) for i in range(30)]
    for name in ("one", "two"):
        folder = tmp_path / name
        cache = ArrayCache(tmp_path / f"c{name}")
        make_static_encoder(texts, 20, teacher, cache, 2, folder, vocabulary)
    for file in STATIC_FILES:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    vectors = load_static_encoder(tmp_path / "one").encode(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
