"""The rankings that runs are compared with: beside the release, of finished runs, of files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from paperpool.collections.schemes import find_collection_scheme, read_scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.published import published_name
from paperpool.evaluation.runs import run_files
from paperpool.finished_runs import FinishedRun, suggest
from paperpool.layout import NAME
from paperpool.scoring.places import find_ranking, read_entry
from paperpool.scoring.task import Entry, Place

_FORMS = "A baseline is RUN/RANKER of a finished run, a file, or the name of stored rankings"


def add_baselines(
    entries: Sequence[Entry],
    texts: Sequence[str],
    place: Place,
    systems: Sequence[str],
    results: Path = Path("results"),
) -> tuple[list[Entry], list[str]]:
    """Return the entries with those of the baselines, and the names of all baselines.

    After the named ones, each entry is a baseline for those that follow it. ``systems`` are the
    published ones. Raises UserError for a missing baseline.
    """
    found = list(entries)
    named = []
    for text in texts:
        known = {entry.name: entry for entry in found}
        if text not in known:
            entry = _find_baseline(text, place, systems, results, known)
            if entry.name in known:
                message = f"Two rankers are called {entry.name!r}."
                raise UserError(Problem(message, f"--baseline {text}", "Name it: name=path."))
            found.append(entry)
            text = entry.name
        if text not in named:
            named.append(text)

    # the last entry has none after it; but a ranker that is alone is its own baseline
    others = [entry.name for entry in entries if entry.name not in named]
    if len(found) > 1:
        others = others[:-1]
    return found, [*named, *others]


def list_released(place: Place) -> dict[str, str]:
    """Return the rankings that are stored in or beside a collection: their paths by name."""
    folder = place.described.folder
    if folder:
        return folder.find_runs(place.folder)
    if place.is_stored:
        files = place.folder.parent.glob("runs/*.parquet")
        return {file.stem: str(file) for file in sorted(files)}
    return {}


def _find_baseline(
    text: str, place: Place, systems: Sequence[str], results: Path, known: Mapping[str, Entry]
) -> Entry:
    """Return the stored rankings, the ranker of a run or the file that a text names, in this order.

    ``known`` are the entries so far, by name.
    """
    released = list_released(place)
    for name, path in released.items():
        if name.lower() == text.lower():
            same = (system for system in systems if system.lower() == name.lower())
            published = next(same, None)
            return Entry(name.lower(), (path,), published, place.is_stored)

    run, slash, ranker = text.partition("/")
    folder = results / run
    if slash and NAME.fullmatch(run) and NAME.fullmatch(ranker) and folder.is_dir():
        return _find_in_run(folder, ranker, place, known)

    entry = read_entry(text)
    if any(_is_there(path, place) for path in entry.paths):
        return entry

    hint = f"{_FORMS}."
    if released:
        hint = f"{_FORMS}: {name_some(list(released), 20)}."
    raise UserError(Problem(f"There is no baseline {text!r}.", "--baseline", hint))


def _is_there(path: str, place: Place) -> bool:
    """Return whether there is a file of a run; {facet} in its path stands for each facet."""
    facets = read_scheme(find_collection_scheme(place.folder)).facet_names
    return any(Path(file).exists() for file in run_files(path, facets))


def _find_in_run(folder: Path, ranker: str, place: Place, known: Mapping[str, Entry]) -> Entry:
    run = FinishedRun(folder)
    file = find_ranking(run, ranker, place)
    if not file.exists():
        message = f"The run {run.run!r} has no rankings of {ranker!r} on {place.name}."
        ranked = [other.stem for other in file.parent.glob(f"*{file.suffix}")]
        raise UserError(Problem(message, str(file), suggest(ranker, ranked)))

    # files of further trainings are called ranker@2 to ranker@10: the shorter names come first
    further = sorted(
        file.parent.glob(f"{ranker}@*{file.suffix}"), key=lambda path: (len(path.name), path)
    )
    name = ranker
    if name in known:
        name = f"{run.run}--{ranker}"
    settings = run.setting("rankers").get(ranker, {})
    return Entry(
        name,
        (str(file), *map(str, further)),
        published_name(settings.get("published"), place.benchmark),
        is_ours=True,
    )
