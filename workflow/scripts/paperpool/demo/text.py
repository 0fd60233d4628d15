"""Compose the titles and abstracts of papers from what the papers are about.

All choices for a block of papers are made on arrays; only the filling of patterns goes word by
word. A paper's text is a function of (seed, its text key, its topics and dirt), whichever other
papers are composed with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paperpool.demo.dirt import Dirt
from paperpool.demo.fields import TERMS
from paperpool.demo.latent import area_of
from paperpool.demo.phrases import ROLES, compile_patterns
from paperpool.demo.plan import Plan
from paperpool.demo.randomness import below, chance, derive, root_key, zipf_table
from paperpool.demo.words import FIELD_STRIDE as TERM_STRIDE
from paperpool.demo.words import GENERAL, Kind, Origin, Vocabulary, word_codes

NO_ABSTRACT_NOTE = "Abstract not available."

_TITLE, _BRIEF = ROLES.index("title"), ROLES.index("brief")

# Sentences per abstract: background, objective, method, result, other.
_REGULAR = (
    ((2, 1, 2, 2, 0), (2, 1, 3, 2, 0), (3, 0, 2, 3, 0), (2, 1, 3, 3, 0), (3, 1, 2, 2, 1))
    + ((1, 1, 3, 2, 0), (2, 0, 3, 3, 0), (2, 1, 2, 3, 1), (3, 1, 3, 3, 0), (2, 1, 2, 3, 0))
    + ((1, 1, 2, 3, 0), (2, 1, 4, 2, 0), (2, 1, 3, 2, 1), (3, 1, 3, 2, 0), (2, 1, 2, 4, 0))
)
_FEW = ((1, 0, 0, 0, 0), (1, 0, 0, 1, 0), (0, 1, 1, 0, 0))
_MANY = ((7, 1, 8, 7, 0), (6, 2, 9, 8, 1))
_BRIEF_COUNT = 4

# Where a word comes from, in 256ths.
_OWN_TOPIC, _AREA, _FIELD, _COINED, _GENERAL, _OTHER_FACET = range(6)
_SOURCES = np.repeat(np.arange(6), (118, 40, 22, 14, 48, 14))

_N_RANKS = {Kind.NOUN: 15, Kind.PLURAL: 15, Kind.ADJECTIVE: 10, Kind.VERB: 8, Kind.NUMBER: 1}
_RANKS = np.stack([zipf_table(_N_RANKS[kind]) for kind in Kind])
_GENERAL_RANKS = np.stack(
    [zipf_table(len(GENERAL.get(Kind.NOUN if kind is Kind.PLURAL else kind, "?"))) for kind in Kind]
)
_FIRST_OCTAVE, _N_OCTAVES = 7, 14
_COINED_OCTAVE, _N_COINED_OCTAVES = 13, 12
_N_TERMS = np.array([len(terms) for terms in TERMS])
_LONG_SENTENCE = 80


@dataclass(frozen=True, slots=True)
class Text:
    """A paper's title and the sentences of its abstract, each with its label."""

    title: str | None
    sentences: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def abstract(self) -> str | None:
        """The sentences joined by a space; None where there is none."""
        return " ".join(self.sentences) if self.sentences else None


def _layout_table() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], dict[Dirt, range]]:
    """Return roles (layouts, most sentences), their counts, and which layouts dirt chooses from.

    The first sentence of every layout is the title.
    """
    groups = {Dirt.CLEAN: _REGULAR, Dirt.FEW_SENTENCES: _FEW, Dirt.MANY_SENTENCES: _MANY}
    layouts: list[list[int]] = []
    ranges = {}
    for dirt, group in groups.items():
        ranges[dirt] = range(len(layouts), len(layouts) + len(group))
        layouts += [[_TITLE, *np.repeat(np.arange(5), counts).tolist()] for counts in group]
    ranges[Dirt.SHORT_SENTENCES] = range(len(layouts), len(layouts) + 1)
    layouts.append([_TITLE, *[_BRIEF] * _BRIEF_COUNT])
    counts = np.array([len(layout) for layout in layouts])
    table = np.zeros((len(layouts), counts.max()), dtype=np.int8)
    for row, layout in zip(table, layouts, strict=True):
        row[: len(layout)] = layout
    return table, counts, ranges


