"""Shares of an encoding: the same bytes with any number of jobs; killed, and two at once."""

import multiprocessing
import random
import signal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.encoding.shares import (
    encode_sentence_share,
    encode_text_share,
    join_shares,
    write_share,
)
from paperpool.errors import UserError
from paperpool.io.tables import MDCR_PAPERS, write_rows
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.static_encoder import write_static_encoder
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.text.sentences import split_sentences

from ..made import share_jobs
from ..made.encoder import make_tokenizer
from ..made.share_jobs import BLOCK, STEPS, WORDS, Work, run_process, write_papers

N_PAPERS = 700
PART = 300


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    return write_papers(tmp_path_factory.mktemp("papers") / "papers.parquet", N_PAPERS)


@pytest.fixture
def static(tmp_path):
    tokenizer = make_tokenizer(*WORDS)
    table = np.random.default_rng(3).normal(size=(tokenizer.get_vocab_size(), 8))
    write_static_encoder(tmp_path / "static", table, tokenizer, {})
    return tmp_path / "static"


@pytest.fixture
def small_blocks(monkeypatch):
    """Let a part and a block of items be small."""
    monkeypatch.setattr("paperpool.encoding.shares.PART_PAPERS", PART)
    monkeypatch.setattr("paperpool.models.cached_model.BLOCK_ITEMS", BLOCK)


def save(folder, *arrays):
    """Return the bytes of arrays as numpy saves them."""
    files = [folder / f"{i}.npy" for i in range(len(arrays))]
    for file, array in zip(files, arrays, strict=True):
        np.save(file, array)
    return [file.read_bytes() for file in files]


def encode_whole(work, part=PART):
    """Return the bytes of the files, made by an encoder of one part after the other."""
    settings = EncoderSettings(str(work.model), "mean", precision="float32", batch_size=4)
    encoder = (ContextualEncoder if work.sentences else Encoder)(
        settings, ArrayCache(work.cache), 1
    )
    columns = pq.read_table(work.papers, columns=["title", "abstract"]).to_pydict().values()
    pairs = [(title or "", text or "") for title, text in zip(*columns, strict=True)]
    if work.sentences:
        items = [(title, *split_sentences(text)) for title, text in pairs]
    else:
        items = [encoder.separator("sep").join(pair) for pair in pairs]
    parts = [encoder.encode(items[i : i + part]) for i in range(0, len(items), part)]
    if not work.sentences:
        return save(work.folder, np.concatenate(parts))
    known = [rows[~np.isnan(rows[:, 0])] for of_part in parts for rows in of_part]
    starts = np.cumsum([0, *map(len, known)])
    assert starts[-1] < sum(map(len, items))  # an empty title has no vector
    return save(work.folder, np.concatenate(known), starts)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("kind", ["papers", "sentences"])
def test_any_number_of_jobs_writes_what_the_encoder_gives(papers, tiny_bert, tmp_path, kind):
    work = Work(papers, tiny_bert(WORDS), tmp_path, tmp_path, kind == "sentences")
    expected = encode_whole(work.in_folder(tmp_path / "whole"))
    assert len(np.unique(np.load(tmp_path / "whole/0.npy"), axis=0)) > 500
    for jobs in (1, 2, 7):
        shared = work.in_folder(tmp_path / str(jobs), jobs=jobs)
        for job in reversed(range(jobs)):
            shared.run(job)
        sizes = [len(np.unique(np.load(shared.files(job)[1]))) for job in range(jobs)]
        assert max(sizes) < 2 * N_PAPERS / jobs and min(sizes) > 0
        assert shared.join(N_PAPERS) == expected


@pytest.mark.usefixtures("small_blocks")
def test_a_static_encoder_is_shared_out_and_reads_few_papers_at_once(
    papers, static, tmp_path, monkeypatch
):
    work = Work(papers, static, tmp_path, tmp_path, False)
    settings = EncoderSettings(str(static), precision="float32")
    encoder, made = Encoder(settings, ArrayCache(tmp_path), 1), set()
    for jobs, at_once in ((1, N_PAPERS), (3, 50)):
        monkeypatch.setattr("paperpool.encoding.shares.AT_ONCE", at_once)
        shares = [work.in_folder(tmp_path / f"{jobs}{job}").files(0) for job in range(jobs)]
        for job, files in enumerate(shares):
            batches = list(encode_text_share(papers, encoder, "space", job, jobs))
            assert max(len(rows) for rows, _ in batches) <= at_once
            write_share(batches, *files)
        join_shares(shares, N_PAPERS, tmp_path / "joined.npy")
        made.add((tmp_path / "joined.npy").read_bytes())
    assert len(made) == 1


