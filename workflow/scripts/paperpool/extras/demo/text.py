"""Compose the titles and abstracts of papers from their topics.

All choices for a block of papers are made on arrays; only patterns are filled word by word. A
paper's text is a function of (seed, its text key, its topics and dirt) alone.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.latent import FIELD_STRIDE, IS_HUMANITIES, area_of
from paperpool.extras.demo.lexicon import Family, load_lexicon
from paperpool.extras.demo.phrases import N_STRIDES, ROLES, compile_patterns
from paperpool.extras.demo.randomness import Ints, below, chance, derive, root_key, zipf_table

NO_ABSTRACT_NOTE = "Abstract not available."

_TITLE = ROLES.index("title")
_BRIEF = ROLES.index("brief")

# Sentences per abstract: background, objective, method, result, other.
_REGULAR = (
    ((2, 1, 2, 2, 0), (2, 1, 3, 2, 0), (3, 0, 2, 3, 0), (2, 1, 3, 3, 0), (3, 1, 2, 2, 1))
    + ((1, 1, 3, 2, 0), (2, 0, 3, 3, 0), (2, 1, 2, 3, 1), (3, 1, 3, 3, 0), (2, 1, 2, 3, 0))
    + ((1, 1, 2, 3, 0), (2, 1, 4, 2, 0), (2, 1, 3, 2, 1), (3, 1, 3, 2, 0), (2, 1, 2, 4, 0))
)
_FEW = ((1, 0, 0, 0, 0), (1, 0, 0, 1, 0), (0, 1, 1, 0, 0))
_MANY = ((7, 1, 8, 7, 0), (6, 2, 9, 8, 1))
_BRIEF_COUNT = 4

# Where the terms of a sentence come from, in 256ths; a title's are of its own topics.
_OWN_TOPIC, _AREA, _FIELD, _OTHER_FACET = range(4)
_SOURCES = np.repeat(np.arange(4), (196, 36, 8, 16))
_GENERAL_RATE = 0.15
"""How often a quality is one that any paper may use."""

_N_RANKS = {
    Family.SUBJECT: 7,
    Family.THING: 12,
    Family.QUALITY: 7,
    Family.METHOD: 6,
    Family.SOURCE: 5,
    Family.MEASURE: 5,
    Family.EPONYM: 3,
    Family.ACTION: 6,
}
"""How many terms of each family a topic uses, the first of them most."""
_RANKS = np.stack([zipf_table(_N_RANKS.get(family, 1)) for family in Family])
_EPONYM_OCTAVE = 12
_N_EPONYM_OCTAVES = 4
_NAME_OCTAVE = 13
_N_NAME_OCTAVES = 10
_LONG_SENTENCE = 80
_SMALL_WORDS = frozenset("a an and as at by for from in its of on or the their to with".split())


@dataclass(frozen=True, slots=True)
class Text:
    """A paper's title and the sentences of its abstract, each with its label."""

    title: str | None
    sentences: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def abstract(self) -> str | None:
        """The sentences joined by a space, or None."""
        if not self.sentences:
            return None
        return " ".join(self.sentences)


def _layout_table() -> tuple[npt.NDArray[np.int8], Ints, dict[Dirt, range]]:
    """Return roles (layouts, most sentences), their counts, and the layouts of papers with dirt."""
    groups = {Dirt.CLEAN: _REGULAR, Dirt.FEW_SENTENCES: _FEW, Dirt.MANY_SENTENCES: _MANY}
    layouts: list[list[int]] = []
    ranges = {}
    for dirt, group in groups.items():
        ranges[dirt] = range(len(layouts), len(layouts) + len(group))
        for counts in group:
            layouts.append([_TITLE, *np.repeat(np.arange(5), counts).tolist()])
    ranges[Dirt.SHORT_SENTENCES] = range(len(layouts), len(layouts) + 1)
    layouts.append([_TITLE] + [_BRIEF] * _BRIEF_COUNT)

    lengths = np.array([len(layout) for layout in layouts])
    table = np.zeros((len(layouts), lengths.max()), dtype=np.int8)
    for row, layout in zip(table, layouts, strict=True):
        row[: len(layout)] = layout
    return table, lengths, ranges


