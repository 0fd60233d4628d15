"""The sources of a configuration's corpus: whether their files are there and can be taken."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.fetch.releases import Source, find_listing, find_release
from paperpool.io.files import blank_controls, expand_globs, list_unreadable
from paperpool.io.streams import UnreadableTail
from paperpool.workflow.corpus.conditions import list_columns
from paperpool.workflow.corpus.filter_kinds import (
    DEFAULT_FILTERS,
    FILTERS,
    NO_FILTER,
    Chosen,
    name_filters,
)
from paperpool.workflow.corpus.own_tables.tables import (
    START_BYTES,
    find_missing_columns,
    open_table,
)
from paperpool.workflow.corpus.sources import (
    BEIR,
    CSFCUBE_ABSTRACTS,
    CYSTIC_FIBROSIS,
    METADATA,
    TABLE,
    is_known,
    list_sources,
    read_columns,
    source_patterns,
    table_pattern,
)


def find_source_problems(sources: Sequence[Source]) -> Iterable[Problem]:
    """Yield a problem for each pattern without a match, or with unreadable files."""
    found = []
    for i, source in enumerate(sources):
        try:
            find_listing(source)
            found.append(source)
        except UserError as error:
            where = f"data.s2orc.{i}.{find_release(source)}"
            for problem in error.problems:
                yield replace(problem, where=where)

        for kind, patterns in source_patterns(source).items():
            for j, pattern in enumerate(patterns):
                where = _locate(source, i, kind, j)
                files = expand_globs([pattern])
                unreadable = list_unreadable(pattern)
                yield from _find_pattern_problems(kind, pattern, files, unreadable, where)
                if kind == TABLE and not unreadable:
                    yield from _find_table_problems(files, source, f"data.s2orc.{i}")

    yield from _find_shared_files(found)


def _find_pattern_problems(
    kind: str, pattern: str, files: Sequence[str], unreadable: Sequence[str], where: str
) -> Iterable[Problem]:
    """Yield a problem if no ``files`` match, and for matches that cannot be read or used."""
    oddities = {_find_odd_name(file) for file in files}
    for oddity in sorted(oddities - {""}):
        message = f"A file of {blank_controls(pattern)} has {oddity} in its name."
        yield Problem(message, where, "Rename the file.")
    if kind == CSFCUBE_ABSTRACTS:
        yield from _find_unpacked_problems(files, where)

    if unreadable:
        message = f"{name_some(unreadable)} cannot be read as a file."
        hint = "Put the file there, take the right to read it, or move it away."
        yield Problem(message, where, hint)
    elif not files:
        hint = "Correct the path, or get the data: docs/corpus.md says where from."
        if kind == TABLE:
            hint = "Correct the path of the table."
        elif kind == CYSTIC_FIBROSIS:
            hint = "Correct the path, or get the files with `paperpool fetch cystic_fibrosis`."
        elif kind == CSFCUBE_ABSTRACTS:
            hint = "Correct the path, or get it with `snakemake fetch_csfcube_abstracts`."
        yield Problem(f"No file matches {pattern}.", where, hint)


def _find_shared_files(sources: Sequence[Source]) -> Iterable[Problem]:
    """Yield a problem for each file that two kinds of data name."""
    kinds: dict[Path, list[str]] = {}
    for kind, files in list_sources(sources).items():
        for file in dict.fromkeys(Path(file).resolve() for file in files):
            kinds.setdefault(file, []).append(kind)

    for file, kinds_of_file in kinds.items():
        if len(kinds_of_file) > 1:
            message = f"{file.name} is given as {' and as '.join(kinds_of_file)}."
            hint = "Each file belongs to one dataset: correct the globs."
            yield Problem(message, f"data.s2orc, {file}", hint)


def _locate(source: Source, number: int, kind: str, place: int) -> str:
    """Return the key of a path or glob of a source."""
    where = f"data.s2orc.{number}"
    if kind == METADATA:
        return where
    if kind == CYSTIC_FIBROSIS:
        return f"{where}.{kind}"
    if kind != TABLE:
        return f"{where}.{kind}.{place}"
    if BEIR in source:
        return f"{where}.{BEIR}"
    return f"{where}.{TABLE}"


def _find_table_problems(files: Sequence[str], source: Source, where: str) -> Iterable[Problem]:
    """Yield a problem for each file that is no table, and each column that is not in it."""
    for file in files:
        try:
            table = open_table(file, read_columns(source), most_bytes=START_BYTES)
        except UnreadableTail as error:
            key = BEIR if BEIR in source else TABLE
            message = f"{file} cannot be read: {error.why}."
            yield Problem(message, f"{where}.{key}", "Get the file again.")
        except UserError as error:
            yield from error.problems
        else:
            for meaning, problem in find_missing_columns(table).items():
                key = meaning
                if BEIR in source:
                    key = BEIR
                yield replace(problem, where=f"{where}.{key}")


def find_filter_problems(filters: Sequence[Chosen], config: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield a problem for each filter that no source has the metadata for, by its tables."""
    sources = config["data"]["s2orc"] or []
    for name, entry in zip(name_filters(filters), filters, strict=True):
        needed = list_needed_columns(entry, config)
        if not sources or any(is_known(source, *needed) for source in sources):
            continue
        if not all(map(table_pattern, sources)):
            continue  # another stage of the corpus tells of the papers' own metadata
        tables = "the table does" if len(sources) == 1 else "some tables do"
        columns = ", ".join(_list_unnamed(entry, sources, config))
        message = f"The filter {name} needs columns that {tables} not name: {columns}."
        hint = f"Name them in data.s2orc, or take {name} out of corpus.filters."
        yield Problem(message, "corpus.filters", hint)


