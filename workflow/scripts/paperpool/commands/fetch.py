"""``paperpool fetch``: published datasets, models, and listings of releases, without Snakemake."""

import argparse
import contextlib
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.io.os_errors import explain_os_error
from paperpool.resources import RESOURCES

if TYPE_CHECKING:
    from paperpool.fetch.openalex_files import Download
    from paperpool.models.registry import RegisteredModel

ABOUT = (
    "Download published datasets and models to where the workflow looks for them; list them; list "
    "the files of a release, which the workflow downloads one by one; or download OpenAlex's works "
    "by a filter."
)

_INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``paperpool fetch``."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a dataset or a model; `s2ag RELEASE [DATASET...]`: list Semantic Scholar's papers, "
        "abstracts, citations and further datasets; `openalex RELEASE [parquet]`: list OpenAlex's "
        "works; `openalex --filter FILTER`: download some; without any, datasets and models are "
        "listed",
    )
    parser.add_argument(
        "--key",
        metavar="VARIABLE",
        help="the environment variable with the key of Semantic Scholar's API (S2_API_KEY), or of "
        "OpenAlex's with --filter (OPENALEX_API_KEY)",
    )
    parser.add_argument(
        "--filter",
        metavar="FILTER",
        help="of OpenAlex's works, those that fit a filter of its API, as in "
        "topics.id:T10181,from_publication_date:2020-01-01",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=int,
        help="with --filter: at most N works, the newest (100,000)",
    )


def execute(arguments: argparse.Namespace, rest: Sequence[str]) -> int:
    """Fetch the datasets and models that are named, one after the other, or list all."""
    from paperpool.commands.datasets import DATASETS, fetch_dataset
    from paperpool.fetch.sources import read_datasets
    from paperpool.models.registry import read_models
    from paperpool.pages.wording import align_cells

    if arguments.filter is not None or arguments.limit is not None:
        with _logging_to_terminal():
            return _download_works(arguments)
    if arguments.names[:1] in (["s2ag"], ["openalex"]):
        with _logging_to_terminal():
            try:
                print(_list_release(*arguments.names, key=arguments.key))
            except OSError as error:
                raise UserError(explain_os_error(error, "the listing")) from error
        return 0
    sources = read_datasets(RESOURCES / "sources.csv")
    models = read_models()
    if unknown := [name for name in arguments.names if name not in {*DATASETS, *models}]:
        message = f"No dataset or model is called {name_some(unknown)}."
        names = [*DATASETS, "s2ag", "openalex", *models]
        guesses = dict.fromkeys(guess(name, names) for name in unknown)
        hint = " ".join([*filter(None, guesses), "`paperpool fetch` lists all names."])
        raise UserError(Problem(message, "paperpool fetch", hint))
    if not arguments.names:
        print(align_cells([*_describe_all(sources), *_describe_models(models)]))
        return 0
    with _logging_to_terminal():
        for name in dict.fromkeys(arguments.names):
            if name in models:
                folder = _fetch_model(models[name])
            else:
                dataset = DATASETS[name]
                folder = fetch_dataset(dataset, sources[dataset.source], bar=sys.stderr.isatty())
            print(f"{name}: {folder}")
    return 0


def _fetch_model(entry: "RegisteredModel") -> Path:
    """Fetch a model of the registry, or check the one that is there; return its folder."""
    from paperpool.models.fetching import fetch_registered

    try:
        return fetch_registered(entry)
    except OSError as error:
        raise UserError(explain_os_error(error, f"the model {entry.name}")) from error


def _download_works(arguments: argparse.Namespace) -> int:
    """Download OpenAlex's works by a filter, and print how a run reads them; return the status."""
    from paperpool.fetch.openalex_api import KEY
    from paperpool.fetch.openalex_download import MOST_WORKS, download_works

    if arguments.filter is None or arguments.names != ["openalex"]:
        message = "--filter and --limit are for OpenAlex's works alone, and name no release."
        hint = "Write `paperpool fetch openalex --filter topics.id:T10181 --limit 1000`."
        raise UserError(Problem(message, "paperpool fetch", hint))
    limit = MOST_WORKS if arguments.limit is None else arguments.limit
    try:
        done = download_works(
            arguments.filter, limit, arguments.key or KEY, bar=sys.stderr.isatty()
        )
    except OSError as error:
        raise UserError(explain_os_error(error, "the works")) from error
    except KeyboardInterrupt:
        print("Interrupted. The same command goes on after the last whole page.", file=sys.stderr)
        return _INTERRUPTED
    print(_describe_works(done, limit))
    return 0


