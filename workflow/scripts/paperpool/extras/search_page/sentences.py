"""The sentences of papers and of a pasted text: the collection's, the labelled ones, else split."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.extras.search_page.model import Sentence
from paperpool.extras.search_page.papers import Papers
from paperpool.io.mapped_files import map_array, map_table, writing_mapped
from paperpool.io.tables import SENTENCES, read_batches
from paperpool.text.sentences import split_sentences
from paperpool.workflow.facets.labeller import AnyLabeller, LabellerSettings, load_labeller

_FILE = "sentences.arrow"
_STORED = pa.schema([SENTENCES.field(name) for name in ("text", "facet")])
_BATCH = 2**18


def store_sentences(files: Sequence[Path], papers: Papers, folder: Path) -> None:
    """Write the labelled sentences of ``files`` by paper, in batches, and their offsets."""
    starts = np.zeros(len(papers), np.int64)
    counts = np.zeros(len(papers), np.int32)
    n_sentences = 0
    last_paper = None
    with writing_mapped(folder / _FILE, _STORED) as writer:
        for batch in read_batches(files, ["paper_id", *_STORED.names], _BATCH):
            writer.write_batch(batch.select(_STORED.names))
            runs = pc.run_end_encode(batch["paper_id"])
            ends = runs.run_ends.to_numpy()
            sizes = np.diff(ends, prepend=0)
            rows = papers.rows_of_many(runs.values)

            begins = rows >= 0
            np.add.at(counts, rows[begins], sizes[begins])
            # a paper whose sentences began in the batch before keeps its start
            begins[0] &= runs.values[0].as_py() != last_paper
            starts[rows[begins]] = n_sentences + (ends - sizes)[begins]
            n_sentences += len(batch)
            last_paper = runs.values[-1].as_py()

    np.save(folder / "starts.npy", starts)
    np.save(folder / "counts.npy", counts)


class Sentences:
    """The sentences of papers: of the collection, else those of ``store_sentences``, else split."""

    def __init__(self, folder: Path, papers: Papers, collection: Collection | None):
        self._papers = papers
        self._collection: Mapping[str, Paper | PlainPaper] = {}
        if collection is not None:
            self._collection = collection.papers
        self._starts = map_array(folder / "starts.npy")
        self._counts = map_array(folder / "counts.npy")
        self._stored = map_table(folder / _FILE)

    def __bool__(self) -> bool:
        """Whether any paper's sentences have labels."""
        for paper in self._collection.values():
            if isinstance(paper, Paper) and paper.labels:
                return True
        return bool(self._counts.any())

    def of(self, row: int) -> tuple[Sentence, ...]:
        """Return the sentences of the paper at ``row``; empty if it has no abstract."""
        paper = self._collection.get(self._papers.ids[row])
        if paper is not None:
            return sentences_of(paper)
        count = int(self._counts[row])
        if count:
            found = self._stored.slice(int(self._starts[row]), count)
            return tuple(map(Sentence, found["text"].to_pylist(), found["facet"].to_pylist()))
        return tuple(map(Sentence, split_sentences(self._papers.at(row)["abstract"] or "")))


def sentences_of(paper: Paper | PlainPaper) -> tuple[Sentence, ...]:
    """Return the sentences of a collection's paper, with their labels if known."""
    if isinstance(paper, Paper) and paper.labels:
        return tuple(map(Sentence, paper.sentences, paper.labels))
    return tuple(map(Sentence, paper.sentences))


_CACHED_ABSTRACTS = 4096


class SentenceLabeller:
    """The labeller of a run, loaded at its first use; without one sentences have no labels."""

    def __init__(
        self, model: str | None, facets: dict[str, Any], labels: Sequence[str], torch_threads: int
    ):
        self._model = model
        self._labels = labels
        self._threads = torch_threads
        settings = {}
        for name in ("max_tokens", "precision"):
            if name in facets:
                settings[name] = facets[name]
        self._settings = LabellerSettings(**settings)
        self._label = lru_cache(_CACHED_ABSTRACTS)(self._label_texts)

    def __bool__(self) -> bool:
        """Whether there is a labeller."""
        return self._model is not None

    def label(self, texts: Sequence[str]) -> tuple[Sentence, ...]:
        """Return the sentences of one abstract with their most likely labels."""
        if self._model is None or not texts:
            return tuple(map(Sentence, texts))
        return self._label(tuple(texts))

    def complete(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of one abstract, labelled if all were unlabelled."""
        if any(sentence.facet for sentence in sentences):
            return sentences
        return self.label([sentence.text for sentence in sentences])

    @cached_property
    def _loaded(self) -> AnyLabeller:
        assert self._model  # else nothing asks for labels
        return load_labeller(self._model, self._settings, self._threads, self._labels)

    def _label_texts(self, texts: tuple[str, ...]) -> tuple[Sentence, ...]:
        (probabilities,) = self._loaded.label([texts])
        labels = (self._loaded.labels[number] for number in probabilities.argmax(1))
        return tuple(map(Sentence, texts, labels))
