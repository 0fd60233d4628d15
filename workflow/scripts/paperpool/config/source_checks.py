"""The sources of a configuration's corpus: whether their files are there and can be taken."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from paperpool.corpus.sources import (
    CSFCUBE_ABSTRACTS,
    METADATA,
    Source,
    find_listing,
    find_release,
    list_sources,
    source_patterns,
)
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import blank_controls, expand_globs, list_unreadable


def find_source_problems(sources: Sequence[Source]) -> Iterable[Problem]:
    """Yield a problem for each pattern without a match, or with unreadable files."""
    found = []
    for i, source in enumerate(sources):
        try:
            find_listing(source)
            found.append(source)
        except UserError as error:
            where = f"data.s2orc.{i}.{find_release(source)}"
            yield from (replace(one, where=where) for one in error.problems)
        for kind, patterns in source_patterns(source).items():
            for j, pattern in enumerate(patterns):
                where = f"data.s2orc.{i}" + ("" if kind == METADATA else f".{kind}.{j}")
                files = expand_globs([pattern])
                for oddity in sorted({odd for file in files if (odd := _find_odd_name(file))}):
                    what = f"A file of {blank_controls(pattern)} has {oddity} in its name."
                    yield Problem(what, where, "Rename the file.")
                if kind == CSFCUBE_ABSTRACTS:
                    yield from _find_unpacked_problems(files, where)
                unreadable = list_unreadable(pattern)
                if unreadable:
                    what = f"{name_some(unreadable)} cannot be read as a file."
                    hint = "Put the file there, take the right to read it, or move it away."
                    yield Problem(what, where, hint)
                elif not files:
                    get = "the data: docs/corpus.md says where from."
                    if kind == CSFCUBE_ABSTRACTS:
                        get = "it with `snakemake fetch_csfcube_abstracts`."
                    hint = f"Correct the path, or get {get}"
                    yield Problem(f"No file matches {pattern}.", where, hint)
    kinds: dict[Path, list[str]] = {}
    for kind, files in list_sources(found).items():
        for file in dict.fromkeys(Path(file).resolve() for file in files):
            kinds.setdefault(file, []).append(kind)
    for file, of_file in kinds.items():
        if len(of_file) > 1:
            what = f"{file.name} is given as {' and as '.join(of_file)}."
            hint = "Each file belongs to one dataset: correct the globs."
            yield Problem(what, f"data.s2orc, {file}", hint)


def _find_odd_name(file: str) -> str:
    """Return the unusable characters of a file's name, if any."""
    if set("{}") & set(file):
        return "braces"
    if blank_controls(file) != file:
        return "a line end or another control character"
    is_text = os.fsencode(file).decode("utf-8", "replace") == file
    return "" if is_text else "bytes that are no UTF-8"


def _find_unpacked_problems(files: Sequence[str], where: str) -> Iterable[Problem]:
    """Yield a problem for each file of released abstracts that is not in JSON lines."""
    for file in files:
        if file.endswith((".zip", ".json")):
            what = f"{file} is not in JSON lines (one paper a line)."
            hint = (
                "Put the release's abstracts-preds.zip into resources/csfcube_abstracts and run "
                "`snakemake fetch_csfcube_abstracts` (no --configfile): it writes the .jsonl file."
            )
            yield Problem(what, where, hint)
