"""Shares of an encoding: the bytes of one job, with any number of jobs; killed, and two at once."""

import multiprocessing
import random
import signal

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from paperpool.io.tables import read_batches
from paperpool.mdcr import encoding_shares
from paperpool.mdcr.encoding_shares import encode_text_share
from paperpool.mdcr.paper_texts import join_texts, list_papers
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import EncoderSettings
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder, joining_text
from paperpool.models.static_encoder import write_static_encoder
from paperpool.rankers.scoring.vector_shares import join_shares, write_share

from ..made import share_jobs
from ..made.share_jobs import BLOCK, STEPS, WORDS, Work, run_process, write_papers

N_PAPERS = 700
PART = 300


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    return write_papers(tmp_path_factory.mktemp("papers") / "papers.parquet", N_PAPERS)


@pytest.fixture
def static(tmp_path):
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(["[UNK]", *WORDS])}, "[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    table = np.random.default_rng(3).normal(size=(tokenizer.get_vocab_size(), 8))
    write_static_encoder(tmp_path / "static", table, tokenizer, {})
    return tmp_path / "static"


@pytest.fixture
def small_blocks(monkeypatch):
    """Let a part and a block of items be small."""
    monkeypatch.setattr("paperpool.mdcr.encoding_shares.PART_PAPERS", PART)
    monkeypatch.setattr("paperpool.models.cached_model._BLOCK_ITEMS", BLOCK)


def encode_at_once(work):
    """Return the vectors of all papers in their order, encoded without shares, and the starts."""
    settings = EncoderSettings(str(work.model), "mean", precision="float32", batch_size=4)
    columns = ["paper_id", "title", "abstract"]
    parts = list(read_batches([work.papers], columns, encoding_shares.PART_PAPERS))
    if not work.sentences:
        encoder = Encoder(settings, ArrayCache(work.cache), 1)
        joint = joining_text(encoder, "sep")
        return np.concatenate([encoder.encode(join_texts(part, joint)) for part in parts]), None
    encoder = ContextualEncoder(settings, ArrayCache(work.cache), 1)
    texts = [[(paper.title, *paper.sentences) for paper in list_papers(part)] for part in parts]
    encoded = [vectors for part in texts for vectors in encoder.encode(part)]
    known = [vectors[~np.isnan(vectors).any(axis=1)] for vectors in encoded]
    return np.concatenate(known), np.cumsum([0, *map(len, known)])


def check_joined(made, expected):
    vectors, starts = expected
    assert np.array_equal(np.load(made[0]), vectors)
    assert starts is None or np.array_equal(np.load(made[1]), starts)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("kind", ["papers", "sentences"])
def test_any_number_of_jobs_writes_the_bytes_of_one(papers, tiny_bert, tmp_path, kind):
    work = Work(papers, tiny_bert(WORDS), tmp_path, tmp_path, kind == "sentences")
    expected = encode_at_once(work.in_folder(tmp_path / "one"))
    assert len(np.unique(expected[0], axis=0)) > 500
    joined = set()
    for jobs in (1, 2, 7):
        shared = work.in_folder(tmp_path / str(jobs), jobs=jobs)
        for job in reversed(range(jobs)):
            shared.run(job)
        sizes = [len(np.unique(np.load(shared.files(job)[1]))) for job in range(jobs)]
        assert max(sizes) < 2 * N_PAPERS / jobs and min(sizes) > 0
        made = shared.join(N_PAPERS)
        check_joined(made, expected)
        joined.add(tuple(file.read_bytes() for file in made))
    assert len(joined) == 1


@pytest.mark.usefixtures("small_blocks")
def test_a_static_encoder_is_shared_out_too(papers, static, tmp_path):
    work = Work(papers, static, tmp_path, tmp_path, False)
    settings = EncoderSettings(str(static), precision="float32")
    [batch] = read_batches([papers], ["paper_id", "title", "abstract"], N_PAPERS)
    expected = Encoder(settings, ArrayCache(tmp_path), 1).encode(join_texts(batch))
    shares = [work.in_folder(tmp_path / name).files(0) for name in "abc"]
    for job, files in enumerate(shares):
        encoder = Encoder(settings, ArrayCache(tmp_path), 1)
        write_share(encode_text_share(papers, encoder, "space", job, 3), *files)
    join_shares(shares, N_PAPERS, tmp_path / "joined.npy")
    assert np.array_equal(np.load(tmp_path / "joined.npy"), expected)


def test_jobs_without_a_block_write_files_that_join(papers, tiny_bert, tmp_path):
    work = Work(papers, tiny_bert(WORDS), tmp_path, tmp_path, True)
    expected = encode_at_once(work.in_folder(tmp_path / "one"))  # two blocks of some 350
    shared = work.in_folder(tmp_path / "many", jobs=5)
    for job in range(5):
        shared.run(job)
    assert [len(np.load(shared.files(job)[0])) > 0 for job in range(5)].count(True) == 2
    check_joined(shared.join(N_PAPERS), expected)


def test_a_paper_without_a_vector_is_noticed(tmp_path):
    files = tmp_path / "v.npy", tmp_path / "o.npy"
    write_share(iter([(np.array([0, 2]), np.ones((2, 3), np.float32))]), *files)
    with pytest.raises(ValueError, match="2 vectors for 3 papers"):
        join_shares([files], 3, tmp_path / "joined.npy")
    assert not (tmp_path / "joined.npy").exists()


@pytest.fixture(scope="module")
def processes():
    """Where processes are forked from: one that has imported what they need, and done nothing."""
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
