"""The texts of the papers to annotate: of a collection, else of the corpus, with their labels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import read_batches
from paperpool.text.sentences import split_sentences


def gather_papers(
    ids: set[str],
    labelled: Mapping[str, Paper],
    corpus: Sequence[str | Path],
    sentences: Sequence[str | Path],
    scheme: Scheme,
) -> dict[str, Paper]:
    """Return the papers of ``ids`` that have a text; see ``material.pooled_material``.

    Raises UserError if sentences lack labels and ``scheme`` has none for them.
    """
    papers = {paper_id: labelled[paper_id] for paper_id in ids & set(labelled)}
    plain = read_papers(corpus, ids - set(papers))
    if scheme.labels:
        for paper_id, rows in read_sentences(sentences, set(plain)).items():
            texts, labels = zip(*rows, strict=True)
            papers[paper_id] = replace(plain.pop(paper_id), sentences=texts, labels=labels)
        plain = _label_plainly(plain, scheme)
    return papers | plain


def _label_plainly(papers: Mapping[str, Paper], scheme: Scheme) -> dict[str, Paper]:
    """Return papers that nothing labelled with the label of such sentences.

    It is the scheme's own for them, else its first label that no facet has.
    """
    label = scheme.unlabelled
    for other in scheme.labels:
        if not label and scheme.facet_of(other) is None:
            label = other

    bare = sorted(paper_id for paper_id, paper in papers.items() if paper.sentences)
    if bare and not label:
        message = f"{len(bare)} papers have no labels, and each label is a facet's: "
        hint = "Name the label of such sentences in the scheme (unlabelled), or have them labelled."
        raise UserError(Problem(f"{message}{name_some(bare)}.", "the annotation", hint))
    labelled = {}
    for paper_id, paper in papers.items():
        labelled[paper_id] = replace(paper, labels=(label,) * len(paper.sentences))
    return labelled


def read_sentences(paths: Sequence[str | Path], ids: set[str]) -> dict[str, list[tuple[str, str]]]:
    """Return (sentence, label) of the papers of ``ids`` in tables of schema SENTENCES."""
    if not ids:
        return {}
    found: dict[str, list[tuple[str, str]]] = {}
    for batch in read_batches(paths, ["paper_id", "text", "facet"]):
        for row in zip(*(column.to_pylist() for column in batch), strict=True):
            paper_id, text, facet = row
            if paper_id in ids:
                found.setdefault(paper_id, []).append((text, facet))
    return found


def read_papers(corpus: Iterable[str | Path], ids: set[str]) -> dict[str, Paper]:
    """Return the papers of ``ids`` that the corpus has with a text, without labels."""
    if not ids:
        return {}
    found = {}
    for batch in read_batches(corpus, ["paper_id", "title", "abstract", "year"]):
        for row, paper_id in enumerate(batch["paper_id"].to_pylist()):
            if paper_id not in ids:
                continue
            title = batch["title"][row].as_py() or ""
            sentences = tuple(split_sentences(batch["abstract"][row].as_py() or ""))
            if title or sentences:
                year = batch["year"][row].as_py()
                found[paper_id] = Paper(paper_id, title, sentences, (), year)
    return found
