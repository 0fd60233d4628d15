"""Which sentences a row names, read as it was meant ("corrected").

The offset of a row is a list of numbers, ``['1','94']`` or ``'1','94'``; annotators typed them
with brackets, quotation marks and spaces missing or added. The cited text beside it quotes the
sentences with their numbers. Where the two disagree the text is read: it was copied from the
paper, and the offset typed (``'137','39'`` beside the sentences 137 and 139).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from paperpool.scisumm.read.markup import read_elements
from paperpool.scisumm.read.problems import FileProblems

_QUOTES = "'\"“”‘’`´"
_NUMBER = re.compile(rf"[{_QUOTES}]?[0-9]{{1,9}}[{_QUOTES}]?")


def is_na(text: str) -> bool:
    """Return whether a field says that there is nothing to name, however it is quoted."""
    return text.strip(f" \t[]{_QUOTES}").upper() in ("NA", "N/A")


def read_offset(offset: str, problems: FileProblems, row: int | None = None) -> tuple[int, ...]:
    """Return the numbers of an offset in its order, each once; none for NA or an empty field."""
    text = offset.strip()
    if not text or is_na(text):
        return ()
    if text.startswith("[") != text.endswith("]"):
        problems.add("offset_brackets", "repaired", offset, row)
    text = text.removeprefix("[").removesuffix("]")
    numbers: list[int] = []
    found: dict[str, str] = {}
    if text != offset.strip("[]"):
        found["offset_spaces"] = "repaired"
    for part in text.split(","):
        stripped = part.strip()
        digits = [int(number) for number in re.findall(r"[0-9]{1,9}", stripped)]
        if not _NUMBER.fullmatch(stripped):
            found["offset_separator"] = "repaired" if digits else "dropped"
        elif stripped[0].isdigit() or stripped[-1].isdigit():
            found["offset_quotes"] = "repaired"
        if part != stripped:
            found["offset_spaces"] = "repaired"
        numbers += digits
    if len(set(numbers)) < len(numbers):
        found["repeated_offset"] = "repaired"
    for problem, action in found.items():
        problems.add(problem, action, offset, row)
    return tuple(dict.fromkeys(numbers))


def read_sids(
    offset: str, text: str, known: Collection[int], problems: FileProblems, row: int
) -> tuple[int, ...]:
    """Return the sentences that a row names: of its cited text, else of its offset.

    ``known`` are the numbers of the reference paper's sentences; others are left out. None are
    returned where the annotator found none (NA).
    """
    named = read_offset(offset, problems, row)
    if is_na(text):
        if text.strip() != "NA":
            problems.add("na_spelling", "repaired", text, row)
        if named:
            problems.add("offset_disagrees", "repaired", f"{offset} beside {text}", row)
        return ()
    elements = read_elements(text, problems, row)
    quoted = tuple(dict.fromkeys(e.sid for e in elements if e.sid is not None))
    if not quoted:
        if named:
            problems.add("no_sid_in_text", "repaired", f"{offset} beside {text}", row)
        elif text.strip() or not is_na(offset):
            problems.add("no_span", "kept", f"{offset} beside {text}", row)
    elif sorted(named) != sorted(quoted):
        numbers = ", ".join(map(str, quoted))
        problems.add("offset_disagrees", "repaired", f"{offset} beside sentences {numbers}", row)
    for sids in (quoted, named):
        if any(sid in known for sid in sids):
            break
    else:
        sids = quoted or named
    unknown = [str(sid) for sid in sids if sid not in known]
    if unknown:
        problems.add("unknown_sentence", "dropped", ", ".join(unknown), row)
    return tuple(sid for sid in sids if sid in known)