@pytest.mark.usefixtures("small_blocks")
def test_vectors_come_block_by_block(papers, tiny_bert, tmp_path):
    settings = EncoderSettings(str(tiny_bert(WORDS)), "mean", precision="float32")
    how = (settings, ArrayCache(tmp_path), 1)
    texts = encode_text_share(papers, Encoder(*how), "space", 0, 1)
    sentences = encode_sentence_share(papers, ContextualEncoder(*how), 0, 1)
    for batches in (texts, sentences):
        sizes = [len(np.unique(rows)) for rows, _ in batches]
        assert sum(sizes) == N_PAPERS and max(sizes) < 4 * BLOCK


def test_jobs_without_a_block_write_files_that_join(papers, tiny_bert, tmp_path):
    work = Work(papers, tiny_bert(WORDS), tmp_path, tmp_path, True)
    expected = encode_whole(work.in_folder(tmp_path / "one"), N_PAPERS)  # two blocks of some 350
    shared = work.in_folder(tmp_path / "many", jobs=5)
    for job in range(5):
        shared.run(job)
    assert [len(np.load(shared.files(job)[0])) > 0 for job in range(5)].count(True) == 2
    assert shared.join(N_PAPERS) == expected


class Counts:
    """Encodes a text as its length and its ``[``s; an empty one as NaN."""

    is_static = False

    def separator(self, kind):
        return " " if kind == "space" else "[SEP]"

    def encode_share(self, items, share):
        def encode(texts):
            return np.array([[len(t) or np.nan, t.count("[")] for t in texts], np.float32)

        places = list(range(len(items)))
        yield places, encode(items) if isinstance(items[0], str) else list(map(encode, items))


@pytest.fixture
def three(tmp_path):
    """A paper of two sentences, one without a title, one without an abstract."""
    texts = [("On nets", "We train nets. They learn much."), ("", "One sentence alone.")]
    texts.append(("A title", None))
    rows = [(str(i), *pair, 2000) for i, pair in enumerate(texts)]
    write_rows(tmp_path / "papers", rows, MDCR_PAPERS)
    return tmp_path / "papers"


@pytest.mark.parametrize(("separator", "joint"), [("space", " "), ("sep", "[SEP]")])
def test_title_and_abstract_are_one_text(three, tmp_path, separator, joint, monkeypatch):
    monkeypatch.setattr("paperpool.encoding.shares.PART_PAPERS", 2)
    files = tmp_path / "v.npy", tmp_path / "o.npy"
    assert write_share(encode_text_share(three, Counts(), separator, 0, 1), *files) == 3
    join_shares([files], 3, tmp_path / "joined.npy")
    texts = [
        f"On nets{joint}We train nets. They learn much.",
        f"{joint}One sentence alone.",
        f"A title{joint}",
    ]
    expected = [[len(text), text.count("[")] for text in texts]
    assert np.load(tmp_path / "joined.npy").tolist() == expected


def test_titles_and_sentences_have_a_row_each_and_a_place_by_paper(three, tmp_path):
    files = tmp_path / "v.npy", tmp_path / "o.npy"
    assert write_share(encode_sentence_share(three, Counts(), 0, 1), *files) == 5
    join_shares([files], 3, tmp_path / "joined.npy", tmp_path / "starts.npy")
    assert np.load(tmp_path / "starts.npy").tolist() == [0, 3, 4, 5]
    texts = ["On nets", "We train nets.", "They learn much.", "One sentence alone.", "A title"]
    assert np.load(tmp_path / "joined.npy")[:, 0].tolist() == [len(text) for text in texts]


