"""The networks: the formula, checkpoints and other files."""

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from paperpool.errors import UserError
from paperpool.workflow.scisearch.networks import load_reranker, make_reranker, save_reranker


def test_the_formula_by_hand():
    reranker = make_reranker(3, seed=1)
    pair = np.arange(6, dtype=np.float32)[None] / 5
    (w1, b1, w2, b2, w, b) = (p.detach().numpy() for p in reranker.parameters())

    def tuned(x):
        return np.tanh(w2 @ np.tanh(w1 @ x + b1) + b2)

    logits = w[:, 0] * (tuned(pair[0, :3]) @ tuned(pair[0, 3:])) + b
    expected = np.exp(logits) / np.exp(logits).sum()
    np.testing.assert_allclose(reranker.probabilities(pair)[0], expected, rtol=1e-5)


def test_query_and_candidate_may_change_places():
    reranker = make_reranker(4, seed=2)
    pairs = np.random.default_rng(0).normal(size=(5, 8)).astype(np.float32)
    both = (pairs, np.hstack([pairs[:, 4:], pairs[:, :4]]))
    np.testing.assert_allclose(*map(reranker.probabilities, both), rtol=1e-6)
    assert reranker.probabilities(pairs[:0]).shape == (0, 4)


def test_a_seed_draws_the_same_weights_and_leaves_torch_as_it_was():
    torch.manual_seed(0)
    before = torch.random.get_rng_state()
    first, second, other = make_reranker(4, 1), make_reranker(4, 1), make_reranker(4, 2)
    assert torch.equal(before, torch.random.get_rng_state())
    assert torch.equal(first.srnn.weight, second.srnn.weight)
    assert not torch.equal(first.srnn.weight, other.srnn.weight)


def test_a_checkpoint_gives_back_the_network_and_equal_ones_equal_bytes(tmp_path):
    reranker = make_reranker(4, seed=3)
    facts = {"facet": "method", "loss": "kl", "seed": 3, "encoder": "e"}
    paths = [tmp_path / "a.safetensors", tmp_path / "b.safetensors"]
    save_reranker(paths[0], reranker, facts)
    save_reranker(paths[1], reranker, dict(reversed(facts.items())))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    loaded, told = load_reranker(paths[0])
    assert told == facts and loaded.dimensions == 4
    pairs = np.random.default_rng(0).normal(size=(5, 8)).astype(np.float32)
    np.testing.assert_array_equal(loaded.probabilities(pairs), reranker.probabilities(pairs))


def test_what_is_no_checkpoint_is_named(tmp_path):
    files = {"text": b"no tensors", "empty": b""}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    save_file({"x": torch.zeros(2)}, tmp_path / "other")
    reranker = make_reranker(4, seed=3)
    reranker.srnn = torch.nn.Linear(1, 3)
    save_reranker(tmp_path / "misshapen", reranker, {})
    for name in (*files, "other", "misshapen", "missing"):
        with pytest.raises(UserError, match="not a checkpoint of a re-ranker") as caught:
            load_reranker(tmp_path / name)
        assert caught.value.problems[0].where == str(tmp_path / name)


def test_a_network_of_nan_is_neither_saved_nor_loaded(tmp_path):
    reranker, file = make_reranker(4, seed=3), tmp_path / "checkpoint.safetensors"
    with torch.no_grad():
        reranker.srnn.weight[0] = float("nan")
    with pytest.raises(UserError, match=r"srnn.weight \(NaN\)"):
        save_reranker(file, reranker, {})
    assert not file.exists()

    save_file(reranker.state_dict(), file, {"reranker": "{}"})
    with pytest.raises(UserError, match=r"srnn.weight \(NaN\)"):
        load_reranker(file)
