"""The place of the collection that rankings are scored on, and the names of rankers."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, find_protocols
from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.evaluation.published import published_systems
from paperpool.finished_runs import FinishedRun
from paperpool.layout import NAME, Layout
from paperpool.scoring.task import PUBLISHED, Entry, Place

_PLACEHOLDER = re.compile(r"[-_.]*\{(facet|split)\}")
_OTHERS = re.compile(r"[^a-z0-9._-]+")


def read_entries(texts: Sequence[str]) -> list[Entry]:
    """Return the rankers of ``path`` or ``name=path``; raise UserError if two have one name."""
    entries = [read_entry(text) for text in texts]
    names = [entry.name for entry in entries]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        message = f"Several runs are called {name_some(repeated)}."
        raise UserError(Problem(message, " ".join(texts), "Name them: name=path."))
    return entries


def read_entry(text: str) -> Entry:
    """Return the ranker that an argument names."""
    name, sign, path = text.partition("=")
    if sign and path and NAME.fullmatch(name) and not Path(text).exists():
        return Entry(name, (path,))
    return Entry(derive_name(text), (text,))


def derive_name(path: str) -> str:
    """Return a name for the rankings at ``path``: its last part, without placeholders.

    The release's own files are named by their system, ``Task1`` by the folder above it.
    """
    parts = Path(path)
    if parts.name == "Task1":
        parts = parts.absolute().parent
    stem = parts.name if parts.is_dir() else parts.stem
    stem = _PLACEHOLDER.sub("", stem.lower())

    # released files are called by a pattern, in which the system is a part
    for benchmark in find_benchmarks().values():
        if benchmark.folder and benchmark.folder.run_name:
            official = re.match(benchmark.folder.run_name, stem)
            if official:
                stem = official[1]
    return _OTHERS.sub("-", stem).strip("-._") or "run"


def find_published(
    entries: Sequence[Entry], texts: Sequence[str], systems: Sequence[str]
) -> list[Entry]:
    """Return the entries with the published systems that ``--published`` names for them.

    A text is ``SYSTEM``, of a single entry, or ``run=SYSTEM``; UserError if either is unknown.
    """
    named = {entry.name: entry for entry in entries}
    for text in texts:
        name, sign, system = text.partition("=")
        if not sign:
            name = entries[0].name
            system = text
        if system not in systems:
            hint = "No published score of this collection is comparable: leave --published out."
            if systems:
                hint = f"Published are {', '.join(systems)}."
            message = f"No published system is called {system!r}."
            raise UserError(Problem(message, "--published", hint))

        if name not in named or (not sign and len(entries) > 1):
            message = f"--published {text} does not say of which run."
            hint = f"Write RUN=SYSTEM, with RUN one of {', '.join(named)}."
            raise UserError(Problem(message, "--published", hint))
        named[name] = Entry(name, named[name].paths, system)
    return list(named.values())


FOLDER = Path("resources")
"""Where ``paperpool fetch`` puts datasets, below the working directory."""


def list_releases() -> dict[str, Path]:
    """Return the folder of the data of each benchmark and further protocol, by its name."""
    releases = {}
    for name, protocol in find_protocols().items():
        if protocol.folder:
            releases[name] = FOLDER / protocol.folder.name
    return releases


FETCHED = ("scifact",)
"""Collections of ``paperpool fetch`` in formats of others, below ``FOLDER``."""

_KNOWN = (
    "Name a release of CSFCube, MDCR or CL-SciSumm, a BEIR or mteb folder, or a folder with "
    "documents.*, topics.* and qrels.* in TREC's formats."
)


def list_systems(place: Place) -> list[str]:
    """Return the published systems whose scores are comparable with scores on a place."""
    published = find_benchmarks()[place.benchmark].published
    if published is None or place.is_further:
        return []
    return published_systems(PUBLISHED / published)


def find_place(on: str, data: str | None, results: Path = Path("results")) -> Place:
    """Return the place of ``--on``: a benchmark, a folder, or the name of a collection.

    A name is that of a collection below ``results``, or of a folder below ``FOLDER``.

    ``data`` is the folder of a benchmark's data. Raises UserError if there is no such place.
    """
    for name, benchmark in find_benchmarks().items():
        if on in benchmark.protocols:
            return replace(find_place(name, data), name=on)

    releases = list_releases()
    if on in releases:
        return _find_release(on, Path(data) if data else releases[on])
    if data:
        message = f"--data goes with a benchmark, and {on!r} is not one."
        question = guess(on, list_releases())
        hint = f"{question} A folder without a benchmark's name is given by --on {data}."
        raise UserError(Problem(message, "--data", hint.lstrip()))

    if Path(on).is_dir():
        return recognise(Path(on))
    return _find_stored(on, results)


def _find_release(benchmark: str, folder: Path) -> Place:
    found = recognise(folder) if folder.is_dir() else None
    if found is None:
        message = f"The data of {benchmark} are missing."
        hint = f"Download them (paperpool fetch {benchmark}), or name their folder (--data FOLDER)."
        hint = f"{_suggest_near(folder, [benchmark])} {hint}".lstrip()
        raise UserError(Problem(message, str(folder), hint))
    if found.benchmark != benchmark:
        message = f"The folder has data of {found.benchmark}, not of {benchmark}."
        hint = f"Correct --data, or say --on {folder}"
        hint = f"{_suggest_near(folder, [benchmark])} {hint}".lstrip()
        raise UserError(Problem(message, str(folder), hint))
    return found


def _suggest_near(folder: Path, benchmarks: Iterable[str]) -> str:
    """Return a question after a folder near a mistaken one with the data of a benchmark, or ""."""
    near = [folder.parent]
    for above in (folder.parent, folder):
        with suppress(OSError):  # none there, or one that may not be listed
            near += sorted(above.iterdir())
    for benchmark in benchmarks:
        described = find_benchmarks()[benchmark].folder
        for path in reversed(near):  # those inside come first
            with suppress(OSError):
                if path != folder and path.is_dir() and described and described.holds(path):
                    return f"Did you mean {path}?"
    return ""


def find_ranking(run: FinishedRun, ranker: str, place: Place) -> Path:
    """Return the file (or folder) of a ranker's rankings on a place, which may be missing."""
    benchmark = place.name if place.is_further else place.benchmark
    return run.ranking(benchmark, ranker, place.name)


