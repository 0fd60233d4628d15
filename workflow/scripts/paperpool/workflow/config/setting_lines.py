"""Lines of config/config.yaml on what users name: kinds of rankers, formats, and their settings."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, get_args, get_origin

from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import find_readers
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.model_ranker import EncoderRanker
from paperpool.rankers.ranker import Ranker
from paperpool.rankers.registry import find_kinds
from paperpool.settings import Settings
from paperpool.workflow.config.section import Entry, list_options

_COLUMN = 20


def list_named_settings(kind: Any, width: int) -> list[str]:
    """Return the lines on what a key of a type takes: kinds, formats, or an entry's settings."""
    for option in list_options(kind):
        if get_origin(option) is dict:
            option = get_args(option)[1]
        if option is Ranker:
            return document_kinds(width)
        if option is Reader:
            return document_formats(width)
        if isinstance(option, type) and issubclass(option, Entry):
            return list(_describe_settings(option, option.settings(), 2, width))
    return []


def document_kinds(width: int) -> list[str]:
    """Return the lines: kinds by group with their own settings, then those of models."""
    of_models = [field.name for field in fields(EncoderSettings)]
    left_out = {"published", *of_models}
    lines = []
    for name, kind in find_kinds().items():
        lines += _describe(f"kind: {name}", kind.sentence, 2, width)
        facts = _list_facts(kind, of_models)
        if facts:
            lines += _describe("", f"({'; '.join(facts)})", 2, width)
        settings = [setting for setting in kind.settings() if setting not in left_out]
        lines += _describe_settings(kind, settings, 4, width)

    lines += _describe("of a model", "what the kinds above name in brackets:", 2, width)
    lines += _describe_settings(EncoderRanker, of_models, 4, width)
    return lines


def document_formats(width: int) -> list[str]:
    """Return the lines: formats of collections with their own settings, then those of all."""
    shared = Reader.settings()
    lines = []
    for name, reader in find_readers().items():
        lines += _describe(f"format: {name}", reader.sentence, 2, width)
        settings = [setting for setting in reader.settings() if setting not in shared]
        lines += _describe_settings(reader, settings, 4, width)

    lines += _describe("of all formats", "what every collection may have:", 2, width)
    lines += _describe_settings(Reader, shared, 4, width)
    return lines


def _list_facts(kind: type[Ranker], of_models: Sequence[str]) -> list[str]:
    """Return clauses on what a kind searches and needs, and on the settings of its model."""
    facts = []
    if kind.searches and kind.searches_large_pools():
        facts.append("searches large pools")
    elif kind.searches:
        facts.append("searches collections")
    facts += [f"needs {need}" for need in ("facets", "folds") if need in kind.needs]

    settings = [name for name in of_models if name in kind.settings()]
    if settings:
        facts.append(f"a model: {', '.join(settings)}")
    return facts


def _describe_settings(
    kind: type[Settings], names: Iterable[str], indent: int, width: int
) -> Iterator[str]:
    """Yield the lines of some settings: the sentence of each, and its default."""
    settings = kind.settings()
    defaults = kind.defaults()
    for name in names:
        sentence = settings[name]["sentence"]
        default = defaults.get(name)
        if isinstance(default, bool):
            default = str(default).lower()
        if default not in (None, []):
            sentence = f"{sentence}. Default: {default}"
        yield from _describe(name, sentence, indent, width)


def _describe(name: str, text: str, indent: int, width: int) -> list[str]:
    """Return lines with ``name`` in the first column and ``text`` wrapped beside it."""
    head = f"{' ' * indent}{name}"
    column = _COLUMN + indent - 2
    return textwrap.wrap(
        text,
        width,
        initial_indent=head + " " * max(column - len(head), 2),
        subsequent_indent=" " * column,
        break_on_hyphens=False,
        break_long_words=False,
    )
