"""The sentence patterns of the demo corpus, by rhetorical role.

``<n>`` takes a noun, ``<p>`` a plural, ``<a>`` an adjective, ``<v>`` a verb and ``<#>`` a number.
A letter before the kind names the facet whose topic the word comes from (b, m, r), by default
that of the role. A sentence is a clause of its role plus, often, one of the role's endings. Every
pattern starts with a capital and no word ends in a full stop, so that splitting at full stops
gives the sentences back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from paperpool.demo.words import Kind

ROLES = ("background", "objective", "method", "result", "other", "title", "brief")
"""What a pattern is for: the five labels of a sentence, titles, and sentences of 2-3 words."""

ROLE_FACET = (0, 0, 1, 2, 0, 0, 0)
"""The facet (background, method, result) whose topic each role speaks of."""

MAX_SLOTS = 16

_CLAUSES: dict[str, tuple[str, ...]] = {
    "background": (
        "Understanding the <a> <n> of <p> has long been a central question in the study of <n> <p>",
        "Recent years have seen a growing interest in <a> <p> and in the role that the <n> plays "
        "for <a> <n>",
        "Most existing accounts of <n> <p> assume that the <a> <n> is known in advance and that "
        "<p> are independent",
        "The <n> of <a> <p> is widely used to <v> the <n>, yet little is known about its <a> <p>",
        "Although <a> <p> are common in practice, their effect on the <n> and on the <a> <n> is "
        "still poorly understood",
        "Previous work on <n> <p> has mostly focused on the <a> case, in which the <n> does not "
        "<v> the <p>",
        "Many <p> depend on the <a> <n>, which makes it difficult to <v> the <n> of <p> at scale",
        "There is still no agreement on how <a> <p> should be treated when the <n> and the <a> "
        "<n> are in conflict",
        "In the presence of <a> <n>, the usual notion of <n> fails to <v> the <p> that matter for "
        "<n> <p>",
        "It has been argued that the <n> and the <a> <n> of <p> cannot be studied apart from the "
        "<n> they <v>",
        "Despite decades of research, the <n> between <a> <p> and the <n> remains one of the open "
        "problems of <n> research",
    ),
    "objective": (
        "In this paper we ask whether the <n> of <a> <p> can be used to <v> the <n> of <p>",
        "The aim of this work is to <v> the <a> <n> and to explain how <p> and <a> <p> are related",
        "We address the problem of <a> <n>, where the goal is to <v> the <p> of the given <n>",
        "Here we study <n> <p> from the point of view of the <a> <n> and revisit the question of "
        "<n>",
        "Our purpose is to find out under which conditions <a> <p> <v> the <n> and when the <n> "
        "does not matter",
    ),
    "method": (
        "We propose the <a> <n>, which uses <n> <p> to <v> the <n> and then adjusts the <a> <n> "
        "step by step",
        "Our approach combines the <n> with <a> <p> in order to <v> each <n> without access to "
        "the full <n>",
        "To this end, we <v> the <a> <n> on a set of <p> and select the <n> that best fits the <p>",
        "The procedure starts from the <n> of all <p>, builds the <a> <n>, and stops when the <n> "
        "is stable",
        "We formulate the task as <a> <n> over <p> and solve it with the <n> <n> under <a> <p>",
        "Using <n> <p> collected over several years, we fit the <a> <n> and test it against the "
        "<a> <n>",
        "In contrast to earlier work, the <n> is computed from <a> <p>, so that no <n> has to be "
        "given by hand",
        "Each <n> is described by its <a> <p>, and an additional <n> step is applied to <v> the "
        "<n>",
        "The <n> is trained with <a> <p> and evaluated by means of the <n> on <#> thousand <p>",
        "We derive the <a> <n> from first principles and show how it can <v> the <n> of <a> <p>",
        "A two stage design is used in which <p> are first sorted by <n> and the <a> <n> is then "
        "applied to <v> them",
    ),
    "result": (
        "Our experiments show that the <n> of <a> <p> grows by <#> percent when the <n> is removed",
        "The results indicate that <a> <p> <v> the <n> in <#> percent of the cases, far more often "
        "than the <n>",
        "We find that the <a> <n> depends on the <n> of <p> and that it disappears for <a> <p>",
        "On three sets of <p>, the error of the <n> falls from <#> to <#> while the <a> <n> is "
        "kept",
        "In addition, the <n> turned out to be more <a> than expected, which suggests that <p> "
        "<v> the <n>",
        "Compared with the best known <n>, we observe <a> <p> and a clear gain for <p> with <a> "
        "<n>",
        "The effect is strongest for <a> <p>, where the <n> reaches <#>, and vanishes in the "
        "absence of <n> <p>",
        "These findings suggest that the <n> of <p> is driven by <a> <p> rather than by the <n> "
        "itself",
        "No difference was found between the <a> <n> and the <n> of <p>, except where <a> <p> are "
        "present",
        "Taken together, the data support the view that <p> <v> the <a> <n> only through the <n>",
        "We also prove that the <n> is bounded by the <a> <n> whenever the <p> are free of <n>",
    ),
    "other": (
        "The material that is needed to repeat the study of <n> is available on request",
        "Possible uses for <a> <p> and directions for further work on the <n> are discussed",
        "We close with some remarks on the <n> and on the limits of <a> <p>",
    ),
    "title": (
        "On the <a> <n> of <p>: the <m:a> <m:n> approach",
        "<a> <n> and <m:n> <m:p>",
        "Towards <a> <n> with <m:a> <m:p>",
        "<m:a> <m:n> for <a> <n> <p>",
        "How do <a> <p> <v> the <n>? Evidence from <r:n> <r:p>",
        "The role of <n> <p> in <a> <n>: <r:a> <r:p>",
        "<n> <p> by <m:n>: the case of <r:a> <r:n>",
        "Using <m:a> <m:p> to <v> <n> <p>",
        "<m:n> based <n> of <a> <p>",
        "<a> <p>, <n> and the <r:a> <r:n>",
        "An analysis of <n> <p> under <m:a> <m:n>",
    ),
    "brief": ("On <a> <n>", "New <p>", "Some <a> <p>"),
}

_ENDINGS: dict[str, tuple[str, ...]] = {
    "background": (
        ", especially when the <n> is <a>",
        ", and the same holds for <a> <p>",
        ", so that new ways to <v> the <n> are needed",
        ", which limits what can be said about <n> <p>",
        " because the <p> of interest are rarely <a>",
        ", as the debate about <a> <n> has shown",
    ),
    "objective": (
        ", with a focus on <a> <p>",
        ", and which <p> are affected by the <n>",
        ", given only the <n> and a small number of <p>",
    ),
    "method": (
        ", with the <n> as the only <a> part",
        ", which keeps the number of <p> small",
        ", followed by the <n> of the remaining <p>",
        ", where the <a> <n> acts as a guide",
        " and repeat this for every <n> of the <p>",
        ", using the <a> <n> to <v> the <p>",
    ),
    "result": (
        ", with a margin of <#> over the <a> <n>",
        ", and that this holds for all <p> under study",
        ", in line with the theory of <a> <n>",
        ", although the <n> of <p> is not affected",
        ", independent of the <a> <n>",
        ", at a fraction of the <n> and with fewer <p>",
    ),
}

_SLOT = re.compile(r"<(?:([bmr]):)?([npav#])>")
_KINDS = {
    "n": Kind.NOUN,
    "p": Kind.PLURAL,
    "a": Kind.ADJECTIVE,
    "v": Kind.VERB,
    "#": Kind.NUMBER,
}


@dataclass(frozen=True)
class Patterns:
    """All patterns, compiled: P patterns of up to ``MAX_SLOTS`` slots.

    ``texts[i]`` is filled with ``%``; ``kinds`` and ``facets`` (P, MAX_SLOTS) say what each of
    its ``n_slots[i]`` slots takes. ``first[role, clause, ending]`` is a pattern's number, with
    ending 0 for none; ``n_clauses`` and ``n_endings`` count per role, no ending included.
    """

    texts: list[str]
    kinds: np.ndarray
    facets: np.ndarray
    n_slots: np.ndarray
    numbers: np.ndarray
    n_clauses: np.ndarray
    n_endings: np.ndarray


def compile_patterns() -> Patterns:
    """Return the patterns of this module, each clause with each of its role's endings."""
    texts: list[str] = []
    kinds: list[list[int]] = []
    facets: list[list[int]] = []
    endings = [("", *_ENDINGS.get(role, ())) for role in ROLES]
    shape = (len(ROLES), max(map(len, _CLAUSES.values())), max(map(len, endings)))
    numbers = np.full(shape, -1)
    for role, name in enumerate(ROLES):
        for clause, words in enumerate(_CLAUSES[name]):
            for ending, more in enumerate(endings[role]):
                pattern = words + more + ("" if name == "title" else ".")
                slots = _SLOT.findall(pattern)
                numbers[role, clause, ending] = len(texts)
                texts.append(_SLOT.sub("%s", pattern))
                pad = [0] * (MAX_SLOTS - len(slots))
                kinds.append([_KINDS[kind] for _, kind in slots] + pad)
                own = ROLE_FACET[role]
                facets.append(["bmr".index(f) if f else own for f, _ in slots] + pad)
    return Patterns(
        texts,
        np.array(kinds),
        np.array(facets),
        np.array([text.count("%s") for text in texts]),
        numbers,
        np.array([len(_CLAUSES[name]) for name in ROLES]),
        np.array([len(some) for some in endings]),
    )
