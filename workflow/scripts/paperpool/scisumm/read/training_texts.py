"""Texts that word vectors are trained on, as numbers of words in a temporary file.

The texts are read and split once, however often they are trained on; in memory are the different
words and how often each stands.
"""

import hashlib
import tempfile
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.io.files import FULL, naming
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import read_batches
from paperpool.scisumm.read.markers import remove_markers
from paperpool.scisumm.words import split_words
from paperpool.text.sentences import split_sentences

ABSTRACTS = "abstracts"
"""The source of texts that are abstracts of a corpus."""

_BATCH_TEXTS = 64
"""Full texts that are read at once."""

Text = tuple[str, Sequence[str]]
"""The source of a text and its sentences."""


def read_full_texts(path: str | Path) -> Iterator[Text]:
    """Yield the texts of a table TEXTS."""
    with tqdm(desc="full texts", total=count_rows(path), unit="text") as bar:
        for batch in read_batches([path], ["source", "sentences"], _BATCH_TEXTS):
            for row in batch.to_pylist():
                yield row["source"], row["sentences"]
            bar.update(batch.num_rows)


def read_abstracts(
    papers: Iterable[str | Path],
    venues: Collection[str] | None = None,
    fields: Collection[str] | None = None,
) -> Iterator[Text]:
    """Yield the abstracts of tables of papers (columns ``abstract``, ``venue``, ``fields``).

    A paper counts whose venue is one of ``venues`` or that has one of ``fields``; if both are None
    every paper does.
    """
    wanted_venues = pa.array(sorted(venues or ()), pa.string())
    wanted_fields = frozenset(fields or ())
    columns = ["abstract", "venue", "fields"]
    for batch in tqdm(read_batches(papers, columns), desc="abstracts", unit="batch"):
        keep = np.ones(batch.num_rows, bool)
        if venues is not None or fields is not None:
            keep = pc.is_in(batch.column("venue"), value_set=wanted_venues).to_numpy(False)
            keep = keep | [
                not wanted_fields.isdisjoint(of_paper or ())
                for of_paper in batch.column("fields").to_pylist()
            ]
        for abstract in batch.column("abstract").filter(pa.array(keep)).to_pylist():
            if abstract:
                yield ABSTRACTS, split_sentences(abstract)


@dataclass(frozen=True)
class SourceCounts:
    """How much text a source gave."""

    texts: int = 0
    sentences: int = 0
    tokens: int = 0


@dataclass(frozen=True)
class TrainingTexts:
    """Sentences as numbers of ``words``.

    ``tokens`` are those of all sentences, one after another (int32, mapped from a file), and
    ``ends`` the end of each sentence; ``counts`` are the words' frequencies. ``sources`` are sorted
    by name. ``digest`` (hex) is that of words and sentences.
    """

    words: list[str]
    counts: NDArray[np.int64]
    tokens: NDArray[np.int32]
    ends: NDArray[np.int64]
    sources: dict[str, SourceCounts]
    digest: str


def split_texts(
    texts: Iterable[Text], *, keep_markers: bool = False, cased: bool = True
) -> TrainingTexts:
    """Return texts split into words, without citation markers unless ``keep_markers``.

    Words are in the order of first occurrence; sentences without words are left out.
    """
    numbers: dict[str, int] = {}
    ends = array("q")
    found: dict[str, Counter[str]] = {}
    total = 0
    digest = hashlib.sha256()
    folder = tempfile.gettempdir()
    with naming(folder, FULL), tempfile.TemporaryFile() as file:
        for source, sentences in texts:
            counts = found.setdefault(source, Counter())
            counts["texts"] += 1
            written = array("i")
            for sentence in sentences:
                text = sentence if keep_markers else remove_markers(sentence)
                words = split_words(text)
                if words:
                    words = words if cased else [word.lower() for word in words]
                    written.extend([numbers.setdefault(word, len(numbers)) for word in words])
                    ends.append(total + len(written))
                    counts["sentences"] += 1
            total += len(written)
            counts["tokens"] += len(written)
            data = written.tobytes()
            digest.update(data)
            with naming(folder):
                file.write(data)
        with naming(folder):
            file.flush()
        # the map keeps the file, which has no name any more, until it is let go
        tokens = np.memmap(file, np.int32, "r") if total else np.empty(0, np.int32)
    words = list(numbers)
    digest.update(ends.tobytes())
    digest.update("\n".join(words).encode("utf-8", "surrogatepass"))
    return TrainingTexts(
        words=words,
        counts=_count(tokens, len(words)),
        tokens=tokens,
        ends=np.array(ends, np.int64),
        sources={name: SourceCounts(**found[name]) for name in sorted(found)},
        digest=digest.hexdigest(),
    )


def _count(tokens: NDArray[np.int32], n_words: int) -> NDArray[np.int64]:
    """Return how often each word stands, a part of the tokens in memory at a time."""
    counts = np.zeros(n_words, np.int64)
    for start in range(0, len(tokens), 2**22):
        counts += np.bincount(tokens[start : start + 2**22], minlength=n_words)
    return counts
