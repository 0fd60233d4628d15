"""Document the kinds of rankers and their settings in config/config.yaml.

``python -m paperpool.rankers.documentation config/config.yaml`` rewrites its list.
"""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from paperpool.io.files import write_text
from paperpool.models.cached_model import EncoderSettings
from paperpool.rankers.model_ranker import EncoderRanker
from paperpool.rankers.ranker import GROUPS, Ranker
from paperpool.rankers.registry import find_kinds

FIRST = "#   -- kinds --"
LAST = "#   -- end of kinds --"

_WIDTH = 102
_COLUMN = 20


def document_kinds() -> list[str]:
    """Return the lines: kinds by group with their own settings, then those of models."""
    kinds = find_kinds().values()
    of_models = [field.name for field in fields(EncoderSettings)]
    lines = []
    for group in GROUPS:
        for kind in kinds:
            if kind.group != group:
                continue
            lines += _describe(f"kind: {kind.kind}", kind.sentence, 2)
            facts = _list_facts(kind, of_models)
            if facts:
                lines += _describe("", f"({'; '.join(facts)})", 2)
            for name in kind.settings():
                if name != "published" and name not in of_models:
                    lines += _describe(name, _setting(kind, name), 4)

    lines += _describe("of a model", "what the kinds above name in brackets:", 2)
    for name in of_models:
        lines += _describe(name, _setting(EncoderRanker, name), 4)
    return lines


def _list_facts(kind: type[Ranker], of_models: Sequence[str]) -> list[str]:
    """Return what a kind searches and needs, and which settings of models it has."""
    facts = []
    if kind.searches_large_pools():
        facts.append("searches large pools")
    elif kind.searches:
        facts.append("searches collections")
    for need in ("facets", "folds"):
        if need in kind.needs:
            facts.append(f"needs {need}")
    takes = [name for name in of_models if name in kind.settings()]
    if takes:
        facts.append(f"a model: {', '.join(takes)}")
    return facts


def _setting(kind: type[Ranker], name: str) -> str:
    """Return the sentence of a setting, with its default."""
    sentence = kind.settings()[name]["sentence"]
    default = kind.defaults().get(name)
    if default in (None, []):
        return sentence
    if isinstance(default, bool):
        default = str(default).lower()
    return f"{sentence}. Default: {default}"


def _describe(name: str, text: str, indent: int) -> Iterator[str]:
    """Yield comment lines with ``name`` in the first column and ``text`` wrapped beside it."""
    head = f"#{' ' * (indent + 1)}{name}"
    gap = max(_COLUMN + indent - len(head), 2)
    yield from textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=head + " " * gap,
        subsequent_indent="#" + " " * (_COLUMN + indent - 1),
        break_on_hyphens=False,
        break_long_words=False,
    )


def put_kinds(text: str) -> str:
    """Update the list of kinds in the text of a configuration."""
    before, _, from_list = text.partition(f"{FIRST}\n")
    _, _, after = from_list.partition(f"{LAST}\n")
    lines = [FIRST, *document_kinds(), LAST]
    listed = "".join(f"{line}\n" for line in lines)
    return f"{before}{listed}{after}"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        write_text(path, put_kinds(Path(path).read_text(encoding="utf-8")))
