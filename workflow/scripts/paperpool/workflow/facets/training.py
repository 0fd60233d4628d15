"""Train a sentence labeller: an encoder and a linear layer per sentence (Cohan et al., 2019).

Labels are soft: the annotators' confidence. Word embeddings are frozen. Several trainings start
from the same weights, and the labeller has their mean weights (Wortsman et al., "Model soups",
2022).
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from paperpool.forecasts import Forecast
from paperpool.models.loading import loading_model, whole_weights
from paperpool.models.locating import fetch_model
from paperpool.models.precision import choose_device, choose_precision
from paperpool.workflow.facets.csabstruct import LABELS, LabelledAbstract
from paperpool.workflow.facets.labeller import Labeller, LabellerSettings
from paperpool.workflow.facets.sequences import Window

if TYPE_CHECKING:
    import torch

_WARM_UP = 0.1
"""The share of steps of linear warm-up; linear decay follows."""

_HEAD_LEARNING_RATE = 1e-3
"""Of the classification layer, untrained at the start."""

_LAYER = re.compile(r"\blayers?\.(\d+)\.")
"""The number of an encoder's layer, from 0, in the name of a parameter."""

_ATTENTION_DROPOUTS = ("attention_probs_dropout_prob", "attention_dropout")
"""Attention dropout, as configurations name it: set to 0, as it takes half of the time."""

_WEIGHT_DECAY = 0.01
_MAX_GRADIENT_NORM = 1.0
_SORTED_BATCHES = 20
"""Batches sorted by length together, to save padding."""

Example = tuple[Window, list[list[float]]]
"""A window, and the soft label of each sentence labelled in it."""


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a trained labeller.

    ``precision`` is that of the encoder's products (weights stay float32). ``learning_rate`` is the
    peak of the encoder's last layer, times ``layer_decay`` per layer below. ``averaged`` trainings
    are averaged.
    """

    encoder: str
    epochs: int
    learning_rate: float
    layer_decay: float
    averaged: int
    batch_size: int
    max_tokens: int
    precision: str
    seed: int
    torch_threads: int


def train_labeller(abstracts: Sequence[LabelledAbstract], settings: TrainingSettings) -> Labeller:
    """Return a labeller fine-tuned on ``abstracts``; equal arguments give equal weights."""
    import torch

    with _repeatable(settings.seed, settings.torch_threads):
        labeller = new_labeller(settings)
        examples = make_examples(labeller, abstracts)
        n_steps = settings.epochs * -(-len(examples) // settings.batch_size)
        weights = [weight for weight in labeller.model.parameters() if weight.requires_grad]
        start = [weight.detach().clone() for weight in weights]
        means = [torch.zeros_like(weight) for weight in start]

        total = settings.averaged * n_steps
        forecast = Forecast("Training", total, "Without facets.train a ready labeller is used.")
        with tqdm(total=total, desc="train", unit="batch") as progress:
            for number in range(settings.averaged):
                _set_weights(weights, start)
                generator = np.random.default_rng([settings.seed, number])
                torch.manual_seed(int(generator.integers(2**32)))
                for loss in train_once(labeller, examples, settings, n_steps, generator):
                    progress.update()
                    progress.set_postfix(loss=f"{loss:.3f}", refresh=False)
                    forecast.step()
                for mean, weight in zip(means, weights, strict=True):
                    mean += weight.detach() / settings.averaged
        _set_weights(weights, means)
    return labeller


def _set_weights(weights: Sequence[torch.Tensor], values: Sequence[torch.Tensor]) -> None:
    """Copy ``values`` into ``weights``, tensors of the same shapes."""
    import torch

    with torch.no_grad():
        for weight, value in zip(weights, values, strict=True):
            weight.copy_(value)


def train_once(
    labeller: Labeller,
    examples: Sequence[Example],
    settings: TrainingSettings,
    n_steps: int,
    generator: np.random.Generator,
) -> Iterator[float]:
    """Train the labeller's present weights for all epochs; yield each loss."""
    import torch

    model = labeller.model
    model.train()
    optimizer, schedule = _make_optimizer(model, settings, n_steps)
    rounded = choose_precision(settings.precision) == "bfloat16"
    autocast = torch.autocast(choose_device(), torch.bfloat16, enabled=rounded)
    for _ in range(settings.epochs):
        for batch in draw_batches(examples, settings.batch_size, generator):
            with autocast:
                logits = labeller.logits([window for window, _ in batch])
            soft_labels: list[list[float]] = []
            for _, of_window in batch:
                soft_labels += of_window
            targets = torch.tensor(soft_labels).to(logits.device)
            loss = torch.nn.functional.cross_entropy(logits.float(), targets)

            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), _MAX_GRADIENT_NORM)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            yield loss.item()