def recognise(folder: Path) -> Place:
    """Return the place that a folder is, by its files; raise UserError if it is unknown."""
    name = derive_name(str(folder.absolute()))
    for benchmark, described in find_benchmarks().items():
        if described.folder and described.folder.holds(folder):
            return Place(benchmark, folder, benchmark)

    for stored in (folder, folder / "steps"):
        if (stored / "collection.json").is_file():
            return stored_place(stored)

    if _has(folder, "corpus.jsonl") and _has(folder, "queries.jsonl"):
        return Place("collections", folder, name, _read_beir_settings(folder))
    settings = _find_trec_files(folder)
    if settings:
        return Place("collections", folder, name, settings)
    if (folder / "version").is_dir():
        hint = f"Of `paperpool next` name {folder / 'version'}. {_KNOWN}"
    else:
        hint = f"{_suggest_near(folder, find_benchmarks())} {_KNOWN}".lstrip()
    raise UserError(Problem("The folder holds no collection that is known.", str(folder), hint))


def _has(folder: Path, name: str) -> bool:
    return any((folder / file).is_file() for file in (name, f"{name}.gz"))


def _read_beir_settings(folder: Path) -> dict[str, Any]:
    """Return the settings of a BEIR folder: its test split, or the only one that is judged."""
    judged = sorted(file.stem for file in (folder / "qrels").glob("*.tsv"))
    if "test" not in judged and len(judged) != 1:
        message = "The folder has judgments of several splits, and none is called test."
        if not judged:
            message = "The folder has no judgments."
        hint = "Keep one file <split>.tsv there, or test.tsv among them."
        raise UserError(Problem(message, str(folder / "qrels"), hint))

    split = "test" if "test" in judged else judged[0]
    format_name = "beir"
    if (folder / "top_ranked" / f"{split}.jsonl").is_file():  # candidates, which mteb adds
        format_name = "mteb"
    return {"format": format_name, "path": str(folder), "split": split}


def _find_trec_files(folder: Path) -> dict[str, Any] | None:
    """Return the settings of a folder with one file each of documents, topics and judgments."""
    settings: dict[str, Any] = {"format": "trec"}
    for key in ("documents", "topics", "qrels"):
        files = [file for file in folder.glob(f"{key}.*") if file.is_file()]
        if len(files) != 1:
            return None
        settings[key] = str(files[0])
    return settings


def stored_place(folder: Path) -> Place:
    """Return the place of a collection that a run has read, with the run's settings of it."""
    whole = folder.absolute()
    name = whole.name
    if name == "steps":
        name = whole.parent.name

    settings: dict[str, Any] = {}
    for run in whole.parents[:3]:
        if Layout(run).config_file.is_file():
            settings = (FinishedRun(run).setting("data.collections") or {}).get(name, {})
    return Place("collections", folder, name, settings, is_stored=True)


def _find_stored(name: str, results: Path) -> Place:
    """Return the place of a collection that a run has read, or that was fetched.

    Raises UserError if there is none of that name, or if several runs have one.
    """
    stored = {}
    for file in sorted(results.glob("*/collections/*/steps/collection.json")):
        run = file.parents[3].name
        collection = file.parents[1].name
        stored[f"{run}/{collection}"] = file.parent

    found = [key for key in stored if name in (key, key.partition("/")[2])]
    fetched = FOLDER / name
    if len(found) == 1:
        return stored_place(stored[found[0]])
    if found:
        if fetched.is_dir():
            found.append(str(fetched))
        message = f"Several runs have a collection called {name!r}."
        raise UserError(Problem(message, str(results), f"Name one: {', '.join(found)}."))

    if NAME.fullmatch(name) and fetched.is_dir():
        return recognise(fetched)
    if name in FETCHED:
        hint = f"Download them (paperpool fetch {name}), or name their folder."
        raise UserError(Problem(f"The data of {name} are missing.", str(fetched), hint))

    known = [*list_releases(), *stored, *FETCHED]
    hint = f"{guess(name, known)} Known are {', '.join(known)}, and folders.".lstrip()
    if Path(name).exists():
        message = "It is a file, and a collection is a folder."
        raise UserError(Problem(message, name, f"Name the folder that it is in. {_KNOWN}"))
    if "/" in name:
        if Path(name).name == "version":
            hint = f"`paperpool next` writes it when it takes --answers. {hint}"
        message = f"There is no folder {name!r}, and no collection of a run that is called so."
        raise UserError(Problem(message, "--on", hint))
    raise UserError(Problem(f"No collection is called {name!r}.", "--on", hint))
