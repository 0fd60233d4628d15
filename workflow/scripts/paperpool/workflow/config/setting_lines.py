"""Lines of config/config.yaml on what users name: kinds of rankers, formats, and their settings."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, get_args, get_origin

from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import find_readers
from paperpool.models.cached_model import EncoderSettings
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
        own = [setting for setting in kind.settings() if setting not in left_out]
        facts = _list_facts(kind, of_models)
        lines += _describe(f"kind: {name}", kind.sentence, 2, width)
        if facts:
            lines += _describe("", f"({'; '.join(facts)})", 2, width)
        lines += _describe_settings(kind, own, 4, width)
    lines += _describe("of a model", "what the kinds above name in brackets:", 2, width)
    lines += _describe_settings(EncoderRanker, of_models, 4, width)
    return lines


def document_formats(width: int) -> list[str]:
    """Return the lines: formats of collections with their own settings, then those of all."""
    shared = Reader.settings()
    lines = []
    for name, reader in find_readers().items():
        own = [setting for setting in reader.settings() if setting not in shared]
        lines += _describe(f"format: {name}", reader.sentence, 2, width)
        lines += _describe_settings(reader, own, 4, width)
    lines += _describe("of all formats", "what every collection may have:", 2, width)
    lines += _describe_settings(Reader, shared, 4, width)
    return lines


def _list_facts(kind: type[Ranker], of_models: Sequence[str]) -> list[str]:
    facts = []
    if kind.searches:
        facts = ["searches large pools" if kind.searches_large_pools() else "searches collections"]
    facts += [f"needs {need}" for need in ("facets", "folds") if need in kind.needs]
    takes = [name for name in of_models if name in kind.settings()]
    return facts + [f"a model: {', '.join(takes)}"] * bool(takes)


def _describe_settings(
    kind: type[Settings], names: Iterable[str], indent: int, width: int
) -> Iterator[str]:
    """Yield the lines of some settings: the sentence of each, and its default."""
    settings, defaults = kind.settings(), kind.defaults()
    for name in names:
        sentence, default = settings[name]["sentence"], defaults.get(name)
        if default not in (None, []):
            text = str(default).lower() if isinstance(default, bool) else default
            sentence = f"{sentence}. Default: {text}"
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
