"""Where the vectors are that users give: the files that a ranker's settings name."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.fetch.listing import S2AG
from paperpool.fetch.releases import Source, find_listing
from paperpool.io.files import expand_globs

ENDINGS = (".gz", ".jsonl", ".parquet", "vectors.npy")


def list_vector_files(
    vectors: str | Sequence[str] | Mapping[str, str], sources: Iterable[Source] | None
) -> list[str]:
    """Return the files of a ranker's ``vectors``: a path, folder or glob, a list of them, or s2ag.

    ``{s2ag: DATASET}`` is a dataset of the release that is one of ``sources``; its files need not
    be there yet. Raises UserError if the release is not listed with it.
    """
    if isinstance(vectors, Mapping):
        return _list_released_files(vectors[S2AG], sources or [])

    files: list[str] = []
    for pattern in [vectors] if isinstance(vectors, str) else vectors:
        inside = []
        for ending in ENDINGS:
            inside += expand_globs([f"{pattern}/*{ending}"])
        files += sorted(inside) or expand_globs([pattern]) or [pattern]
    return list(dict.fromkeys(files))


def _list_released_files(dataset: str, sources: Iterable[Source]) -> list[str]:
    """Return the files of a dataset of Semantic Scholar's releases among ``sources``."""
    files = []
    for listing in map(find_listing, sources):
        if listing and listing.source == S2AG:
            files += listing.raw_paths(dataset)
    if not files:
        message = f"No release of data.s2orc is listed with {dataset}."
        hint = f"Run `paperpool fetch {S2AG} RELEASE {dataset}`, or name files."
        raise UserError(Problem(message, "data.s2orc", hint))
    return files


def find_ids(path: str) -> list[str]:
    """Return the file of the ids of an array of vectors; empty for a file that has its own."""
    return [str(Path(path).with_name("ids.txt"))] if path.endswith(".npy") else []


def refuse_odd_file(path: str) -> None:
    """Raise UserError for a file that is not there, or of no known form, or without its ids."""
    [ids] = find_ids(path) or [path]
    if not Path(path).is_file():
        message = f"There is no file of vectors {path}."
        hint = "Correct the path, folder or glob."
    elif not path.endswith(ENDINGS):
        message = f"{path} is no file of vectors."
        hint = f"Name files that end in {', '.join(ENDINGS)}."
    elif not Path(ids).is_file():
        message = f"There is no {ids}."
        hint = "Write the ids there, in the order of the vectors."
    else:
        return
    raise UserError(Problem(message, path, hint))
