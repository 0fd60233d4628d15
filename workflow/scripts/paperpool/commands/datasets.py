"""The published datasets, fetched and unpacked as by the rules ``fetch_<name>``."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperpool.fetch.downloading import check_file, download
from paperpool.fetch.sources import Source, locate

FOLDER = Path("resources")
"""Below the working directory; the configurations for real data look there."""

_logger = logging.getLogger("paperpool")


Files = Mapping[str, Path]


@dataclass(frozen=True)
class Dataset:
    """A dataset of the table of sources, and the files made of its files.

    ``source`` is its name in that table. They are downloaded to ``folder`` below ``FOLDER``.
    ``make`` makes ``made`` (below ``FOLDER``) of them, and the files beside it; then the downloads
    are deleted unless ``keep``.
    """

    name: str
    source: str
    folder: str
    made: str | None = None
    make: Callable[[Files, Path], None] | None = None
    keep: bool = True


def _unpack_abstracts(files: Files, papers: Path) -> None:
    from paperpool.public_corpora.unpacking import unpack_abstracts

    unpack_abstracts(files["abstracts-preds.zip"], papers)


def _unpack_scisumm(files: Files, listing: Path) -> None:
    from paperpool.scisumm.read.unpacking import unpack_repository

    [archive] = files.values()
    unpack_repository(archive, listing.parent, listing)


def _convert_acl(files: Files, counts: Path) -> None:
    from paperpool.public_corpora.acl import write_acl

    [archive] = files.values()
    write_acl(archive, counts.parent)


def _convert_arxiv(files: Files, counts: Path) -> None:
    from paperpool.public_corpora.arxiv import write_arxiv

    write_arxiv(list(files.values()), counts.parent)


def _convert_hepth(files: Files, counts: Path) -> None:
    from paperpool.public_corpora.hepth import write_hepth

    write_hepth(files["cit-HepTh-abstracts.tar.gz"], files["cit-HepTh.txt.gz"], counts.parent)


def _unpack_scifact(files: Files, corpus: Path) -> None:
    from paperpool.public_corpora.scifact import unpack_scifact

    unpack_scifact(files["scifact.zip"], corpus.parent)


def _unpack_synergy(files: Files, last: Path) -> None:
    from paperpool.public_corpora.synergy import REVIEWS, write_works

    for review in REVIEWS:
        write_works(files[f"{review}.zip"], last.parent / f"{review}.jsonl.gz")


def _describe(
    name: str,
    source: str = "",
    folder: str = "",
    made: str | None = None,
    make: Callable[[Files, Path], None] | None = None,
    keep: bool = True,
) -> Dataset:
    """Return a dataset; without a source or folder of another name it is called so everywhere."""
    return Dataset(name, source or name, folder or source or name, made, make, keep)


_CITED = "cl-scisumm"
"""The folder of CL-SciSumm, whose papers the ACL corpus is made of, too."""

_DESCRIBED = (
    _describe("csfcube"),
    _describe("csfcube_runs"),
    _describe(
        "csfcube_abstracts",
        made="csfcube_abstracts/abstracts-preds.jsonl",
        make=_unpack_abstracts,
        keep=False,
    ),
    _describe("csabstruct"),
    _describe("cystic_fibrosis"),
    _describe("mdcr"),
    _describe(
        "scisumm",
        folder=_CITED,
        made=f"{_CITED}/files.csv",
        make=_unpack_scisumm,
        keep=False,
    ),
    _describe(
        "acl",
        source="scisumm",
        folder=_CITED,
        made="s2orc-acl/counts.json",
        make=_convert_acl,
        keep=False,
    ),
    _describe("arxiv", made="s2orc-arxiv/counts.json", make=_convert_arxiv),
    _describe("hepth", made="s2orc-hepth/counts.json", make=_convert_hepth),
    _describe("scisearch"),
    _describe("synergy", made="synergy/Oud_2018.jsonl.gz", make=_unpack_synergy),
    _describe("scifact", source="beir", made="scifact/corpus.jsonl", make=_unpack_scifact),
)

DATASETS = {dataset.name: dataset for dataset in _DESCRIBED}
"""By the names that ``paperpool fetch`` and the rules know them by."""


def fetch_dataset(dataset: Dataset, sources: Mapping[str, Source], bar: bool) -> Path:
    """Fetch the missing files of a dataset; return its folder.

    ``sources`` has its files by name; ``bar``: show progress on the terminal. Raises UserError if a
    download fails, or a present file is not the published one.
    """
    made = None if dataset.made is None else FOLDER / dataset.made
    if made is not None and made.exists():
        return made.parent

    folder = FOLDER / dataset.folder
    files = {name: folder / name for name in sources}
    for name, path in files.items():
        if path.exists():
            check_file(path, sources[name])
        else:
            _logger.info("Downloading %s", path)
            download(locate(sources[name], path), path, bar=bar)
    if made is None or dataset.make is None:
        return folder

    _logger.info("Making %s", made)
    dataset.make(files, made)
    if not dataset.keep:
        for path in files.values():
            path.unlink()
    return made.parent
