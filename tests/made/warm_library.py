"""Import what rules and jobs use of the library, and compile its kernels, before a fork."""

import re
import sys
import tempfile
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

IMPORTS = re.compile(r"^from (paperpool[\w.]*) import", re.MULTILINE)


def import_library(root: Path) -> None:
    """Import what rules and scripts do, compile kernels, and digest the code of scripts once."""
    sys.path.insert(1, str(root / "workflow/scripts"))
    from paperpool.benchmarks.registry import find_benchmarks
    from paperpool.io import yaml_files
    from paperpool.rankers.registry import find_kinds
    from paperpool.workflow.running.provenance import code_digest

    find_benchmarks()
    find_kinds()
    for script in (root / "workflow/scripts").glob("*.py"):
        code_digest(script)
    users = [*(root / "workflow/rules").rglob("*.smk"), *(root / "workflow/scripts").glob("*.py")]
    modules = {name for path in users for name in IMPORTS.findall(path.read_text())}
    for module in sorted(modules):
        import_module(module)
    yaml_files.read_value = remember_yaml(yaml_files.read_value)
    for path in (root / "config").glob("*.yaml"):
        yaml_files.load_yaml(path)
    check_demo(root)
    compile_kernels()


def remember_yaml(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a reader of YAML that parses equal texts once."""
    parsed: dict[str, Any] = {}

    def recall(text: str) -> Any:
        if text not in parsed:
            parsed[text] = read(text)
        return deepcopy(parsed[text])

    return recall


def check_demo(root: Path) -> None:
    """Check the configuration of the demo: what it reads of the library's files is remembered."""
    from snakemake.sourcecache import LocalSourceFile

    from paperpool.workflow.snakefile import RuleFiles, describe_sections

    place = SimpleNamespace(current_basedir=LocalSourceFile(str(root / "workflow")))
    list(describe_sections(RuleFiles(place).read_run({})))


def compile_kernels() -> None:
    """Search a little, by terms and by vectors as jobs have them: numba compiles for seconds."""
    import numpy as np

    from paperpool.search.dense_search import search_dense
    from paperpool.search.sparse_pool import SparsePool
    from paperpool.search.term_counts import count_terms
    from paperpool.search.term_index import index_texts

    rows = np.arange(3, dtype=np.int32)
    with tempfile.TemporaryDirectory() as folder:
        pool = SparsePool(count_terms(["one two", "two three", "three"], Path(folder)), rows)
        pool.search_bm25(rows, 1.2, 0.75, 1)
        pool.search_tfidf(rows, 1)
        pool.score_bm25(rows, rows, 1.2, 0.75)
        index_texts([["one", "two"]]).score(["one"])
        np.save(Path(folder, "vectors.npy"), np.eye(3, 4, dtype=np.float32))
        mapped = np.load(Path(folder, "vectors.npy"), mmap_mode="r")
        for vectors in (mapped, mapped[rows], mapped.astype(np.float16)):
            search_dense(vectors, rows, vectors[rows], "cosine", 1)