@contextlib.contextmanager
def _repeatable(seed: int, torch_threads: int) -> Iterator[None]:
    """Make torch deterministic, and restore its settings."""
    import torch

    deterministic: Any = torch.utils.deterministic  # torch makes its attribute at run time
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    before = (
        torch.get_num_threads(),
        torch.are_deterministic_algorithms_enabled(),
        deterministic.fill_uninitialized_memory,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        torch.set_num_threads(torch_threads)
        torch.use_deterministic_algorithms(True)
        deterministic.fill_uninitialized_memory = False  # slow, and for bugs alone
        try:
            yield
        finally:
            torch.set_num_threads(before[0])
            torch.use_deterministic_algorithms(before[1])
            deterministic.fill_uninitialized_memory = before[2]


def new_labeller(settings: TrainingSettings) -> Labeller:
    """Return the encoder with a new classification layer."""
    import torch
    from transformers import AutoConfig, AutoTokenizer
    from transformers.utils import logging

    from paperpool.workflow.facets.network import SentenceNetwork

    logging.set_verbosity_error()  # it would warn that the new layer is not in the encoder's files
    folder = str(fetch_model(settings.encoder))
    with loading_model(settings.encoder), whole_weights(folder, new={"classifier"}):
        config = AutoConfig.from_pretrained(
            folder,
            id2label=dict(enumerate(LABELS)),
            label2id={label: number for number, label in enumerate(LABELS)},
            trust_remote_code=False,
        )
        config.update({name: 0.0 for name in _ATTENTION_DROPOUTS if hasattr(config, name)})
        model: Any = SentenceNetwork.from_pretrained(folder, config=config, dtype=torch.float32)
        tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
    model.get_input_embeddings().requires_grad_(False)
    return Labeller(
        model.to(choose_device()),
        tokenizer,
        LabellerSettings(settings.max_tokens, settings.precision),
        LABELS,
    )


def soft_label(abstract: LabelledAbstract, place: int, labels: Sequence[str]) -> list[float]:
    """Return a sentence's soft label over ``labels``: its confidence, the rest spread evenly."""
    confidence = abstract.confidences[place]
    other = (1 - confidence) / (len(labels) - 1)
    return [confidence if label == abstract.labels[place] else other for label in labels]


def _make_optimizer(
    model: torch.nn.Module, settings: TrainingSettings, n_steps: int
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Return AdamW and its schedule: linear warm-up, then linear decay to 0."""
    import torch

    rates = learning_rates(model, settings.learning_rate, settings.layer_decay)
    groups = []
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            is_matrix = parameter.ndim > 1  # biases and norms do not decay
            decay = _WEIGHT_DECAY if is_matrix else 0.0
            groups.append({"params": [parameter], "lr": rates[name], "weight_decay": decay})

    n_rising = _WARM_UP * n_steps

    def share(step: int) -> float:
        """Return the share of its peak that a learning rate has at a step."""
        return min((step + 1) / n_rising, (n_steps - step) / (n_steps - n_rising))

    optimizer = torch.optim.AdamW(groups, fused=True)
    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, share)


def learning_rates(model, last: float, decay: float) -> dict[str, float]:
    """Return the peak learning rate of each parameter, by name.

    Discriminative fine-tuning (Howard and Ruder, 2018, section 3.2): ``last`` for the encoder's
    last layer, times ``decay`` per layer below, embeddings at the bottom. The classification layer
    has its own.
    """
    encoder = {id(parameter) for parameter in model.base_model.parameters()}
    heights: dict[str, int] = {}
    height = 0
    for name, parameter in model.named_parameters():
        if id(parameter) in encoder:
            numbered = _LAYER.search(name)
            if numbered:
                height = int(numbered[1]) + 1
            heights[name] = height

    top = max(heights.values())
    rates = {}
    for name, _ in model.named_parameters():
        rates[name] = _HEAD_LEARNING_RATE
        if name in heights:
            rates[name] = last * decay ** (top - heights[name])
    return rates


def draw_batches(
    examples: Sequence[Example], size: int, generator: np.random.Generator
) -> list[list[Example]]:
    """Return the examples in random order as batches of similar length."""
    order = generator.permutation(len(examples)).tolist()
    batches = []
    for start in range(0, len(order), size * _SORTED_BATCHES):
        block = order[start : start + size * _SORTED_BATCHES]
        block.sort(key=lambda i: len(examples[i][0].tokens))
        for first in range(0, len(block), size):
            batches.append([examples[i] for i in block[first : first + size]])
    return [batches[number] for number in generator.permutation(len(batches)).tolist()]


def make_examples(labeller: Labeller, abstracts: Sequence[LabelledAbstract]) -> list[Example]:
    """Return the windows of all abstracts, each with the soft labels of its sentences."""
    examples = []
    windows = labeller.sequences.windows([abstract.sentences for abstract in abstracts])
    for number, window in windows:
        soft_labels = [soft_label(abstracts[number], place, LABELS) for place in window.ends]
        examples.append((window, soft_labels))
    return examples
