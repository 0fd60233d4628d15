"""The forms of collections in jobs: those of all benchmarks, by the names that jobs call them."""

from collections.abc import Sequence

from paperpool.benchmarks.form import Files, Form
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.collection import Collection

__all__ = ["FORMATS", "Files", "Form", "name_formats", "read_collection_of"]

FORMATS = {
    benchmark.form.name: benchmark.form
    for benchmark in find_benchmarks().values()
    if benchmark.form
}


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
