"""The sentences of a paper: PAPER > S sid=0 (its title), ABSTRACT and SECTION > S sid."""

from __future__ import annotations

from dataclasses import dataclass

from paperpool.scisumm.read.markup import decode, read_elements
from paperpool.scisumm.read.problems import FileProblems


@dataclass(frozen=True)
class Sentence:
    """A sentence, unescaped and with single spaces; ``sid`` is None where no number names it."""

    sid: int | None
    section: str
    text: str


def read_sentences(data: bytes, problems: FileProblems) -> list[Sentence]:
    """Return the sentences of an XML file in order; of equal numbers the first sentence's counts.

    A sentence without (new) number can train word vectors, but cannot be chosen.
    """
    sentences: list[Sentence] = []
    seen: set[int] = set()
    for element in read_elements(decode(data, problems), problems):
        sid = element.sid
        if sid is None:
            problems.add("no_sid", "dropped", element.text)
        elif sid in seen:
            problems.add("repeated_sid", "dropped", f"{sid}: {element.text}")
            sid = None
        else:
            seen.add(sid)
        if not element.text:
            problems.add("empty_sentence", "kept", "" if sid is None else str(sid))
        sentences.append(Sentence(sid, element.section, element.text))
    if not sentences:
        problems.add("no_sentence", "kept")
    return sentences
