"""Which paper of the run is meant by what was typed: its id, another site's id, or its title."""

from __future__ import annotations

from paperpool.errors import Problem, UserError
from paperpool.search_page.known_ids import OWN, KnownId, read_known_id
from paperpool.search_page.papers import Papers
from paperpool.search_page.titles import TitleSearch

_SUGGESTIONS = 8


class PaperFinder:
    """Finds papers of a run; ``run`` is what problems call it. Nothing is asked of other sites."""

    def __init__(self, papers: Papers, titles: TitleSearch, run: str):
        self._papers = papers
        self._titles = titles
        self._where = f"run {run!r}"

    def find(self, text: str) -> int | list[int]:
        """Return the row of the paper that is meant; else those of the papers that may be.

        These are papers of one public id, or those whose titles are most like ``text``. Titles are
        compared as normalised (``corpus.keys``). Raises UserError where nothing is like it.
        """
        text = text.strip()
        row = self._papers.row.get(text)
        if row is not None:
            return row
        known = read_known_id(text)
        if known is not None:
            rows = self._with_id(known)
            return rows[0] if len(rows) == 1 else rows[:_SUGGESTIONS]
        if len(rows := self._papers.with_title(text)):
            return int(rows[0])
        found = self._titles.find(text, _SUGGESTIONS)
        if not found:
            what = f"No paper has this id, and no title is like it: {text!r}."
            hint = (
                "Give a paper's id, its DOI, arXiv or ACL id, or words of its title, or paste "
                "title and abstract."
            )
            raise UserError(Problem(what, self._where, hint))
        return found

    def _with_id(self, known: KnownId) -> list[int]:
        """Return the rows of the papers with a public id, ascending; UserError without any."""
        for column, ids in known.columns:
            own = [self._papers.row[i] for i in (known.text, *ids) if i in self._papers.row]
            rows = [] if column == OWN else self._papers.with_value(column, ids)
            if found := sorted({*own, *rows}):
                return found
        what = f"No paper of the run has this {known.kind}: {known.text!r}."
        hint = "Search by its title, or paste title and abstract."
        if all(column != OWN and not self._papers.has_any(column) for column, _ in known.columns):
            hint = f"The run knows no {known.kind} of any paper. {hint}"
        raise UserError(Problem(what, self._where, hint))
