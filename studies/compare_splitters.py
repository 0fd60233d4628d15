"""Compare the library's sentence splitter with nltk's punkt model on real abstracts.

    python studies/compare_splitters.py --punkt FOLDER [--sample N] [--show N] SHARD...

FOLDER is an nltk data folder that holds ``tokenizers/punkt_tab/english`` (the wheels of
``llama-index-core`` 0.12 carry one: ``llama_index/core/_static/nltk_cache``). Each SHARD is a
metadata shard of S2ORC (``.jsonl`` or ``.jsonl.gz``), or CSFCube's released abstracts, whose
sentences are then compared as well. A sample is drawn by a hash of the abstract, so the same
shards always give the same sample.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from paperpool.text.sentences import split_sentences
from paperpool.workflow.corpus.csfcube_filter import CsfcubeThresholds, find_sentence_reasons
from paperpool.workflow.corpus.drop_reasons import KEPT
from paperpool.workflow.corpus.sentence_lengths import measure_split

Pair = tuple[str, list[str], list[str]]


def read_abstracts(paths: list[Path]) -> list[str | list[str]]:
    """Return the non-empty abstracts of ``paths``: a string, or the release's sentences."""
    abstracts = []
    for path in paths:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            abstracts += [json.loads(line)["abstract"] for line in lines if line.strip()]
    return [abstract for abstract in abstracts if abstract]


def draw_sample(abstracts: list[str | list[str]], size: int | None) -> list[str | list[str]]:
    """Return the ``size`` abstracts whose hashes are smallest (all of them for None)."""

    def digest(abstract: str | list[str]) -> bytes:
        text = abstract if isinstance(abstract, str) else " ".join(abstract)
        return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()

    return abstracts if size is None else sorted(abstracts, key=digest)[:size]


def load_punkt(folder: Path) -> Callable[[str], list[str]]:
    """Return the punkt tokenizer whose data lie in the nltk data folder ``folder``."""
    import nltk.data
    from nltk.tokenize import PunktTokenizer

    nltk.data.path.insert(0, str(folder.resolve()))
    return PunktTokenizer("english").tokenize


def find_reasons(splits: list[list[str]]) -> np.ndarray:
    """Return the drop reason of each abstract, given as its sentences."""
    count, longest = np.array([measure_split(sentences) for sentences in splits]).T
    return find_sentence_reasons(count, longest, CsfcubeThresholds())


def report(name: str, pairs: list[Pair], show: int) -> None:
    """Print how often the two splittings of each pair agree; ``show`` differing abstracts."""
    n = len(pairs)
    count = sum(len(ours) == len(theirs) for _, ours, theirs in pairs)
    same = sum(ours == theirs for _, ours, theirs in pairs)
    ours, theirs = (find_reasons([pair[side] for pair in pairs]) for side in (1, 2))
    outcome = ((ours == KEPT) != (theirs == KEPT)).sum()
    print(f"{name}: {n} abstracts")
    print(f"  same number of sentences       {count / n:.4f}")
    print(f"  identical sentences            {same / n:.4f}")
    print(f"  kept by one, dropped by other  {outcome / n:.4f} ({outcome})")
    print(f"  different drop reason or kept  {(ours != theirs).mean():.4f}")
    for text, ours, theirs in [pair for pair in pairs if pair[1] != pair[2]][:show]:
        print(f"    ours only:   {[s[-60:] for s in ours if s not in theirs]}")
        print(f"    theirs only: {[s[-60:] for s in theirs if s not in ours]}")
        print(f"    {len(text)} characters")


def main() -> None:
    """Read the arguments, split the sample both ways and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--punkt", type=Path, required=True, help="nltk data folder")
    parser.add_argument("--sample", type=int, help="number of abstracts (default: all)")
    parser.add_argument("--show", type=int, default=0, help="differing abstracts to print")
    parser.add_argument("shards", nargs="+", type=Path)
    arguments = parser.parse_args()
    sample = draw_sample(read_abstracts(arguments.shards), arguments.sample)
    punkt = load_punkt(arguments.punkt)
    texts = [abstract if isinstance(abstract, str) else " ".join(abstract) for abstract in sample]
    start = time.perf_counter()
    ours = [split_sentences(text) for text in texts]
    seconds = time.perf_counter() - start
    megabytes = sum(len(text.encode("utf-8", "replace")) for text in texts) / 1e6
    print(f"speed: {megabytes:.1f} MB in {seconds:.2f} s, {megabytes / seconds:.1f} MB/s")
    theirs = [punkt(text) for text in texts]
    report("punkt", list(zip(texts, ours, theirs, strict=True)), arguments.show)
    released = [
        (text, split, [sentence.strip() for sentence in abstract])
        for text, split, abstract in zip(texts, ours, sample, strict=True)
        if isinstance(abstract, list)
    ]
    if released:
        report("released sentences", released, arguments.show)


if __name__ == "__main__":
    main()