def _describe_works(done: "Download", limit: int) -> str:
    """Return what a download by a filter has, and how a run names it."""
    from paperpool.fetch.downloading import format_bytes
    from paperpool.fetch.openalex_files import FILES, find_folder, measure_files

    folder = find_folder(done.filter)
    n_files, n_bytes = measure_files(done)
    held = f"{_count(done.n_works, 'work')} in {_count(n_files, 'file')}, {format_bytes(n_bytes)}"
    lines = [f"openalex: {held}, in {folder}"]
    if done.n_without_id:
        were = "was" if done.n_without_id == 1 else "were"
        lines.append(f"{_count(done.n_without_id, 'work')} without an id {were} left out.")
    n_missing = min(limit, done.n_matching) - done.n_works - done.n_without_id
    if n_missing > 0:
        lines.append(
            f"OpenAlex counts {_count(n_missing, 'work')} more that fit the filter, and did not "
            f"give them. To begin anew, delete {folder}."
        )
    lines.append(f"A run reads them with `data: {{s2orc: [{{openalex: [{folder}/{FILES}]}}]}}`.")
    return "\n".join(lines)


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def _list_release(
    source: str, release: str = "latest", *further: str, key: str | None = None
) -> str:
    """List a release of a source, with the datasets, or in the format, that ``further`` names.

    ``key``: the environment variable of the key, if it is not the usual one.
    """
    from paperpool.fetch import openalex, s2ag
    from paperpool.fetch.downloading import format_bytes
    from paperpool.fetch.listing import OPENALEX

    if source == OPENALEX:
        listing = openalex.list_release(release, further[0] if further else "jsonl")
    else:
        listing = s2ag.list_release(release, further, key or s2ag.KEY)
    files = [file for one in listing.datasets.values() for file in one.files.values()]
    size = format_bytes(sum(file.bytes for file in files))
    return f"{source} {release}: {len(files):,} files, {size}, listed in {listing.folder()}"


def _describe_all(sources: Mapping[str, Mapping]) -> list[tuple[str, ...]]:
    """Return a row for each dataset, after the head of the table."""
    from paperpool.commands.datasets import DATASETS, FOLDER
    from paperpool.fetch.downloading import format_bytes

    rows: list[tuple[str, ...]] = [("NAME", "FILES", "SIZE", "LICENCE", "INTO")]
    for name, dataset in DATASETS.items():
        files = sources[dataset.source].values()
        sizes = [file.n_bytes for file in files if file.n_bytes is not None]
        size = format_bytes(sum(sizes)) if sizes else "not known"
        if 0 < len(sizes) < len(files):
            size = f"over {size}"
        licence = ", ".join(dict.fromkeys(file.licence for file in files))
        into = (FOLDER / (dataset.made or f"{dataset.folder}/x")).parent
        rows.append((name, str(len(files)), size, licence, str(into)))
    return [
        *rows,
        ("s2ag RELEASE", "", "see docs/corpus.md", "ODC-BY 1.0", str(FOLDER / "s2ag")),
        ("openalex", "", "see docs/corpus.md", "CC0 1.0", str(FOLDER / "openalex")),
    ]


def _describe_models(models: Mapping[str, "RegisteredModel"]) -> list[tuple[str, ...]]:
    """Return a row for each model; the size of those of the hub is not known."""
    from paperpool.fetch.downloading import format_bytes

    rows: list[tuple[str, ...]] = []
    for name, entry in models.items():
        n_bytes = sum(wheel.n_bytes for wheel in entry.wheels)
        size = format_bytes(n_bytes) if n_bytes else "not known"
        n_files = str(len(entry.files)) if entry.is_complete else ""
        rows.append((name, n_files, size, entry.licence, str(entry.path)))
    return rows


@contextlib.contextmanager
def _logging_to_terminal() -> Iterator[None]:
    """Let the library's log go to the terminal, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger("paperpool")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
