"""A model computes in bfloat16 if the processor can, and in float32 otherwise."""

import importlib.metadata
import sys
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import numpy as np
import pytest

from paperpool.models import precision
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.precision import choose_device, choose_precision

TEXTS = ["graphs of trees", "trees"]


@pytest.fixture
def able(monkeypatch):
    """Return a function that gives the processor instructions for bfloat16, or takes them."""
    return lambda value: monkeypatch.setattr(precision, "computes_bfloat16", lambda: value)


@pytest.mark.parametrize("version", ["2.13.0+cpu", None])
def test_torch_is_not_imported_where_it_has_no_gpu(monkeypatch, version):
    def find(package):
        if version is None:
            raise PackageNotFoundError(package)
        return version

    monkeypatch.setattr(importlib.metadata, "version", find)
    monkeypatch.setitem(sys.modules, "torch", None)  # an import would raise
    assert choose_device() == "cpu"


@pytest.mark.parametrize("version", ["2.13.0", "2.13.0+cu130"])
def test_a_build_for_gpus_is_asked_for_one(monkeypatch, version):
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: True))
    monkeypatch.setattr(importlib.metadata, "version", lambda package: version)
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert choose_device() == "cuda"


@pytest.mark.parametrize("can", [True, False])
def test_only_bfloat16_is_ever_changed_and_a_line_says_so(able, caplog, can):
    able(can)
    assert choose_precision("float32") == "float32" and caplog.messages == []
    assert choose_precision("bfloat16") == ("bfloat16" if can else "float32")
    assert ["computes in float32" in line for line in caplog.messages] == [True] * (not can)


def test_what_is_computed_and_cached_is_what_float32_gives(able, tiny_bert, tmp_path):
    folder = str(tiny_bert(("graphs", "of", "trees")))

    def encode(asked, can, cache):
        able(can)
        settings = EncoderSettings(folder, precision=asked)
        encoder = Encoder(settings, ArrayCache(tmp_path / cache), 1)
        return encoder.encode(TEXTS), encoder

    full, _ = encode("float32", True, "full")
    fallen, encoder = encode("bfloat16", False, "fallen")
    assert np.array_equal(fallen, full)
    # a cache that is carried to a machine with the instructions is not taken for theirs
    rounded, _ = encode("bfloat16", True, "fallen")
    assert not np.array_equal(rounded, full)
    again, encoder = encode("bfloat16", False, "fallen")
    assert np.array_equal(again, full) and encoder.computed == 0