@pytest.mark.parametrize("copied", [1, 2, 5, 100])
def test_vectors_are_joined_whatever_is_copied_at_once(tmp_path, monkeypatch, copied):
    monkeypatch.setattr("paperpool.encoding.shares.COPIED", copied)
    owners = [[0, 0, 0, 3, 5, 5], [1, 4, 4, 4]]  # of papers 0 to 5; nothing is known of 2
    expected = sorted((owner, i) for of_share in owners for i, owner in enumerate(of_share))
    shares = [(tmp_path / f"{job}.npy", tmp_path / f"{job}.owners.npy") for job in (0, 1)]
    for of_share, files in zip(owners, shares, strict=True):
        vectors = np.array([(owner, i) for i, owner in enumerate(of_share)], np.float32)
        write_share([(np.array(of_share), vectors)], *files)
    n = join_shares(shares, 6, tmp_path / "joined.npy", tmp_path / "starts.npy")
    assert n == 10 and np.load(tmp_path / "joined.npy").tolist() == list(map(list, expected))
    assert np.load(tmp_path / "starts.npy").tolist() == [0, 3, 4, 4, 5, 8, 10]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_known_papers_are_taken_and_the_others_encoded(papers, tiny_bert, tmp_path, jobs):
    settings = EncoderSettings(str(tiny_bert(WORDS)), "mean", precision="float32", batch_size=4)
    encoder = Encoder(settings, ArrayCache(tmp_path / "cache"), 1)
    ids = [str(i) for i in range(0, N_PAPERS + 9, 3)]  # some are of another table
    known = KnownVectors(pa.chunked_array([ids]), np.full((len(ids), 16), 7, np.float32))
    shares = [(tmp_path / f"{job}.npy", tmp_path / f"{job}.owners.npy") for job in range(jobs)]
    for job, files in enumerate(shares):
        write_share(encode_text_share(papers, encoder, "space", job, jobs, known), *files)
        assert len(np.load(files[1])) > N_PAPERS / jobs / 2
    join_shares(shares, N_PAPERS, tmp_path / "joined.npy")
    joined = np.load(tmp_path / "joined.npy")
    are_known = np.arange(N_PAPERS) % 3 == 0
    assert (joined[are_known] == 7).all() and not (joined[~are_known] == 7).all(axis=1).any()
    columns = pq.read_table(papers, columns=["title", "abstract"]).to_pylist()
    texts = [f"{row['title']} {row['abstract'] or ''}" for row in columns]
    expected = encoder.encode_directly([texts[i] for i in np.flatnonzero(~are_known)])
    assert joined[~are_known] == pytest.approx(expected, abs=1e-5)
    speed = encoder.measure_speed(1e9)
    assert 0 < speed["texts"] <= len(expected)
    assert speed["per_second"] == pytest.approx(speed["texts"] / encoder.seconds)


def test_half_precision_is_kept_and_a_number_that_it_has_no_room_for_is_refused(tmp_path):
    files, rows = (tmp_path / "v.npy", tmp_path / "o.npy"), np.array([0, 1])
    values = np.array([[0.1, 70.0], [np.nan, 3.0]], np.float32)
    write_share([(rows, values)], *files, "float16")
    join_shares([files], 2, tmp_path / "joined.npy")
    joined = np.load(tmp_path / "joined.npy")
    assert joined.dtype == np.float16
    np.testing.assert_array_equal(joined, values.astype(np.float16))
    with pytest.raises(UserError, match="70000, beyond float16"):
        write_share([(rows, 1000 * values)], *files, "float16")


def test_a_paper_without_a_vector_is_noticed(tmp_path):
    files = tmp_path / "v.npy", tmp_path / "o.npy"
    write_share(iter([(np.array([0, 2]), np.ones((2, 3), np.float32))]), *files)
    with pytest.raises(ValueError, match="2 vectors for 3 papers"):
        join_shares([files], 3, tmp_path / "joined.npy")
    assert not (tmp_path / "joined.npy").exists()


@pytest.fixture(scope="module")
def processes():
    """The process that others are forked from, with their imports done."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([share_jobs.__name__, "torch"])
    return context


@pytest.fixture
def finish(processes):
    """Return a function: start processes at once, and return their exit codes."""

    def run(*arguments):
        started = [processes.Process(target=run_process, args=of_one) for of_one in arguments]
        for process in started:
            process.start()
        for process in started:
            process.join()
        return [process.exitcode for process in started]

    return run


@pytest.mark.parametrize("kind", ["papers", "sentences"])
def test_a_job_killed_thrice_and_two_at_once_write_the_same_bytes(
    papers, tiny_bert, tmp_path, processes, finish, kind
):
    work = Work(papers, tiny_bert(WORDS), tmp_path, tmp_path, kind == "sentences")
    whole, killed = work.in_folder(tmp_path / "whole"), work.in_folder(tmp_path / "killed")
    assert finish((whole,)) == [0]
    expected = [file.read_bytes() for file in whole.files(0)]
    n_blocks = len(list(whole.cache.rglob("*.array")))
    assert n_blocks > 30
    moments = random.Random(13).sample(range(4, len(STEPS) * n_blocks // 4), 3)
    for moment in moments:  # each process begins to count where the last one stopped
        assert finish((killed, moment)) == [-signal.SIGKILL]
        assert not any(file.exists() for file in killed.files(0))
    kept = {file: file.stat().st_mtime_ns for file in killed.cache.rglob("*.array")}
    begun = 2  # a job begins its two files before its first block
    assert len(kept) == sum((moment - 1 - begun) // len(STEPS) for moment in moments)
    assert finish((killed,)) == [0]
    assert [file.read_bytes() for file in killed.files(0)] == expected
    assert {file: file.stat().st_mtime_ns for file in kept} == kept  # none is computed again
    both = [
        work.in_folder(tmp_path / name, cache=tmp_path / "common") for name in ("first", "second")
    ]
    together = processes.Barrier(2)
    assert finish(*((one, None, together) for one in both)) == [0, 0]
    for one in both:
        assert [file.read_bytes() for file in one.files(0)] == expected
    assert len(list((tmp_path / "common").rglob("*.array"))) == n_blocks