_LAYOUTS, _LAYOUT_COUNTS, _LAYOUTS_OF = _layout_table()
_PATTERNS = compile_patterns()


class Composer:
    """Writes the texts of one corpus."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._paper_root = root_key(plan.seed, "text")
        self._topic_root = root_key(plan.seed, "topics")
        self._vocabulary = Vocabulary()

    def compose(self, papers: npt.NDArray[np.integer]) -> list[Text]:
        """Return the texts of ``papers`` (indices, in any order)."""
        keys = self._plan.text_keys(papers)
        roots = derive(self._paper_root, keys)
        dirt = self._plan.dirt[papers]
        layout = _choose_layouts(roots, dirt)
        counts = _LAYOUT_COUNTS[layout]
        row = np.repeat(np.arange(len(papers)), counts)
        place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        role = _LAYOUTS[layout[row], place]
        patterns = _choose_patterns(roots[row], role, place)
        sentences = self._fill(keys, roots, row, place, patterns)
        labels = [ROLES[number] for number in range(5)] + ["other", "other"]
        names = [labels[number] for number in role.tolist()]
        styles = (roots & np.uint64(0xFF)).tolist()
        twins = (self._plan.twin_of[papers] >= 0).tolist()
        texts, start = [], 0
        for count, kind, style, twin in zip(
            counts.tolist(), dirt.tolist(), styles, twins, strict=True
        ):
            body = slice(start + 1, start + count)
            title = _style_title(sentences[start], style, twin)
            texts.append(_finish(title, tuple(sentences[body]), tuple(names[body]), kind))
            start += count
        return texts

    def _fill(self, keys, roots, row, place, patterns) -> list[str]:
        """Return one sentence per (row, place), its pattern's slots filled."""
        n_slots = _PATTERNS.n_slots[patterns]
        stops = np.cumsum(n_slots)
        sentence = np.repeat(np.arange(len(patterns)), n_slots)
        slot = np.arange(len(sentence)) - np.repeat(stops - n_slots, n_slots)
        pattern, paper = patterns[sentence], row[sentence]
        bits = derive(roots[paper], 64 + place[sentence] * 32 + slot)
        facet, kind = _PATTERNS.facets[pattern, slot], _PATTERNS.kinds[pattern, slot]
        codes = self._choose_words(bits, kind, facet, self._scopes(keys, roots), keys, paper)
        words = list(map(self._vocabulary.__getitem__, codes.tolist()))
        texts, start, sentences = _PATTERNS.texts, 0, []
        for number, stop in zip(patterns.tolist(), stops.tolist(), strict=True):
            filled = texts[number] % tuple(words[start:stop])
            sentences.append(filled[0].upper() + filled[1:])
            start = stop
        return sentences

    def _scopes(self, keys, roots) -> npt.NDArray[np.uint64]:
        """Return (papers, 8) keys: own topics 0-2, areas 3-5, the field, the paper itself."""
        latent = self._plan.latent
        topics = latent.topics[keys].astype(np.int64)
        number = np.concatenate([topics * 2, area_of(topics) * 2 + 1], axis=1) * 3
        number += np.tile(np.arange(3), 2)
        field = derive(self._topic_root, -1 - latent.field[keys].astype(np.int64))
        return np.column_stack([derive(self._topic_root, number), field, roots])

    def _choose_words(self, bits, kind, facet, scopes, keys, paper) -> npt.NDArray[np.int64]:
        """Return the code of the word of each slot."""
        source = _SOURCES[(bits & np.uint64(0xFF)).astype(np.intp)]
        fine = (bits >> np.uint64(8) & np.uint64(0xFFF)).astype(np.intp)
        rank = _RANKS[kind, fine]
        rank = np.where(source == _COINED, rank & 1, rank)
        column = np.select(
            [source == _OWN_TOPIC, source == _AREA, source == _OTHER_FACET, source == _COINED],
            [facet, 3 + facet, (facet + 1) % 3, 7],
            default=6,
        )
        shared_kind = np.where(kind == Kind.PLURAL, Kind.NOUN, kind)
        word = derive(scopes[paper, column], shared_kind * 64 + rank)
        octave = np.where(
            source == _COINED,
            _COINED_OCTAVE + below(word, _N_COINED_OCTAVES, 32),
            _FIRST_OCTAVE + below(word, _N_OCTAVES, 32),
        )
        size = np.int64(1) << octave
        number = size + (word.astype(np.int64) & (size - 1))
        origin = np.full(len(bits), int(Origin.INVENTED))
        general = source == _GENERAL
        origin[general] = Origin.GENERAL
        number[general] = _GENERAL_RANKS[kind[general], fine[general]]
        term = (source == _FIELD) & (shared_kind == Kind.NOUN)
        field = self._plan.latent.field[keys[paper[term]]].astype(np.int64)
        origin[term] = Origin.FIELD
        number[term] = field * TERM_STRIDE + rank[term] % _N_TERMS[field]
        numeral = kind == Kind.NUMBER
        origin[numeral] = Origin.INVENTED
        number[numeral] = 5 + below(bits[numeral], 900, 24)
        return word_codes(kind, origin, number)


