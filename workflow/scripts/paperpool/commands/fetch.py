"""``paperpool fetch``: published datasets, and listings of releases, without Snakemake."""

import argparse
import contextlib
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence

from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.failures.os_errors import explain_os_error
from paperpool.resources import RESOURCES

ABOUT = (
    "Download published datasets to where the workflow looks for them; list them; or list the "
    "files of a release, which the workflow downloads one by one."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``paperpool fetch``."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a dataset; `s2ag RELEASE [DATASET...]`: list Semantic Scholar's papers, abstracts, "
        "citations and further datasets; `openalex RELEASE [parquet]`: list OpenAlex's works; "
        "without any, datasets are listed",
    )
    parser.add_argument(
        "--key",
        metavar="VARIABLE",
        default="S2_API_KEY",
        help="the environment variable with the key of Semantic Scholar's API (S2_API_KEY)",
    )


def execute(arguments: argparse.Namespace, rest: Sequence[str]) -> int:
    """Fetch the datasets that are named, one after the other, or list all."""
    from paperpool.commands.datasets import DATASETS, fetch_dataset
    from paperpool.fetch.sources import read_datasets
    from paperpool.pages.wording import align_cells

    if arguments.names[:1] in (["s2ag"], ["openalex"]):
        with _logging_to_terminal():
            try:
                print(_list_release(*arguments.names, key=arguments.key))
            except OSError as error:
                raise UserError(explain_os_error(error, "the listing")) from error
        return 0
    sources = read_datasets(RESOURCES / "sources.csv")
    if unknown := [name for name in arguments.names if name not in DATASETS]:
        what = f"No dataset is called {name_some(unknown)}."
        known = f"There are {', '.join(DATASETS)}; and s2ag RELEASE, openalex RELEASE."
        guesses = dict.fromkeys(guess(name, [*DATASETS, "s2ag", "openalex"]) for name in unknown)
        hint = " ".join([*filter(None, guesses), known])
        raise UserError(Problem(what, "paperpool fetch", hint))
    if not arguments.names:
        print(align_cells(_describe_all(sources)))
        return 0
    with _logging_to_terminal():
        for name in dict.fromkeys(arguments.names):
            dataset = DATASETS[name]
            folder = fetch_dataset(dataset, sources[dataset.source], bar=sys.stderr.isatty())
            print(f"{name}: {folder}")
    return 0


def _list_release(source: str, release: str = "latest", *further: str, key: str) -> str:
    """List a release of a source, with the datasets, or in the format, that ``further`` names."""
    from paperpool.fetch import openalex, s2ag
    from paperpool.fetch.downloading import format_bytes

    if source == openalex.SOURCE:
        listing = openalex.list_release(release, further[0] if further else "jsonl")
    else:
        listing = s2ag.list_release(release, further, key)
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
    return [*rows, ("s2ag RELEASE", "", "see docs/corpus.md", "ODC-BY 1.0", str(FOLDER / "s2ag"))]


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
