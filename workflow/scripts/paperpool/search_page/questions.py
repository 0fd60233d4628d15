"""A search that was asked for, checked against what the run can be searched by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, name_some
from paperpool.search_page.encoder_choices import EncoderChoice
from paperpool.search_page.model import (
    CHOICES,
    MAX_OTHERS,
    MAX_PAGES,
    MAX_RESULTS,
    RANKERS,
    WHOLE,
    WITHIN,
    Example,
    RunFacts,
    Settings,
)


@dataclass(frozen=True)
class Question:
    """An example and how to search by it.

    ``chosen`` are the places of the sentences to search by. ``choice`` is the encoder, None where
    there is none; ``loss`` is that of the trained re-ranker, None where there is none. ``own`` are
    the ids of the example in the run, those of its twins among them.
    """

    example: Example
    settings: Settings
    chosen: tuple[int, ...]
    choice: EncoderChoice | None
    loss: str | None
    own: frozenset[str]
    more: tuple[Question, ...] = ()
    """The other papers that a result should be like, each as a question of its own."""
    less: tuple[Question, ...] = ()
    """The papers that a result should be less like."""

    @property
    def all_own(self) -> frozenset[str]:
        """The ids of all papers that are asked with."""
        return frozenset().union(*(part.own for part in (self, *self.more, *self.less)))

    @property
    def encoder(self) -> EncoderChoice:
        """The encoder of a question that asks one."""
        if self.choice is None:
            raise ValueError("The question has no encoder.")
        return self.choice

    @property
    def text(self) -> str:
        """The chosen sentences, joined by a space."""
        return " ".join(self.example.sentences[place].text for place in self.chosen)

    @property
    def words(self) -> str:
        """What is searched for by words: as CSFCube's rankers of abstracts, without the title.

        With it where the whole paper is the example.
        """
        whole = self.settings.facet == WHOLE and not self.settings.marked
        return f"{self.example.title} {self.text}" if whole else self.text


def check_question(
    example: Example,
    settings: Settings,
    facts: RunFacts,
    choices: tuple[EncoderChoice, ...],
    has_labeller: bool,
    own: frozenset[str],
) -> Question:
    """Return the question; UserError listing every problem of the settings, then of the example."""
    problems = [
        *_check_ranker(settings, facts),
        *_check_filters(settings, facts),
    ]
    if settings.facet not in CHOICES:
        problems.append(_unknown("facet", settings.facet, CHOICES))
    if not 1 <= settings.n_results <= MAX_RESULTS:
        what = f"{settings.n_results} results cannot be shown."
        problems.append(Problem(what, "number of results", f"Ask for 1 to {MAX_RESULTS}."))
    if max(len(settings.like), len(settings.unlike)) > MAX_OTHERS:
        what = "Too many papers are asked with."
        hint = f"Name at most {MAX_OTHERS} to be like, and as many to be less like."
        problems.append(Problem(what, "papers", hint))
    if settings.within not in WITHIN:
        problems.append(_unknown("choice of papers", settings.within, WITHIN))
    if not 1 <= settings.page <= MAX_PAGES:
        what = f"There is no page {settings.page} of results."
        problems.append(Problem(what, "page", f"Ask for 1 to {MAX_PAGES}."))
    if problems:
        raise UserError(problems)
    n = len(example.sentences)
    if outside := [place for place in settings.marked if not 0 <= place < n]:
        what = f"Sentence {outside[0] + 1} is marked, but the abstract has {n}."
        raise UserError(Problem(what, "marked sentences", "Mark the sentences again."))
    chosen = example.chosen(settings.facet, settings.marked)
    if not chosen:
        raise UserError(_nothing_chosen(example, settings, has_labeller))
    choice = _choose_encoder(settings, facts, choices)
    losses = facts.losses.get(choice.name, ()) if choice else ()
    loss = settings.loss if settings.loss in losses else next(iter(losses), None)
    return Question(example, settings, chosen, choice, loss, own)


def _check_ranker(settings: Settings, facts: RunFacts) -> list[Problem]:
    if settings.ranker not in RANKERS:
        return [_unknown("ranker", settings.ranker, facts.rankers)]
    if settings.ranker not in facts.rankers:
        what = f"Run {facts.run!r} cannot be searched with {settings.ranker}."
        hints = {
            "scisearch": "Train its re-rankers: .venv/bin/snakemake scisearch with the run's "
            "configuration.",
        }
        hint = "Give the run an encoder: a ranker of kind dense, or scisearch.encoders."
        return [Problem(what, "ranker", hints.get(settings.ranker, hint))]
    problems = []
    known = facts.encoders_for(settings.ranker)
    if settings.encoder is not None and settings.encoder not in known:
        problems.append(_unknown("encoder", settings.encoder, known))
    if settings.ranker != "scisearch" or problems:
        return problems
    if settings.facet == WHOLE:
        what = "The trained re-rankers know facets, not whole abstracts."
        hint = f"Choose a facet: {', '.join(FACETS)}."
        problems.append(Problem(what, "facet", hint))
    trained = facts.losses
    if settings.encoder is not None and settings.encoder not in trained:
        what = f"No re-ranker was trained for the encoder {settings.encoder}."
        problems.append(Problem(what, "encoder", f"Trained: {', '.join(trained)}."))
    elif settings.loss is not None:
        encoders = [settings.encoder] if settings.encoder else list(trained)
        known = {loss for encoder in encoders for loss in trained[encoder]}
        if settings.loss not in known:
            problems.append(_unknown("loss", settings.loss, sorted(known)))
    return problems


def _check_filters(settings: Settings, facts: RunFacts) -> list[Problem]:
    filters, problems = settings.filters, []
    known = [name for name, _ in facts.fields]
    if unknown := [name for name in filters.fields if name not in known]:
        problems.append(_unknown("field", unknown[0], known))
    first, last = filters.year_from, filters.year_to
    if first is not None and last is not None and first > last:
        what = f"No year is from {first} on and up to {last}."
        problems.append(Problem(what, "years", "Exchange the two."))
    return problems


def _unknown(kind: str, value: str, known: Sequence[str]) -> Problem:
    hint = f"Known: {name_some(known, 20)}." if known else ""
    return Problem(f"There is no {kind} {value!r}.", kind, hint)


def _nothing_chosen(example: Example, settings: Settings, has_labeller: bool) -> Problem:
    """Return the problem of an example without a sentence of the facet."""
    if not example.sentences:
        return Problem("The paper has no abstract.", "example", "Choose another paper.")
    if any(sentence.facet for sentence in example.sentences):
        with_facet = [facet for facet in FACETS if example.chosen(facet)]
        hint = f"It has sentences of {', '.join(with_facet)}; or mark some, or choose {WHOLE}."
        if not with_facet:
            hint = f"Mark some sentences, or choose {WHOLE}."
        return Problem(f"No sentence of the paper is about {settings.facet}.", "facet", hint)
    why = "" if has_labeller else ": the run has no labeller"
    hint = f"Mark some sentences, or choose {WHOLE}."
    return Problem(f"The paper's sentences have no facets{why}.", "facet", hint)


def _choose_encoder(
    settings: Settings, facts: RunFacts, choices: tuple[EncoderChoice, ...]
) -> EncoderChoice | None:
    """Return the encoder that is asked for, or the first that can do what is."""
    by_name = {choice.name: choice for choice in choices}
    if settings.encoder is not None:
        return by_name[settings.encoder]
    if settings.ranker == "scisearch":
        able = [e for e, losses in facts.losses.items() if settings.loss in (None, *losses)]
        return by_name[able[0]]
    return choices[0] if choices else None
