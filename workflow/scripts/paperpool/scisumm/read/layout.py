"""Find the parts of a CL-SciSumm release in its folder, or in a clone of its repository.

A reference paper is a folder ``<RP>`` with ``annotation/`` and ``Reference_XML/``, below the newest
``Training-Set-*`` or ``Test-Set-*``. Links are counted and not followed, as they may lead anywhere.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from paperpool.errors import Problem, UserError
from paperpool.io.files import read_bytes
from paperpool.scisumm.read.fields import is_safe_id
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.scisummnet import MAX_FILE, SOURCE, Files, is_annotation

ANNOTATION = "annotation"
REFERENCE = "Reference_XML"
CITING = "Citance_XML"
"""The folders of a reference paper."""


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
        files = {*self.gold, *self.scisummnet}
        for papers in (self.train, self.test, self.automatic):
            for paper in papers.values():
                for kind in (ANNOTATION, REFERENCE, CITING):
                    files.update(_list_files(paper / kind))
        return sorted(map(str, files))


def find_layout(folder: str | Path, problems: Problems) -> Layout:
    """Return the layout of a folder; raises UserError if it has neither set."""
    folder = Path(folder)
    finder = _Finder(folder, problems)
    train = finder.newest("train", "Training-Set-*")
    test = finder.newest("test", "Test-Set-*")
    if not train and not test:
        message = "It holds no training or test set of CL-SciSumm."
        looked = "<RP>/annotation/*.ann.txt below Training-Set-*, and <RP>/annotation/*.csv"
        hint = f"Looked for {looked} below Test-Set-* (paperpool fetch scisumm)."
        raise UserError(Problem(message, str(folder), hint))

    gold = ()
    if test:
        first = next(iter(test.values()))
        edition = next(parent for parent in first.parents if parent.match("Test-Set-*"))
        gold = finder.gold(edition.with_name(f"{edition.name}-Gold"))
    archives = [path for path in _shallow(folder, "*.tar.gz") if _is_automatic(path.name)]
    scisummnet = tuple(finder.drop_links(SOURCE, archives))
    return Layout(folder, train, test, gold, scisummnet, finder.automatic())


def read_files(layout: Layout, split: str, paper_id: str, problems: Problems) -> Files:
    """Return the annotation and sentence files of a reference paper."""
    papers = {"train": layout.train, "test": layout.test, SOURCE: layout.automatic}[split]
    files = {}
    for kind in (ANNOTATION, REFERENCE):
        folder = papers[paper_id] / kind
        for path, data in read_folder(layout, split, paper_id, folder, problems):
            files[layout.name(path)] = data
    return files


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
            continue
        if not path.is_file() or not _is_wanted(split, folder.name, path.name):
            found.add("other_file", "dropped")
            continue
        n_bytes = path.stat().st_size
        if n_bytes > MAX_FILE:
            found.add("too_large", "dropped", f"{n_bytes} bytes")
        else:
            yield path, read_bytes(path)


def find_kind(files: Files, kind: str) -> Files:
    """Return the files in a folder ``annotation`` or ``Reference_XML``."""
    return {name: data for name, data in files.items() if PurePosixPath(name).parts[-2] == kind}


def _list_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder; no link, and none of a folder that is a link."""
    if folder.is_symlink():
        return
    for file in folder.glob("*"):
        if file.is_file() and not file.is_symlink():
            yield file


class _Finder:
    def __init__(self, folder: Path, problems: Problems):
        self.folder = folder
        self.problems = problems

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
        """Return the papers of an unpacked ScisummNet, in a folder of that name.

        Of a paper in several such folders the first one counts.
        """
        roots = [path for path in _shallow(self.folder, "*") if _is_automatic(path.name)]
        for edition in _shallow(self.folder, "Training-Set-*"):
            roots += [path for path in edition.rglob("*") if _is_automatic(path.name)]

        papers: dict[str, Path] = {}
        for root in sorted(set(roots)):
            if root.is_dir() and not self._is_link(root):
                found = self._papers(SOURCE, root)
                for paper_id in sorted(papers.keys() & found):
                    if found[paper_id] != papers[paper_id]:  # by a folder in another one
                        self._of(SOURCE, found[paper_id]).add("repeated_paper", "dropped", paper_id)
                papers = found | papers
        return dict(sorted(papers.items()))

    def _papers(self, split: str, root: Path) -> dict[str, Path]:
        """Return the papers below a folder that have a file of annotations, by their names."""
        papers: dict[str, Path] = {}
        for folder in sorted(self._walk(split, root)):
            if folder.name != ANNOTATION:
                continue
            if not any(_is_wanted(split, ANNOTATION, path.name) for path in folder.iterdir()):
                continue
            paper = folder.parent
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
        files: list[Path] = []
        for inner in self._walk("test", folder):
            files += inner.glob("*.csv")
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
            kept = []
            for folder in self.drop_links(split, [Path(place, name) for name in names]):
                if split == SOURCE or not _is_automatic(folder.name):
                    kept.append(folder)
            names[:] = [folder.name for folder in kept]  # os.walk goes on in these alone
            yield from kept

    def _of(self, split: str, path: Path):
        return self.problems.of(split, "", path.relative_to(self.folder).as_posix())


def _shallow(folder: Path, pattern: str) -> list[Path]:
    """Return the paths that match in a folder, and in the folders of it."""
    found = list(folder.glob(pattern))
    found += folder.glob(f"*/{pattern}")
    return sorted(found)


def _is_automatic(name: str) -> bool:
    return SOURCE in name.lower()


def _is_wanted(split: str, kind: str, name: str) -> bool:
    """Return whether a file of a paper's folder ``kind`` is read, by its name."""
    if kind != ANNOTATION:
        return name.endswith(".xml")
    if split == "test":
        return name.endswith(".csv")
    return is_annotation(name)