_LAYOUTS, _LAYOUT_COUNTS, _LAYOUTS_OF = _layout_table()
_PATTERNS = compile_patterns()
_MANNERS = np.array(IS_HUMANITIES, dtype=np.intp)


class Composer:
    """Writes the texts of one corpus."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._paper_root = root_key(plan.seed, "text")
        self._topic_root = root_key(plan.seed, "topics")
        self._lexicon = load_lexicon()

    def compose(self, papers: npt.NDArray[np.integer]) -> list[Text]:
        """Return the texts of ``papers`` (indices, in any order)."""
        keys = self._plan.text_keys(papers)
        roots = derive(self._paper_root, keys)
        dirt = self._plan.dirt[papers]
        layout = _choose_layouts(roots, dirt)
        counts = _LAYOUT_COUNTS[layout]

        # of all sentences: their papers, places, roles and patterns
        row = np.repeat(np.arange(len(papers)), counts)
        place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        role = _LAYOUTS[layout[row], place]
        manner = _MANNERS[self._plan.latent.field[keys]][row]
        patterns = _choose_patterns(roots[row], manner, role, place)
        sentences = self._fill(keys, roots, row, place, role, patterns)

        labels = [ROLES[number] for number in range(5)] + ["other", "other"]
        names = [labels[number] for number in role.tolist()]
        styles = (roots & np.uint64(0xFF)).tolist()
        twins = (self._plan.twin_of[papers] >= 0).tolist()

        texts = []
        start = 0
        for count, kind, style, twin in zip(
            counts.tolist(), dirt.tolist(), styles, twins, strict=True
        ):
            body = slice(start + 1, start + count)
            title = _style_title(sentences[start], style, twin)
            texts.append(_finish(title, tuple(sentences[body]), tuple(names[body]), kind))
            start += count
        return texts

    def _fill(self, keys, roots, row, place, role, patterns) -> list[str]:
        """Return one sentence per (row, place), its pattern's slots filled."""
        n_slots = _PATTERNS.n_slots[patterns]
        stops = np.cumsum(n_slots)
        sentence = np.repeat(np.arange(len(patterns)), n_slots)
        slot = np.arange(len(sentence)) - np.repeat(stops - n_slots, n_slots)
        pattern = patterns[sentence]
        paper = row[sentence]

        bits = derive(roots[paper], 64 + place[sentence] * 32 + slot)
        whole = derive(roots[row], 64 + place.astype(np.int64) * 32 + 30)
        codes = self._choose_words(
            bits, whole[sentence], role[sentence], pattern, slot, keys, roots, paper
        )
        words = list(map(self._lexicon.spell, codes.tolist()))

        sentences = []
        start = 0
        for number, stop in zip(patterns.tolist(), stops.tolist(), strict=True):
            filled = _PATTERNS.texts[number] % tuple(words[start:stop])
            sentences.append(filled[0].upper() + filled[1:])
            start = stop
        return sentences

    def _scopes(self, keys, roots) -> tuple[npt.NDArray[np.uint64], Ints]:
        """Return keys, fields and themes of the sources of terms, and their order.

        Keys are (papers, 8): own topics 0-2, areas 3-5, the field, the paper itself. Fields and
        themes are (2, papers, 8).
        """
        latent = self._plan.latent
        topics = latent.topics[keys].astype(np.int64)
        areas = area_of(topics)
        number = np.concatenate([topics * 2, areas * 2 + 1], axis=1) * 3
        number += np.tile(np.arange(3), 2)

        field = latent.field[keys].astype(np.int64)[:, None]
        topic_keys = derive(self._topic_root, number)
        field_keys = derive(self._topic_root, -1 - field)
        scopes = np.column_stack([topic_keys, field_keys, roots])

        home = topics // FIELD_STRIDE
        fields = np.concatenate([home, home, field, field], axis=1)
        zeros = np.zeros_like(fields[:, :2])
        themes = np.concatenate([topics % FIELD_STRIDE, areas * 3 + 1, zeros], axis=1)
        return scopes, np.stack([fields, themes % self._lexicon.n_themes[fields]])

    def _choose_words(self, bits, whole, role, pattern, slot, keys, roots, paper) -> Ints:
        """Return the code of the word of each slot."""
        lexicon = self._lexicon
        family = _PATTERNS.families[pattern, slot]
        facet = _PATTERNS.facets[pattern, slot]
        scopes, (fields, themes) = self._scopes(keys, roots)

        # whose terms they are
        source = _SOURCES[(whole & np.uint64(0xFF)).astype(np.intp)]
        is_of_topic = (family == Family.EPONYM) | (role == _TITLE)
        source = np.where(is_of_topic, _OWN_TOPIC, source)
        column = np.select(
            [source == _AREA, source == _OTHER_FACET, source == _FIELD],
            [3 + facet, (facet + 1) % 3, 6],
            default=facet,
        )
        column[family == Family.NAME] = 7

        # the list of terms, and the place in it
        word = derive(scopes[paper, column], family)
        field = fields[paper, column]
        theme = themes[paper, column]
        theme = np.where(source == _FIELD, below(whole, lexicon.n_themes[field]), theme)
        start = lexicon.starts[field, theme, family]
        size = lexicon.sizes[field, theme, family]
        fine = (derive(whole, family) & np.uint64(0xFFF)).astype(np.intp)
        rank = _RANKS[family, fine] + _PATTERNS.earlier[pattern, slot]
        step = (word & np.uint64(1)).astype(np.int64) * 2 - 1
        place = (below(word, size, 32) + rank * step) % np.maximum(size, 1)

        # terms of all fields
        shared = (size == 0) | ((family == Family.QUALITY) & chance(bits, _GENERAL_RATE))
        first, count = lexicon.general[family].T
        place = np.where(shared, below(bits, count, 32), place)
        start = np.where(shared, first, start)
        code = start + place * lexicon.n_forms[family] + _PATTERNS.forms[pattern, slot]

        # names have codes after those of the lexicon
        word = derive(word, np.where(family == Family.EPONYM, rank, 0))
        for kind, octave, n_octaves in (
            (Family.EPONYM, _EPONYM_OCTAVE, _N_EPONYM_OCTAVES),
            (Family.NAME, _NAME_OCTAVE, _N_NAME_OCTAVES),
        ):
            at = family == kind
            span = np.int64(1) << (octave + below(word[at], n_octaves, 32))
            code[at] = len(lexicon.words) + span + (word[at].astype(np.int64) & (span - 1))
        return code


