"""Find the parts of a CL-SciSumm release in its folder, or in a clone of its repository.

A reference paper is a folder ``<RP>`` with ``annotation/`` and ``Reference_XML/``, below the newest
``Training-Set-*`` or ``Test-Set-*``. Links are counted and not followed, as they may lead anywhere.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath

from paperpool.errors import Problem, UserError
from paperpool.io.files import read_bytes
from paperpool.scisumm.read.fields import is_safe_id
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.scisummnet import MAX_FILE, SOURCE, Files, is_annotation

ANNOTATION, REFERENCE, CITING = "annotation", "Reference_XML", "Citance_XML"


@dataclass(frozen=True)
class Layout:
    """The parts of a release, with ScisummNet's archives (``scisummnet``) and unpacked papers."""

    folder: Path
    train: dict[str, Path]
    test: dict[str, Path]
    gold: tuple[Path, ...]
    scisummnet: tuple[Path, ...]
    automatic: dict[str, Path]

    def name(self, path: Path) -> str:
        """Return a file's path below the release's folder, for reports."""
        return path.relative_to(self.folder).as_posix()

    def files(self) -> list[str]:
        """Return the files of the release, sorted; some are left out later, by name."""
        papers = (*self.train.values(), *self.test.values(), *self.automatic.values())
        folders = [paper / kind for paper in papers for kind in (ANNOTATION, REFERENCE, CITING)]
        inside = chain.from_iterable(f.glob("*") for f in folders if not f.is_symlink())
        files = [file for file in inside if file.is_file() and not file.is_symlink()]
        return sorted(map(str, {*files, *self.gold, *self.scisummnet}))


def find_layout(folder: str | Path, problems: Problems) -> Layout:
    """Return the layout of a folder; raises UserError if it has neither set."""
    folder = Path(folder)
    finder = _Finder(folder, problems)
    train = finder.newest("train", "Training-Set-*")
    test = finder.newest("test", "Test-Set-*")
    if not train and not test:
        what = "It holds no training or test set of CL-SciSumm."
        looked = "<RP>/annotation/*.ann.txt below Training-Set-*, and <RP>/annotation/*.csv"
        hint = f"Looked for {looked} below Test-Set-* (snakemake fetch_scisumm)."
        raise UserError(Problem(what, str(folder), hint))
    gold = ()
    if test:
        edition = next(p for p in next(iter(test.values())).parents if p.match("Test-Set-*"))
        gold = finder.gold(edition.with_name(f"{edition.name}-Gold"))
    archives = (p for p in _shallow(folder, "*.tar.gz") if _is_automatic(p.name))
    scisummnet = tuple(finder.drop_links(SOURCE, archives))
    return Layout(folder, train, test, gold, scisummnet, finder.automatic())


def read_files(layout: Layout, split: str, paper_id: str, problems: Problems) -> Files:
    """Return the annotation and sentence files of a reference paper."""
    papers = {"train": layout.train, "test": layout.test, SOURCE: layout.automatic}[split]
    return {
        layout.name(path): data
        for kind in (ANNOTATION, REFERENCE)
        for path, data in read_folder(layout, split, paper_id, papers[paper_id] / kind, problems)
    }


def read_folder(
    layout: Layout, split: str, paper_id: str, folder: Path, problems: Problems
) -> Iterator[tuple[Path, bytes]]:
    """Yield the readable files of a folder with contents, sorted; count the others."""
    if not folder.is_dir() or folder.is_symlink():
        return
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        found = problems.of(split, paper_id, layout.name(path))
        if path.is_symlink():
            found.add("link", "dropped")
        elif not path.is_file() or not _is_wanted(split, folder.name, path.name):
            found.add("other_file", "dropped")
        elif (size := path.stat().st_size) > MAX_FILE:
            found.add("too_large", "dropped", f"{size} bytes")
        else:
            yield path, read_bytes(path)


