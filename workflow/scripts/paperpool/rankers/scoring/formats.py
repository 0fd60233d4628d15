"""The forms of collections in jobs: those of all benchmarks, by the names that jobs call them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module

from paperpool.benchmarks.forms.form import Files, Form
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.evaluation.stored_runs import write_run
from paperpool.rankers.ranker import Context, Ranker

__all__ = ["FORMATS", "Files", "Form", "name_formats", "read_collection_of", "write_rankings"]


def _find_forms() -> dict[str, Form]:
    """Return the forms that benchmarks name, in the benchmarks' order."""
    forms = {}
    for benchmark in find_benchmarks().values():
        if benchmark.form:
            form = import_module(benchmark.form).FORM
            forms[form.name] = form
    return forms


FORMATS = _find_forms()


def name_formats(files: Files) -> list[str]:
    """Return the formats of the collections in a job's files."""
    return [name for name, form in FORMATS.items() if form.key and files.get(form.key)]


def read_collection_of(paths: Sequence[str]) -> Collection:
    """Read the collection that some files are: of the first form that knows their names."""
    for form in FORMATS.values():
        named = form.name_files(paths)
        if named is not None:
            return form.read(named)
    raise ValueError(f"The files of no form of a collection: {', '.join(paths)}")


def write_rankings(
    form: Form,
    ranker: Ranker,
    collection: Collection,
    context: Context,
    files: Mapping[str, Sequence[str]],
) -> None:
    """Rank a collection's candidates, and all its papers if a job has the file ``corpus``.

    Word vectors of candidates are those of words as they stand; those of stems, by which papers are
    searched, are learned from the papers.
    """
    form.write(ranker.rank(collection, context), collection, files)
    if "corpus" in files:
        of_corpus = replace(context, word_vectors=None)
        write_run(ranker.rank(open_corpus(collection), of_corpus), files["corpus"][0])
