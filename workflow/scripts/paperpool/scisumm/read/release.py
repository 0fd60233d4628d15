"""Read a CL-SciSumm release (Ricci et al., Table 5 and appendix D) into tables.

Missing parts (test set, gold, ScisummNet) give no rows. Papers with unsafe names are left out.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa

from paperpool.io.tables import make_table
from paperpool.scisumm.read.evaluation_set import read_test_set
from paperpool.scisumm.read.layout import CITING, Layout, find_layout, read_files, read_folder
from paperpool.scisumm.read.markup import read_sentences
from paperpool.scisumm.read.papers import Papers, Row
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.scisummnet import SOURCE, Files, read_archive
from paperpool.scisumm.tables import TEXTS, of_split

SOURCES = ("reference", "citing", SOURCE)
"""Reference papers of both splits, papers citing those of the training set, ScisummNet."""

Text = tuple[str, str, str, str, list[str]]
"""Source, split, paper, file or folder, and sentences."""


def read_citing(layout: Layout, problems: Problems) -> Iterable[Text]:
    """Yield the papers that cite a training paper, by training paper; one may come repeatedly."""
    for paper_id, folder in layout.train.items():
        for path, data in read_folder(layout, "train", paper_id, folder / CITING, problems):
            name = layout.name(path)
            sentences = read_sentences(data, problems.of("train", paper_id, name))
            yield "citing", "train", path.stem, name, [s.text for s in sentences if s.text]


def collect_texts(texts: Iterable[Text], problems: Problems) -> pa.Table:
    """Return the table ``TEXTS``, sorted; a paper's first text counts."""
    rows: dict[str, Row] = {}
    for source, split, paper_id, name, sentences in texts:
        if paper_id in rows:
            first = rows[paper_id][0]
            found = problems.of(split, paper_id, name)
            found.add("repeated_paper", "dropped", f"read as {first}")
        elif sentences:
            rows[paper_id] = (source, paper_id, sentences)
    return make_table(sorted(rows.values(), key=lambda row: row[:2]), TEXTS)


@dataclass(frozen=True)
class Release:
    """The tables of a release, all sorted, and its malformations (``problems.COLUMNS``).

    ``automatic`` are sentences, citances and gold of ScisummNet (split ``scisummnet``).
    """

    sentences: pa.Table
    citances: pa.Table
    gold: pa.Table
    texts: pa.Table
    automatic: tuple[pa.Table, pa.Table, pa.Table]
    malformed: pd.DataFrame


def read_release(folder: str | Path, sources: Collection[str]) -> Release:
    """Read a release, with the texts of ``sources``; raises UserError without any set."""
    problems = Problems()
    layout = find_layout(folder, problems)
    papers = read_test_set(layout, problems)  # test sorts before train
    papers.extend(read_training_set(layout, problems))
    automatic = Papers()
    if SOURCE in sources:
        automatic = read_automatic_annotations(layout, problems)

    texts: list[Text] = []
    if "reference" in sources:
        for paper_id, sentences in papers.texts.items():
            split = "test" if paper_id in layout.test else "train"
            texts.append(("reference", split, paper_id, "", sentences))
    if "citing" in sources:
        texts += read_citing(layout, problems)
    for paper_id, sentences in automatic.texts.items():
        texts.append((SOURCE, SOURCE, paper_id, "", sentences))

    sentences, citances, gold = papers.tables()
    return Release(
        sentences=sentences,
        citances=citances,
        gold=gold,
        texts=collect_texts(texts, problems),
        automatic=automatic.tables(),
        malformed=problems.table(),
    )


def find_missing(release: Release, sources: Collection[str]) -> list[str]:
    """Return a sentence for each missing part: a set, its gold, texts of a source."""
    lacking = []
    for split, title in (("train", "training"), ("test", "test")):
        if not len(of_split(release.sentences, split)):
            lacking.append(f"The release has no {title} set.")
        elif not len(of_split(release.gold, split)):
            lacking.append(f"The release has no gold of the {title} set.")

    found = set(release.texts.column("source").to_pylist())
    for source in sources:
        if source not in found:
            lacking.append(f"The release has no texts to train word vectors on in {source}.")
    return lacking


def read_training_set(layout: Layout, problems: Problems) -> Papers:
    """Return the training papers outside the test set, with one gold row per citance."""
    papers = Papers()
    for paper_id, folder in layout.train.items():
        if paper_id in layout.test:
            found = problems.of("train", paper_id, layout.name(folder))
            found.add("repeated_paper", "dropped", "in the test set")
            continue
        files = read_files(layout, "train", paper_id, problems)
        papers.add_annotated("train", paper_id, files, problems)
    return papers


def read_automatic_annotations(layout: Layout, problems: Problems) -> Papers:
    """Return the split ``scisummnet``; a repeated paper's first copy counts, archives first."""
    found: dict[str, Files] = {}
    for place, papers_there in _read_automatic(layout, problems):
        for paper_id in sorted(found.keys() & papers_there):
            problems.of(SOURCE, paper_id, place).add("repeated_paper", "dropped", paper_id)
        found = papers_there | found

    papers = Papers()
    for paper_id, files in sorted(found.items()):
        papers.add_annotated(SOURCE, paper_id, files, problems)
    return papers


def _read_automatic(layout: Layout, problems: Problems) -> Iterator[tuple[str, dict[str, Files]]]:
    """Yield each archive and each unpacked paper: its name, and the files of its papers."""
    for path in layout.scisummnet:
        yield path.name, read_archive(path, problems)
    for paper_id, folder in layout.automatic.items():
        files = read_files(layout, SOURCE, paper_id, problems)
        yield layout.name(folder), {paper_id: files}
