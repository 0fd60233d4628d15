"""The input of a fine-tuned labeller's layer for each sentence."""

import torch
from transformers import BertConfig

from paperpool.workflow.facets.head import describe_places
from paperpool.workflow.facets.network import SentenceNetwork
from paperpool.workflow.facets.sequences import Window, build_windows

from .conftest import PLACES

CLS, SEP, PAD = 2, 3, 0


def make_network():
    torch.manual_seed(5)
    return SentenceNetwork(BertConfig(**PLACES, num_labels=5)).eval()


def pad(windows):
    width = max(len(window.tokens) for window in windows)
    ids = torch.tensor([w.tokens + [PAD] * (width - len(w.tokens)) for w in windows])
    return ids, (ids != PAD).long()


def test_a_sentence_is_its_sep_the_mean_of_its_tokens_and_its_place():
    network = make_network()
    windows = build_windows([[6, 7, 8], [9]], CLS, SEP, 32) + build_windows([[10, 6]], CLS, SEP, 32)
    ids, mask = pad(windows)
    with torch.no_grad():
        states = network.reader(input_ids=ids, attention_mask=mask).last_hidden_state
        found = network(ids, mask, windows)
    two, one = torch.from_numpy(describe_places(2)), torch.from_numpy(describe_places(1))
    rows = [
        torch.cat([states[0, 4], states[0, 1:4].mean(0), two[0]]),
        torch.cat([states[0, 6], states[0, 5], two[1]]),
        torch.cat([states[1, 3], states[1, 1:3].mean(0), one[0]]),
    ]
    assert torch.allclose(found, network.classifier(torch.stack(rows)), atol=1e-5)


def test_a_sentence_without_tokens_has_a_label():
    network = make_network()
    windows = build_windows([[6], [], [7]], CLS, SEP, 32)
    with torch.no_grad():
        found = network(*pad(windows), windows)
    assert found.shape == (3, 5) and torch.isfinite(found).all()


def test_the_place_is_that_in_the_whole_abstract():
    network = make_network()
    near_the_end = Window([CLS, 6, SEP], {8: 1}, {8: 2}, 9)
    alone = Window([CLS, 6, SEP], {0: 1}, {0: 2}, 1)
    with torch.no_grad():
        one, two = network(*pad([near_the_end, alone]), [near_the_end, alone])
        same, _ = network(*pad([alone, alone]), [alone, alone])
    assert torch.allclose(two, same, atol=1e-6) and not torch.allclose(one, two, atol=1e-3)
