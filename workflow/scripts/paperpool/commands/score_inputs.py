"""What scoring reads, by the arguments that name it: nothing may be written over it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.schemes import find_collection_scheme, read_scheme
from paperpool.commands.outputs import Input
from paperpool.io.files import expand_globs
from paperpool.layout import Layout
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.task import Entry, Place

_SUBMITTED = ("*.csv", "Task1/*.csv")


def list_inputs(
    place: Place, on: str, entries: Sequence[Entry], runs: Sequence[str], slices: str | None
) -> list[Input]:
    """Return all files and folders that scoring reads.

    ``on`` is the argument that names the ``place``. The first ``entries`` are those of the
    arguments ``runs``, the others are baselines; ``slices`` is the argument of that name.
    """
    found = [Input(on, place.folder, find_adapter(place.benchmark).FILES)]
    if place.is_stored:
        found += _list_run(on, place.folder)
        found += _list_sources(on, place)
    if slices is not None:
        found.append(Input(f"--slices {slices}", Path(slices)))

    facets = read_scheme(find_collection_scheme(place.folder)).facet_names
    names = [f"RUN {text}" for text in runs]
    names += [f"--baseline {entry.name}" for entry in entries[len(runs) :]]
    for name, entry in zip(names, entries, strict=True):
        for path in entry.paths:
            found += [Input(name, Path(file), _SUBMITTED) for file in _expand(path, facets)]
        if entry.is_ours:
            found += _list_run(name, Path(entry.paths[0]))
    return found


def _expand(path: str, facets: Sequence[str]) -> list[str]:
    """Return the files of a run's path: one for each facet and split if it has their places."""
    files = []
    for facet in facets:
        for split in SPLITS:
            files.append(path.replace("{facet}", facet).replace("{split}", split))
    return list(dict.fromkeys(files))


def _list_run(name: str, inside: Path) -> Iterator[Input]:
    """Yield the folder of the finished run that a file or folder of ours is in, if any."""
    for folder in inside.absolute().parents[:4]:
        if Layout(folder).config_file.is_file():
            yield Input(name, folder)
            return


def _list_sources(name: str, place: Place) -> Iterator[Input]:
    """Yield the files that a run has read a collection from, and its file of slices."""
    if "format" in place.settings:
        for file in expand_globs(make_reader(place.settings).files().values()):
            yield Input(name, Path(file))
    slices = place.settings.get("slices")
    if slices:
        yield Input(name, Path(slices))