def list_needed_columns(chosen: Chosen, config: Mapping[str, Any]) -> list[str]:
    """Return the columns of a table that a filter decides by, beside title and abstract."""
    if not isinstance(chosen, str):
        return list_columns(chosen)
    return FILTERS[chosen].list_columns(config["corpus"].get(chosen, {}))


def _list_unnamed(
    chosen: Chosen, sources: Iterable[Source], config: Mapping[str, Any]
) -> list[str]:
    """Return the needed columns of a filter that some of ``sources`` do not name."""
    unnamed = []
    for column in list_needed_columns(chosen, config):
        if not all(is_known(source, column) for source in sources):
            unnamed.append(column)
    return unnamed


def choose_filters(config: Mapping[str, Any]) -> list[Chosen]:
    """Return the filters of the corpus: those that it names, else those that all its tables allow.

    ``none`` is in their place if a table lacks what each of ``DEFAULT_FILTERS`` needs.
    """
    filters = config["corpus"]["filters"]
    if filters is not None:
        return filters

    tables = [source for source in config["data"]["s2orc"] or [] if table_pattern(source)]
    allowed: list[Chosen] = []
    for name in DEFAULT_FILTERS:
        needed = list_needed_columns(name, config)
        if all(is_known(table, *needed) for table in tables):
            allowed.append(name)
    return allowed or [NO_FILTER]


def describe_choice(config: Mapping[str, Any]) -> str:
    """Return a sentence on the filters if they are other than usual because of a table, or ""."""
    chosen = choose_filters(config)
    if config["corpus"]["filters"] is not None or chosen == list(DEFAULT_FILTERS):
        return ""

    tables = [source for source in config["data"]["s2orc"] if table_pattern(source)]
    needs = []
    for name in DEFAULT_FILTERS:
        if name not in chosen:
            needs.append(f"{name} ({', '.join(_list_unnamed(name, tables, config))})")
    names = ", ".join(name_filters(chosen))
    text = f"corpus.filters is [{names}], as a table of data.s2orc names no columns for"
    text += f" {' and '.join(needs)}."
    if chosen == [NO_FILTER]:
        text += " Every readable paper is kept."
    return text


def _find_odd_name(file: str) -> str:
    """Return the unusable characters of a file's name, if any."""
    if set("{}") & set(file):
        return "braces"
    if blank_controls(file) != file:
        return "a line end or another control character"
    if os.fsencode(file).decode("utf-8", "replace") != file:
        return "bytes that are no UTF-8"
    return ""


def _find_unpacked_problems(files: Sequence[str], where: str) -> Iterable[Problem]:
    """Yield a problem for each file of released abstracts that is not in JSON lines."""
    for file in files:
        if file.endswith((".zip", ".json")):
            message = f"{file} is not in JSON lines (one paper a line)."
            hint = (
                "Put the release's abstracts-preds.zip into resources/csfcube_abstracts and run "
                "`snakemake fetch_csfcube_abstracts` (no --configfile): it writes the .jsonl file."
            )
            yield Problem(message, where, hint)