def find_kind(files: Files, kind: str) -> Files:
    """Return the files in a folder ``annotation`` or ``Reference_XML``."""
    return {name: data for name, data in files.items() if PurePosixPath(name).parts[-2] == kind}


class _Finder:
    def __init__(self, folder: Path, problems: Problems):
        self.folder, self.problems = folder, problems

    def newest(self, split: str, pattern: str) -> dict[str, Path]:
        """Return the papers of the newest set that has some; count older sets."""
        chosen: dict[str, Path] = {}
        editions = (p for p in _shallow(self.folder, pattern) if not p.name.endswith("-Gold"))
        for edition in sorted(self.drop_links(split, editions), key=lambda p: p.name, reverse=True):
            papers = self._papers(split, edition)
            if papers and chosen:
                self._of(split, edition).add("older_set", "dropped", f"{len(papers)} papers")
            chosen = chosen or papers
        return chosen

    def automatic(self) -> dict[str, Path]:
        """Return the papers of an unpacked ScisummNet, in a folder of that name."""
        roots = [p for p in _shallow(self.folder, "*") if _is_automatic(p.name)]
        for edition in _shallow(self.folder, "Training-Set-*"):
            roots += [p for p in edition.rglob("*") if _is_automatic(p.name)]
        papers: dict[str, Path] = {}
        for root in sorted(p for p in roots if p.is_dir() and not self._is_link(p)):
            papers = {**self._papers(SOURCE, root), **papers}
        return dict(sorted(papers.items()))

    def _papers(self, split: str, root: Path) -> dict[str, Path]:
        papers: dict[str, Path] = {}
        for annotation in sorted(self._walk(split, root)):
            paper = annotation.parent
            if annotation.name != ANNOTATION or not any(
                _is_wanted(split, ANNOTATION, path.name) for path in annotation.iterdir()
            ):
                continue
            if not is_safe_id(paper.name):
                self._of(split, paper).add("unsafe_name", "dropped", paper.name)
            elif paper.name in papers:
                self._of(split, paper).add("repeated_paper", "dropped", paper.name)
            else:
                papers[paper.name] = paper
        return dict(sorted(papers.items()))

    def gold(self, folder: Path) -> tuple[Path, ...]:
        """Return the gold files of the test set."""
        if self._is_link(folder):
            self._of("test", folder).add("link", "dropped")
            return ()
        files = (file for inner in self._walk("test", folder) for file in inner.glob("*.csv"))
        return tuple(self.drop_links("test", files))

    def drop_links(self, split: str, paths: Iterable[Path]) -> Iterator[Path]:
        """Yield the paths, sorted, that lead through no link; count the others."""
        for path in sorted(paths):
            if self._is_link(path):
                self._of(split, path).add("link", "dropped")
            else:
                yield path

    def _is_link(self, path: Path) -> bool:
        """Return whether a path leads through a link below the release's folder."""
        inner = path.relative_to(self.folder)
        return any((self.folder / part).is_symlink() for part in (inner, *inner.parents[:-1]))

    def _walk(self, split: str, root: Path) -> Iterator[Path]:
        """Yield ``root`` and the folders of a split below it; count links among them."""
        yield root
        for place, names, _ in os.walk(root):
            folders = list(self.drop_links(split, (Path(place, name) for name in names)))
            kept = [f for f in folders if split == SOURCE or not _is_automatic(f.name)]
            names[:] = [folder.name for folder in kept]
            yield from kept

    def _of(self, split: str, path: Path):
        return self.problems.of(split, "", path.relative_to(self.folder).as_posix())


def _shallow(folder: Path, pattern: str) -> list[Path]:
    return sorted([*folder.glob(pattern), *folder.glob(f"*/{pattern}")])


def _is_automatic(name: str) -> bool:
    return SOURCE in name.lower()


def _is_wanted(split: str, kind: str, name: str) -> bool:
    """Return whether a file of a paper's folder ``kind`` is read, by its name."""
    if kind != ANNOTATION:
        return name.endswith(".xml")
    return name.endswith(".csv") if split == "test" else is_annotation(name)
