"""Train an encoder on triples, as SPECTER was trained.

Source: Cohan et al. 2020 ("SPECTER"), sections 2.3 and 4: triplet loss on the L2 distance with a
margin of 1; Adam with the settings of BERT; a learning rate of 2e-5 with linear warm-up over a
tenth of the steps, then linear decay; two epochs of batches of 32 triples, accumulated from smaller
ones. The alternative is a contrastive loss: softmax cross-entropy over the batch of cosines times
20 (multiple negatives ranking; Henderson et al. 2017), without a paper twice in a batch.

The state is saved twenty times; a resumed training ends with the same weights. Weights are
safetensors, optimiser and schedule torch files read with ``weights_only``.
"""

import logging
import math
import os
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sentence_transformers import (
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.sentence_transformer.losses import (
    MultipleNegativesRankingLoss,
    TripletDistanceMetric,
    TripletLoss,
)
from sentence_transformers.sentence_transformer.model_card import (
    SentenceTransformerModelCardCallback,
)
from sentence_transformers.util import resolve_ids
from transformers import TrainerCallback

from paperpool.forecasts import Forecast
from paperpool.io.files import hash_file, write_text
from paperpool.io.parquet_files import read_table
from paperpool.models.cache import digest
from paperpool.models.digests import digest_model
from paperpool.models.encoders import EncoderSettings, load_model, read_separator
from paperpool.models.loading import loading_model
from paperpool.models.locating import fetch_model
from paperpool.models.memory import recycle_memory
from paperpool.models.number_checks import check_weights
from paperpool.models.precision import choose_device, choose_precision
from paperpool.workflow.running.provenance import library_versions
from paperpool.workflow.training.held_out import ROLES

logger = logging.getLogger("paperpool")

LOSSES = ("triplet", "contrastive")

LOSS_COLUMNS = ["seed", "step", "loss"]

MARGIN = 1.0
WARM_UP = 0.1
WEIGHT_DECAY = 0.01
"""SPECTER's and BERT's own; the margin is of L2 distances, the warm-up a share of the steps."""

_MICRO_BATCH = 8
"""Triples encoded at once, or a divisor; gradients accumulate to a step's."""

_SAVES = 20
MIN_STEPS = 10
"""Saved states per training, and the fewest steps between two."""

_COMPLETE = "complete"
"""The last file written of a saved state, with the training's fingerprint."""


@dataclass(frozen=True)
class TrainingSettings:
    """The base encoder and the hyper-parameters; the defaults are SPECTER's.

    ``bfloat16`` as ``encoder``'s precision is that of the arithmetic; weights stay float32.
    ``triples_per_step`` is the effective batch size; for ``separator`` see ``read_separator``.
    """

    encoder: EncoderSettings
    epochs: int = 2
    learning_rate: float = 2e-5
    triples_per_step: int = 32
    loss: str = "triplet"
    separator: str = "sep"


def training_seed(seed: int, number: int) -> int:
    """Return the seed of the ``number``-th training (from 1) of a run with ``seed``."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1)[0])


def train_encoder(
    triples: str | Path,
    texts: str | Path,
    settings: TrainingSettings,
    number: int,
    seed: int,
    checkpoints: str | Path,
    output: str | Path,
    torch_threads: int,
) -> pd.DataFrame:
    """Train the ``number``-th encoder of a run with ``seed``; save it in the folder ``output``.

    ``triples`` (``tables.TRIPLES``) and ``texts`` (``tables.PAPER_TEXTS``) are held in memory.
    ``checkpoints`` is this training's own folder, removed at the end; incomplete or foreign states
    in it are ignored. Returns the mean loss since the row before (``LOSS_COLUMNS``).
    """
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # as many threads as torch is given
    checkpoints = Path(checkpoints)
    fingerprint = _fingerprint([triples, texts], settings, [number, seed, torch_threads])
    last = _find_last_state(checkpoints, fingerprint)

    encoder = replace(settings.encoder, precision="float32")
    torch.set_num_threads(torch_threads)
    base = fetch_model(encoder.model)
    with loading_model(encoder.model):
        model = load_model(base, encoder)
    recycle_memory(model)

    dataset = _read_triples(triples, texts, read_separator(base, settings.separator))
    trainer = make_trainer(model, dataset, settings, training_seed(seed, number), checkpoints)
    trainer.add_callback(CompletionMarks(fingerprint))
    if last is not None:
        logger.info("Resuming from %s.", last.name)
    result = trainer.train(resume_from_checkpoint=None if last is None else str(last))
    logger.info("%d steps, mean loss %.4f.", result.global_step, result.training_loss)

    losses = []
    for row in trainer.state.log_history:
        if "loss" in row:
            losses.append((number, row["step"], row["loss"]))
    _save_model(model, checkpoints / "final", Path(output))
    shutil.rmtree(checkpoints)
    return pd.DataFrame(losses, columns=LOSS_COLUMNS)


def _fingerprint(files: list[str | Path], settings: TrainingSettings, others: list[int]) -> str:
    """Return a digest of all that determines the weights."""
    contents = [hash_file(path) for path in files]
    base = digest_model(fetch_model(settings.encoder.model))
    packages = ("torch", "transformers", "sentence-transformers", "accelerate", "datasets")
    made_by = [asdict(settings), base, choose_device(), library_versions(packages)]
    return digest([contents, made_by, others])


def _find_last_state(folder: Path, fingerprint: str) -> Path | None:
    """Return the last saved state of this training; delete incomplete and foreign ones."""
    states = {}
    for state in folder.glob("*"):
        mark = state / _COMPLETE
        if mark.is_file() and mark.read_text(encoding="utf-8") == fingerprint:
            states[int(state.name.rpartition("-")[2])] = state
        else:
            shutil.rmtree(state)
    if not states:
        return None
    return states[max(states)]


def _read_triples(triples: str | Path, texts: str | Path, joint: str) -> Dataset:
    """Return the triples with their papers' title, ``joint`` and abstract in each role."""
    papers = read_table(texts).to_pylist()
    joined = Dataset.from_dict(
        {
            "paper_id": [paper["paper_id"] for paper in papers],
            "text": [f"{paper['title']}{joint}{paper['abstract']}" for paper in papers],
        }
    )
    dataset = Dataset(read_table(triples, columns=list(ROLES)))
    dataset.set_transform(resolve_ids(dict.fromkeys(ROLES, joined)))
    return dataset


class _Trainer(SentenceTransformerTrainer):
    """A trainer whose saved states hold no pickled arguments and no card."""

    def _save(self, output_dir=None, state_dict=None):
        self.model.save_pretrained(str(output_dir or self.args.output_dir), create_model_card=False)


def make_trainer(
    model: SentenceTransformer,
    dataset: Dataset,
    settings: TrainingSettings,
    seed: int,
    checkpoints: Path,
) -> SentenceTransformerTrainer:
    """Return the trainer of ``model``, which saves its state in the folder ``checkpoints``.

    Gradients of ``_MICRO_BATCH`` triples add up to a step, but for the contrastive loss, where the
    other triples of a step are the negatives.
    """
    contrasts = settings.loss == "contrastive"
    size = settings.triples_per_step
    micro_batch = size if contrasts else math.gcd(_MICRO_BATCH, size)
    n_steps = settings.epochs * len(dataset) / size
    on_cpu = choose_device() == "cpu"
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(checkpoints),
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=micro_batch,
        gradient_accumulation_steps=size // micro_batch,
        batch_sampler="no_duplicates" if contrasts else "batch_sampler",
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=WARM_UP,
        weight_decay=WEIGHT_DECAY,
        bf16=choose_precision(settings.encoder.precision) == "bfloat16",
        use_cpu=on_cpu,
        dataloader_pin_memory=not on_cpu,
        seed=seed,
        full_determinism=True,
        logging_steps=max(1, min(10, int(n_steps / 20))),
        save_steps=max(MIN_STEPS, int(n_steps / _SAVES)),
        save_total_limit=2,
        report_to="none",
    )

    if contrasts:
        loss = MultipleNegativesRankingLoss(model)
    else:
        loss = TripletLoss(model, TripletDistanceMetric.EUCLIDEAN, MARGIN)
    trainer = _Trainer(model=model, args=arguments, train_dataset=dataset, loss=loss)
    trainer.remove_callback(SentenceTransformerModelCardCallback)
    return trainer


