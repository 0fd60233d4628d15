"""Filters that keep nothing of a corpus: an error that says what the papers have instead."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from paperpool.errors import Problem, UserError, guess, name_some, quote
from paperpool.io.tables import read_batches
from paperpool.workflow.corpus.csfcube_filter import SENTENCE_REASONS
from paperpool.workflow.corpus.filter_kinds import FILTERS, NO_FILTER
from paperpool.workflow.corpus.groups import Summary

_LOG = logging.getLogger("paperpool")

_FEW = 0.001
"""A filter that keeps a smaller share than this is doubtful."""

_SHOWN = 20
"""Fields that a message names."""


def check_filters(
    summary: Summary,
    papers: Sequence[str | Path],
    *,
    field: str | None,
    arxiv_only: bool,
) -> None:
    """Raise UserError with each filter that keeps nothing; warn of those that keep little.

    ``summary`` is the corpus's. ``papers`` are its readable rows (``shards.READABLE``), read only
    to explain. ``field`` and ``arxiv_only``: see ``selection.select_csfcube``.

    Papers that are kept always (by id) pass every filter, so they do not count as kept by it. With
    such papers a filter that keeps no other is an error only if no paper has its field: otherwise
    it may be meant, and is a warning.
    """
    problems: list[Problem] = []
    for name, counts in summary["filters"].items():
        kept = counts["kept"] - counts["kept_always"]
        n_decided = kept + sum(counts["dropped"].values())
        if kept >= _FEW * n_decided:
            continue

        if kept:
            share = f"{kept:,} of {n_decided:,} papers, less than {_FEW:.1%}"
            _LOG.warning("The filter %s keeps %s. %s", name, share, _list_dropped(counts))
            continue

        problem = _explain(name, counts, papers, field, arxiv_only)
        is_misspelt = problem.where == f"corpus.{name}.field"
        if counts["kept_always"] and not is_misspelt:
            _LOG.warning("%s", problem)
        else:
            problems.append(problem)

    if problems:
        raise UserError(problems)


def _explain(
    name: str,
    counts: Summary,
    papers: Sequence[str | Path],
    field: str | None,
    arxiv_only: bool,
) -> Problem:
    """Return the message about a filter that keeps none but the papers that are always kept."""
    dropped = counts["dropped"]
    n_dropped = sum(dropped.values())
    noun = "paper" if n_dropped <= 1 else "papers"
    message = f"The filter {name} keeps none of {n_dropped:,} {noun}"
    if counts["kept_always"]:
        message += f" besides the {counts['kept_always']:,} always kept"
    leave_out = f"take {name} out of corpus.filters"

    has_measured = any(dropped[reason] for reason in SENTENCE_REASONS if reason in dropped)
    if dropped.get("not_selected") and not has_measured:
        fields, n_of_field, n_with_arxiv = _count_fields(papers, field)
        if not n_of_field:
            message += f": none has the field {quote(field)}. {_list_fields(fields)}"
            hint = f"Set it to one of these, or to null for any field; or {leave_out}."
            hint = f"{guess(field, fields)} {hint}".strip()
            return Problem(message, f"corpus.{name}.field", hint)

        if arxiv_only and not n_with_arxiv:
            of_field = ""
            if field is not None:
                of_field = f" of the field {quote(field)}"
            message += f": none of the {n_of_field:,}{of_field} has an arXiv id."
            where = f"corpus.{name}.arxiv_only"
            return Problem(message, where, f"Set it to false, or {leave_out}.")

    message += f". {_list_dropped(counts)}"
    if name == NO_FILTER:  # only marks of works can drop a paper then
        return Problem(message, "corpus.openalex.leave_out", "Name fewer marks.")
    hint = f"Change the settings in corpus.{name}, or {leave_out}."
    if name not in FILTERS:
        hint = f"Change the conditions of {name} there, or {leave_out}."
    return Problem(message, "corpus.filters", hint)


def _list_dropped(counts: Summary) -> str:
    """Return the reasons that dropped papers, each with its number."""
    reasons = []
    for reason, n in counts["dropped"].items():
        if n:
            reasons.append(f"{reason.replace('_', ' ')} ({n:,})")
    return f"Dropped: {', '.join(reasons)}."


def _list_fields(fields: Mapping[str, int]) -> str:
    if not fields:
        return "No paper of the corpus has a field."
    listed = [f"{field} ({n:,})" for field, n in fields.items()]
    return f"Fields of the corpus: {name_some(listed, _SHOWN)}."


def _count_fields(
    papers: Iterable[str | Path], field: str | None
) -> tuple[dict[str, int], int, int]:
    """Return the papers of each field, the most frequent first, and two counts for ``field``.

    They are the papers of this field (all, if it is None), and those of them with an arXiv id.
    """
    fields: Counter[str] = Counter()
    n_of_field = n_with_arxiv = 0
    for batch in read_batches(papers, ["fields", "arxiv_id"]):
        names = batch["fields"].flatten()
        for pair in pc.value_counts(names).to_pylist():
            fields[pair["values"]] += pair["counts"]

        has_field = np.full(batch.num_rows, field is None)
        if field is not None:
            rows = pc.list_parent_indices(batch["fields"])
            has_field[rows.filter(pc.equal(names, field)).to_numpy()] = True

        has_arxiv = batch["arxiv_id"].is_valid().to_numpy(zero_copy_only=False)
        n_of_field += int(has_field.sum())
        n_with_arxiv += int((has_field & has_arxiv).sum())
    return dict(fields.most_common()), n_of_field, n_with_arxiv
