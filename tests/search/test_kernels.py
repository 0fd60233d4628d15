"""Compiled kernels are kept for other processes, and made anew when that is right."""

import importlib.util
import shutil
import sys

import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from paperpool.search import kernels

SOURCE = """
def add_up(values):
    total = 0.0
    for value in values:
        total += value
    return total
"""

VALUES = np.arange(4.0)


@pytest.fixture
def module(tmp_path, monkeypatch):
    path = tmp_path / "adding.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("adding", path)
    module = importlib.util.module_from_spec(spec)
    # whoever reads a kernel imports the module that it is of
    monkeypatch.setitem(sys.modules, "adding", module)
    spec.loader.exec_module(module)
    return module


def count_hits(module):
    """Compile the kernel as another process does, call it, and count what was found kept."""
    kernel = kernels.compiled(module.add_up)
    assert kernel(VALUES) == 6
    return sum(kernel.stats.cache_hits.values())


def test_a_kernel_is_compiled_once_for_all_processes(module):
    assert [count_hits(module), count_hits(module)] == [0, 1]


def test_a_change_of_any_module_of_kernels_compiles_anew(module, monkeypatch):
    # a kernel contains those of other modules that it calls
    count_hits(module)
    monkeypatch.setattr(kernels, "digest_kernels", lambda: b"other")
    assert [count_hits(module), count_hits(module)] == [0, 1]


def test_the_digest_is_of_every_module_beside_it(root):
    assert len(kernels.digest_kernels()) == 32
    decorated = set()
    for file in (root / "workflow/scripts/paperpool").rglob("*.py"):
        if "paperpool.search.kernels import" in file.read_text(encoding="utf-8"):
            decorated.add(file.parent.name)
    assert decorated == {"search"}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80\x04damaged"])
def test_a_damaged_file_is_replaced(module, tmp_path, ending, content):
    count_hits(module)
    [file] = (tmp_path / "__pycache__").glob(f"*.{ending}")
    file.write_bytes(content)
    assert [count_hits(module), count_hits(module)] == [0, 1]


def test_the_kernel_of_other_types_is_not_taken(module, tmp_path):
    # jobs that write their first kernels at once may leave the files so
    every_other = np.arange(8.0)[::2]
    kernel = kernels.compiled(module.add_up)
    assert kernel(VALUES) == 6 and kernel(every_other) == 12
    first, second = (tmp_path / "__pycache__").glob("*.nbc")
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)

    for _ in range(2):
        kernel = kernels.compiled(module.add_up)
        assert kernel(every_other) == 12 and kernel(VALUES) == 6
    assert sum(kernel.stats.cache_hits.values()) == 2


def test_no_kernel_of_an_earlier_source_is_taken_after_a_kill(module, monkeypatch):
    # the file that says which is which is written before the kernel
    count_hits(module)
    monkeypatch.setattr(kernels, "digest_kernels", lambda: b"other")

    def kill(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as killing:
        killing.setattr(IndexDataCacheFile, "_save_data", kill)
        with pytest.raises(KeyboardInterrupt):
            count_hits(module)
    assert [count_hits(module), count_hits(module)] == [0, 1]


def test_a_folder_that_cannot_be_written_is_done_without(module, tmp_path):
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    (tmp_path / "__pycache__").write_text("no folder")
    assert [count_hits(module), count_hits(module)] == [0, 0]