class CompletionMarks(TrainerCallback):
    """Marks complete states with a fingerprint, and forecasts long work."""

    def __init__(self, fingerprint: str):
        self._fingerprint = fingerprint

    def on_train_begin(self, args, state, control, **kwargs):
        """Begin the forecast of the steps that are left."""
        steps = state.max_steps - state.global_step
        self._forecast = Forecast("Training", steps, "Fewer epochs of its ranker take less.")

    def on_step_end(self, args, state, control, **kwargs):
        """Count a step."""
        self._forecast.step()

    def on_save(self, args, state, control, **kwargs):
        """Mark a state whose files are all written as complete."""
        saved = Path(args.output_dir) / f"checkpoint-{state.global_step}"
        write_text(saved / _COMPLETE, self._fingerprint)


def _save_model(model: SentenceTransformer, staging: Path, output: Path) -> None:
    """Save ``model`` in the folder ``output``, each file whole; delete an earlier model.

    Raises UserError for weights of NaN, as a training that diverged leaves them.
    """
    check_weights(dict(model.named_parameters()), f"trained model {str(output)!r}")
    model.save_pretrained(str(staging), create_model_card=False)
    shutil.rmtree(output, ignore_errors=True)
    for file in sorted(path for path in staging.rglob("*") if path.is_file()):
        target = output / file.relative_to(staging)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)