def _choose_layouts(roots, dirt) -> Ints:
    """Return the layout of each paper."""
    bits = derive(roots, 0)
    regular = _LAYOUTS_OF[Dirt.CLEAN]
    layout = below(bits, len(regular))
    for kind, choices in _LAYOUTS_OF.items():
        at = dirt == kind
        layout[at] = choices.start + below(bits[at], len(choices))
    return layout


def _choose_patterns(roots, manner, role, place) -> Ints:
    """Return the pattern of each sentence; a paper repeats a clause only when it has to."""
    n_clauses = _PATTERNS.n_clauses[manner, role]
    start = derive(roots, 1 + role.astype(np.int64))
    stride = _PATTERNS.strides[manner, role, below(start, N_STRIDES)]
    clause = (below(start, n_clauses, 32) + place * stride) % n_clauses
    bits = derive(roots, 64 + place.astype(np.int64) * 32 + 31)
    ending = below(bits, _PATTERNS.n_endings[role])
    ending = np.where(chance(bits, 0.25, 32), 0, ending)
    return _PATTERNS.numbers[manner, role, clause, ending]


def _style_title(title: str, style: int, twin: bool) -> str:
    """Return the title in one of the styles seen in S2ORC; a twin's in another than its own."""
    if twin:
        others = (title.upper(), f"{title}.", f"[{title}].", title.replace(":", " -").lower())
        return others[style // 64]
    if style % 8 < 5:
        title = _capitalise(title)
    if style % 32 == 0:
        title = title.upper()
    return title


def _capitalise(title: str) -> str:
    """Return the title with a capital for each word but the small ones."""
    first, *others = title.split(" ")
    words = [first]
    for word in others:
        if word not in _SMALL_WORDS:
            word = word[0].upper() + word[1:]
        words.append(word)
    return " ".join(words)


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