def _choose_layouts(roots, dirt) -> npt.NDArray[np.int64]:
    """Return the layout of each paper."""
    bits = derive(roots, 0)
    regular = _LAYOUTS_OF[Dirt.CLEAN]
    layout = below(bits, len(regular))
    for kind, choices in _LAYOUTS_OF.items():
        at = dirt == kind
        layout[at] = choices.start + below(bits[at], len(choices))
    return layout


def _choose_patterns(roots, role, place) -> npt.NDArray[np.int64]:
    """Return the pattern of each sentence; a paper repeats a clause only when it has to."""
    n_clauses = _PATTERNS.n_clauses[role]
    clause = (below(derive(roots, 1 + role.astype(np.int64)), n_clauses) + place * 3) % n_clauses
    bits = derive(roots, 64 + place.astype(np.int64) * 32 + 31)
    ending = below(bits, _PATTERNS.n_endings[role])
    ending = np.where(chance(bits, 0.25, 32), 0, ending)
    return _PATTERNS.numbers[role, clause, ending]


def _style_title(title: str, style: int, twin: bool) -> str:
    """Return the title in one of the styles seen in S2ORC; a twin's in another than its own."""
    cased = title.title() if style % 8 < 5 else title
    if not twin:
        return cased if style % 32 else cased.upper()
    others = (title.upper(), f"{title}.", f"[{title}].", title.replace(":", " -").lower())
    return others[style // 64]


def _finish(title: str, body: tuple[str, ...], labels: tuple[str, ...], dirt: int) -> Text:
    """Return the text with its dirt, as far as that is a matter of wording."""
    if dirt == Dirt.NO_TITLE:
        return Text(None, body, labels)
    if dirt == Dirt.NO_ABSTRACT:
        return Text(title, (), ())
    if dirt == Dirt.SHORT_ABSTRACT:
        return Text(title, (NO_ABSTRACT_NOTE,), ("other",))
    if dirt == Dirt.LONG_SENTENCE:
        return Text(title, (_chain(body), *body[1:]), labels)
    return Text(title, body, labels)


def _chain(sentences: tuple[str, ...]) -> str:
    """Return one sentence of more than 80 tokens made of several."""
    parts: list[str] = []
    for sentence in sentences * 2:
        parts.append(sentence[0].lower() + sentence[1:-1])
        chained = ", and ".join(parts)
        if len(chained.split()) > _LONG_SENTENCE:
            break
    return chained[0].upper() + chained[1:] + "."
