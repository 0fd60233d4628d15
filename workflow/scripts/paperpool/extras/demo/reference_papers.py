"""Reference papers and citances of a demo corpus, laid out as CL-SciSumm's files.

The sentences of a reference paper are on neighbouring topics, so that they resemble each other.
Annotators find the cited ones, with mistakes on purpose. The files have some of each malformation
of the released ones, in places that depend on the names alone.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from paperpool.extras.demo.corpus_plan import Plan
from paperpool.extras.demo.full_texts import Citance, FullText, Shelf, write_citances
from paperpool.extras.demo.release_layout import (
    ANNOTATORS,
    citing_ids,
    reference_ids,
    release_files,
    release_size,
)
from paperpool.extras.demo.task_files import (
    write_annotations,
    write_blind,
    write_gold,
    write_scisummnet,
    write_xml,
)
from paperpool.io.files import write_text
from paperpool.scisumm.names import SCISUMMNET_ARCHIVE


def write_release(plan: Plan, folder: str | Path) -> None:
    """Write the files of ``release_files`` below ``folder``; equal plans give equal bytes."""
    folder = Path(folder)
    n_papers = len(plan)
    size = release_size(n_papers)
    files = release_files(n_papers)
    train, test = reference_ids(n_papers).values()
    shelf = Shelf(plan)
    texts = {paper_id: shelf.take(size.sentences, 10) for paper_id in train + test}

    generator = np.random.default_rng([plan.seed, 600])
    citing: dict[str, dict[str, FullText]] = {}
    citances: dict[str, list[Citance]] = {}
    for paper_id, text in texts.items():
        citing[paper_id] = {}
        for citing_id in citing_ids(paper_id, n_papers):
            citing[paper_id][citing_id] = shelf.take(size.sentences // 3, 4)
        citances[paper_id] = write_citances(text, citing[paper_id], size.citances, generator)

    for paper_id, path in zip(texts, files["papers"], strict=True):
        encoding = "latin-1" if paper_id == train[-1] else "utf-8"
        write_xml(texts[paper_id], folder / path, encoding)
    for paper_id, path in zip(train, files["annotations"], strict=True):
        write_annotations(paper_id, texts[paper_id], citances[paper_id], folder / path)
    for path in files["citing"]:
        paper_id = Path(path).parts[-3]
        citing_id = Path(path).stem
        write_xml(_with_citances(citing[paper_id][citing_id], citing_id, citances), folder / path)

    for path in files["stray"]:
        write_text(folder / path, "A text that was left behind; no part of the release.\n")

    for paper_id, path in zip(test, files["blind"], strict=True):
        write_blind(paper_id, citances[paper_id], folder / path)
    for path in files["gold"]:
        paper_id, _, annotator = Path(path).stem.partition("_")
        place = ANNOTATORS.index(annotator)
        write_gold(paper_id, texts[paper_id], citances[paper_id], place, folder / path)

    archived = {f"C02-{1001 + i}": shelf.take(size.sentences, 10) for i in range(size.archived)}
    write_scisummnet(archived, folder / SCISUMMNET_ARCHIVE)


def _with_citances(text: FullText, citing_id: str, citances: dict[str, list[Citance]]) -> FullText:
    """Return a citing paper with its citing sentences at its end."""
    sentences = []
    for of_reference in citances.values():
        for citance in of_reference:
            if citance.citing_id == citing_id:
                sentences.append(citance.text)
    return replace(text, sections=(*text.sections, ("Discussion", tuple(sentences))))
