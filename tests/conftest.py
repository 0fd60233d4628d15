"""What every test may use: the real data, and where it is absent a reason to skip."""

import os
import sys

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False  # what one process compiles, the hundreds of others need not

if "PYTEST_XDIST_WORKER" in os.environ:
    # Workers share the cores: threads of their own would only wait for each other. Read once, when
    # numpy is imported. The workflow's jobs do not heed it: each has the threads of its rule.
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"  # as the workflow's jobs have it

import gc
import http.server
import importlib.util
import shutil
import threading
from contextlib import ExitStack
from copy import deepcopy
from functools import cache, partial
from pathlib import Path

import hypothesis
import pytest

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.resources import shipped
from paperpool.workflow.config.checks import check_config
from paperpool.workflow.config.loading import load_yaml, merge

from .made.benchmark import make_small_benchmark
from .made.collection import make_collection

ROOT = Path(__file__).resolve().parents[1]

# how long a test takes depends on what else the machine does, and the first call may compile; every
# run draws other examples, so that many runs see many
hypothesis.settings.register_profile("unhurried", deadline=None, max_examples=40)
hypothesis.settings.load_profile("unhurried")


LONG = """
report rankers commands training corpus search_page config scisumm test_plausible_mistakes.py
test_damaged_inputs.py export
""".split()
"""The folders and files that take long, beside the workflow's: the longest first."""


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items):
    """Share the tests out to workers, what takes longest first.

    Those that look at the smoke run have one run between them. The other tests of the workflow go
    by file, all others by folder.
    """
    turns = {}
    for item in items:
        folder = item.path.relative_to(ROOT / "tests").parts[0]
        if "smoke" in item.fixturenames:
            turns[item], group = 0, "smoke"
        elif folder == "workflow":
            turns[item], group = 1, item.path.stem
        elif folder in LONG:
            turns[item], group = 2 + LONG.index(folder), folder
        else:
            turns[item], group = 2 + len(LONG), folder
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=turns.get)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect no garbage while tests are found, nor later among what was imported for them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionfinish():
    """Let Python collect all when it ends: duckdb prints what was not."""
    gc.unfreeze()


def pytest_make_parametrize_id(val, argname):
    """Name long data by its length: workers must find the same names, and people read them."""
    return f"{argname}_of_{len(val)}" if isinstance(val, bytes | str) and len(val) > 80 else None


@pytest.fixture(scope="session")
def root():
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def load_program():
    """Return a function: the module of a file below the root that is no part of a package."""

    def load(file):
        spec = importlib.util.spec_from_file_location(Path(file).stem, ROOT / file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="session")
def lock(load_program):
    """The program of `make lock`."""
    return load_program("envs/lock.py")


@pytest.fixture(scope="session")
def real_data():
    """Return a function: the folder of a real dataset, or a skip that says why."""
    base = Path(os.environ.get("PAPERPOOL_DATA", ROOT.parent / "shared" / "data"))

    def find(name):
        folder = base / name
        if not folder.is_dir():
            pytest.skip(f"real data not found: {folder} (set PAPERPOOL_DATA)")
        return folder

    return find


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def serve():
    """Return a function: the address of a server on this machine that serves a folder."""
    with ExitStack() as stack:

        def start(folder):
            handler = partial(_Quiet, directory=str(folder))
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            stack.enter_context(server)
            stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            return f"http://127.0.0.1:{server.server_port}"

        yield start


@pytest.fixture
def collection():
    """A small collection with known grades."""
    return make_collection()


@pytest.fixture(scope="session")
def small_benchmark():
    """A small collection in MDCR's form."""
    return make_small_benchmark()


@pytest.fixture(scope="session")
def released(real_data):
    """The real collection."""
    return read_collection(real_data("csfcube"))


@pytest.fixture(scope="session")
def minilm_cache(tmp_path_factory):
    """A cache of embeddings, so that the real papers are encoded once for all tests."""
    return ArrayCache(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def configuration(root):
    return load_yaml(root / "config/config.yaml")


@pytest.fixture
def base(configuration):
    """The configuration as it stands."""
    return deepcopy(configuration)


@pytest.fixture
def problems(base):
    """Return a function: the problems of the configuration with an overlay.

    One that sets data has a run of its own, where it names none.
    """

    def find(overlay):
        if "data" in overlay:
            overlay = {"run": "mine", **overlay}
        try:
            published = {
                name: shipped(f"published/{benchmark.published}")
                for name, benchmark in find_benchmarks().items()
                if benchmark.published
            }
            check_config(merge(base, overlay), published)
        except UserError as error:
            return error.problems
        return []

    return find


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory):
    """Return a function: the folder of a bare two-layer BERT that knows the given words.

    It is laid out as hub models such as SPECTER are, in safetensors. With ``labels`` it has a head
    of that many outputs, if ``masked`` that of a masked language model.
    """
    from transformers import (
        BertConfig,
        BertForMaskedLM,
        BertForSequenceClassification,
        BertModel,
        BertTokenizerFast,
    )

    @cache
    def make(words, labels, masked):
        import torch

        folder = tmp_path_factory.mktemp("tiny-bert")
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
        (folder / "vocab.txt").write_text("\n".join(vocabulary))
        BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
        torch.manual_seed(0)
        config = BertConfig(
            vocab_size=len(vocabulary),
            hidden_size=16,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=32,
            max_position_embeddings=64,
            num_labels=labels or 1,
        )
        kind = BertForSequenceClassification if labels else BertModel
        if masked:
            kind = BertForMaskedLM
        kind(config).save_pretrained(folder)
        assert (folder / "model.safetensors").exists()
        return folder

    return lambda words, labels=0, masked=False: make(tuple(sorted(set(words))), labels, masked)


@pytest.fixture(scope="module")
def browser():
    """Chromium, without a screen."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
