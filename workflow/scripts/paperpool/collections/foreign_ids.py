"""Ids that should be known and are not: of judged documents, and of a run's queries and documents.

Such ids raise no error of any measure: what is not known is not found, and a run scores near 0 for
a prefix of its ids. So more unknown ids than known ones are an error, with the likely reason.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, quote

N_SHOWN = 3
"""Ids of each side that a message shows."""

N_TRIED = 20
"""Ids whose beginnings and endings are tried as a prefix or an ending of all."""

N_COMMON = 5
"""The commonest prefixes and endings that are tried on all ids."""

_SPELLINGS: dict[str, Callable[[str], str]] = {
    "blanks at their ends": str.strip,
    "quotation marks": lambda text: text.strip("\"'"),
    "upper or lower case": str.casefold,
    "leading zeros": lambda text: text.lstrip("0") or text,
}
"""What may tell an id of one side from the same one of the other."""


Ids = TypeVar("Ids", bound=tuple[str, ...])
"""The ids of an item, as of its query and its document."""


@dataclass(frozen=True)
class IdCheck:
    """Ids of one ``kind``, which should be ``known_as``: how many are, of how many there are.

    ``n_wanted`` of the known ids are wanted: a run that has half of them, and others besides, is
    of this collection. None: no number is wanted.
    """

    kind: str
    known_as: str
    n_known: int
    n_all: int
    n_wanted: int | None = None

    @property
    def is_foreign(self) -> bool:
        """Whether more ids are unknown than known, and too few of the wanted ones are there."""
        if 2 * self.n_known >= self.n_all:
            return False
        return self.n_wanted is None or 2 * self.n_known < self.n_wanted

    def describe(self, subject: str) -> str:
        """Return a sentence of the ids' number, and of how many are known."""
        if self.n_known:
            share = f"only {self.n_known:,} of its {self.n_all:,} {self.kind} are"
        else:
            share = f"none of its {self.n_all:,} {self.kind} is"
        return f"{subject}: {share} {self.known_as}."


def find_foreign(
    subject: str,
    where: str,
    checks: Iterable[IdCheck],
    list_ids: Callable[[IdCheck], tuple[Collection[str], Collection[str]]],
) -> Problem | None:
    """Return the problem that most ids of a kind are unknown, for the first such kind.

    ``subject`` is whose ids they are. ``list_ids`` returns the unknown ids and the known ones; it
    is called for a foreign kind alone.
    """
    for check in checks:
        if check.is_foreign:
            hint = compare_ids(*list_ids(check))
            return Problem(check.describe(subject), where, hint)
    return None


def compare_ids(unknown: Collection[str], known: Collection[str]) -> str:
    """Return sentences with some unknown ids, some known ones, and the likely difference."""
    strange = sorted(unknown)
    theirs = ", ".join(map(quote, strange[:N_SHOWN]))
    ours = ", ".join(map(quote, sorted(known)[:N_SHOWN]))
    text = f"Unknown are {theirs}; known are {ours}." if known else f"Unknown are {theirs}."

    difference = find_difference(strange, known)
    if difference:
        return f"{text} {difference}"
    if strange[0].rpartition("_")[2] in default_scheme().facet_names:
        text += " <paper>_<facet> is how CSFCube names its queries."
    return f"{text} Are they of another collection?"


def find_other_spellings(
    unknown: Mapping[Ids, str],
    known: Collection[Ids],
    kinds: Mapping[str, int],
) -> list[Problem]:
    """Return a problem for each kind of ids that may only be spelled otherwise.

    ``unknown`` has the first place of each unknown item, ``kinds`` where in an item the ids of a
    kind ("queries") stand. Problems are in addition to those of single items.
    """
    problems = []
    for kind, index in kinds.items():
        theirs = {item[index] for item in known}
        strange = {item[index]: where for item, where in unknown.items()}
        strange = {name: where for name, where in strange.items() if name not in theirs}
        difference = find_difference(strange, theirs) if strange else ""
        if difference:
            message = (
                f"The ids of {kind} may only be spelled otherwise (unknown: {len(strange):,})."
            )
            problems.append(Problem(message, next(iter(strange.values())), difference))
    return problems


def find_difference(unknown: Collection[str], known: Collection[str]) -> str:
    """Return the difference that would make most unknown ids known, as a sentence; "" for none."""
    best = ""
    n_best = 0
    for difference, spell in _SPELLINGS.items():
        spelled = {spell(known_id) for known_id in known}
        n_fitting = sum(spell(unknown_id) in spelled for unknown_id in unknown)
        if n_fitting > n_best:
            best = difference
            n_best = n_fitting

    # either side may be the one whose ids are longer by a prefix or an ending
    for long_ids, short_ids, whose in (
        (unknown, known, ""),
        (known, unknown, " of the known ids"),
    ):
        names = set(short_ids)
        for kind, affix in _list_affixes(long_ids, names):
            shortened = {_without(kind, affix, long_id) for long_id in long_ids}
            n_fitting = len(shortened & names)
            if affix.isdigit() and n_fitting < len(unknown):
                continue  # by chance: numbers end in other numbers
            if n_fitting > n_best:
                best = f"the {kind} {quote(affix)}{whose}"
                n_best = n_fitting

    if 2 * n_best < len(unknown):
        return ""
    share = "All" if n_best == len(unknown) else f"{n_best:,} of {len(unknown):,}"
    return f"{share} would be known but for {best}."


def _list_affixes(long_ids: Collection[str], short_ids: set[str]) -> list[tuple[str, str]]:
    """Return the commonest prefixes and endings that short ids lack, the shortest ones first.

    They are sought in the ids of the smaller side, which most likely have a partner.
    """
    prefixes: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    if len(long_ids) <= len(short_ids):
        longest = max(map(len, short_ids), default=0)
        for long_id in _take_longest(long_ids):
            length = len(long_id)
            for cut in range(max(1, length - longest), length):
                if long_id[cut:] in short_ids:
                    prefixes[long_id[:cut]] += 1
            for cut in range(1, min(longest, length - 1) + 1):
                if long_id[:cut] in short_ids:
                    endings[long_id[cut:]] += 1
    else:
        for short_id in _take_longest(short_ids):
            for long_id in long_ids:
                if long_id.endswith(short_id):
                    prefixes[long_id.removesuffix(short_id)] += 1
                if long_id.startswith(short_id):
                    endings[long_id.removeprefix(short_id)] += 1

    found = [("prefix", prefix) for prefix, _ in prefixes.most_common(N_COMMON)]
    found += [("ending", ending) for ending, _ in endings.most_common(N_COMMON)]
    return sorted(found, key=lambda affix: len(affix[1]))


def _take_longest(ids: Collection[str]) -> list[str]:
    """Return the longest ids: what fits them fits few others by chance."""
    return sorted(ids, key=lambda text: (-len(text), text))[:N_TRIED]


def _without(kind: str, affix: str, text: str) -> str | None:
    """Return an id without its prefix or ending; None if it has another one."""
    if kind == "prefix" and text.startswith(affix):
        return text.removeprefix(affix)
    if kind == "ending" and text.endswith(affix):
        return text.removesuffix(affix)
    return None
