"""Split training texts of word vectors into words, as numbers in a temporary file."""

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

from paperpool.io.files import naming
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import read_batches
from paperpool.scisumm.read.markers import remove_markers
from paperpool.scisumm.words import split_words
from paperpool.text.sentences import split_sentences

ABSTRACTS = "abstracts"

_BATCH_TEXTS = 64
"""Full texts read at once."""

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
    """Yield the abstracts of papers of one of ``venues`` or ``fields``, or all if both are None."""
    wanted_venues = pa.array(sorted(venues or ()), pa.string())
    wanted_fields = frozenset(fields or ())
    columns = ["abstract", "venue", "fields"]
    for batch in tqdm(read_batches(papers, columns), desc="abstracts", unit="batch"):
        keep = np.ones(batch.num_rows, bool)
        if venues is not None or fields is not None:
            of_venues = pc.is_in(batch.column("venue"), value_set=wanted_venues).to_numpy(False)
            listed = batch.column("fields").to_pylist()
            of_fields = [not wanted_fields.isdisjoint(names or ()) for names in listed]
            keep = of_venues | np.array(of_fields, bool)
        for abstract in batch.column("abstract").filter(pa.array(keep)).to_pylist():
            if abstract:
                yield ABSTRACTS, split_sentences(abstract)


@dataclass(frozen=True)
class TrainingTexts:
    """Sentences as numbers of ``words``, concatenated.

    ``tokens`` (int32) are mapped from a file, ``ends`` are the sentences' ends, ``counts`` the
    words' frequencies. ``sources`` are sorted; ``digest`` (hex) covers words and sentences.
    """

    words: list[str]
    counts: NDArray[np.int64]
    tokens: NDArray[np.int32]
    ends: NDArray[np.int64]
    sources: dict[str, dict[str, int]]
    digest: str


def split_texts(
    texts: Iterable[Text], *, keep_markers: bool = False, cased: bool = True
) -> TrainingTexts:
    """Return the non-empty sentences as words, numbered in order of first occurrence."""
    numbers: dict[str, int] = {}
    ends = array("q")
    found: dict[str, dict[str, int]] = {}
    frequencies: Counter[int] = Counter()
    total = 0
    digest = hashlib.sha256()
    folder = tempfile.gettempdir()
    with naming(folder):
        file = tempfile.TemporaryFile()  # noqa: SIM115
    for source, sentences in texts:
        counts = found.setdefault(source, {"texts": 0, "sentences": 0, "tokens": 0})
        counts["texts"] += 1
        written = array("i")
        for sentence in sentences:
            text = sentence if keep_markers else remove_markers(sentence)
            words = split_words(text)
            if not words:
                continue
            if not cased:
                words = [word.lower() for word in words]
            # a comprehension, as this runs for every word of the texts
            written.extend([numbers.setdefault(word, len(numbers)) for word in words])
            ends.append(total + len(written))
            counts["sentences"] += 1

        total += len(written)
        counts["tokens"] += len(written)
        frequencies.update(written)
        data = written.tobytes()
        digest.update(data)
        with naming(folder):
            file.write(data)

    with naming(folder), file:
        file.flush()
        # the map keeps the nameless file until it is released
        tokens = np.memmap(file, np.int32, "r") if total else np.empty(0, np.int32)
    words = list(numbers)
    digest.update(ends.tobytes())
    digest.update("\n".join(words).encode("utf-8", "surrogatepass"))
    return TrainingTexts(
        words=words,
        counts=np.array([frequencies[number] for number in numbers.values()], np.int64),
        tokens=tokens,
        ends=np.array(ends, np.int64),
        sources=dict(sorted(found.items())),
        digest=digest.hexdigest(),
    )
