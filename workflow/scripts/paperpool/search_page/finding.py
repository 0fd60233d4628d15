"""Which paper of the run is meant by what was typed: its id, another site's id, or its title."""

from paperpool.errors import Problem, UserError
from paperpool.search_page.known_ids import OWN, KnownId, read_known_id
from paperpool.search_page.papers import Papers
from paperpool.search_page.titles import TitleSearch

_SUGGESTIONS = 8


def find_paper(text: str, papers: Papers, titles: TitleSearch, run: str) -> int | list[int]:
    """Return the row of the paper that is meant; else those of the papers that may be.

    These are papers of one public id, or those whose titles are most like ``text``. Titles are
    compared as normalised (``corpus.keys``); nothing is asked of other sites. Raises UserError
    where nothing is like it, which calls the run ``run``.
    """
    text, where = text.strip(), f"run {run!r}"
    row = papers.ids.find(text)
    if row is not None:
        return row
    known = read_known_id(text)
    if known is not None:
        rows = _find_id(known, papers, where)
        return rows[0] if len(rows) == 1 else rows[:_SUGGESTIONS]
    if len(rows := papers.with_title(text)):
        return int(rows[0])
    found = titles.find(text, _SUGGESTIONS)
    if not found:
        what = f"No paper has this id, and no title is like it: {text!r}."
        hint = (
            "Give a paper's id, its DOI, arXiv or ACL id, or words of its title, or paste "
            "title and abstract."
        )
        raise UserError(Problem(what, where, hint))
    return found


def _find_id(known: KnownId, papers: Papers, where: str) -> list[int]:
    """Return the rows of the papers with a public id, ascending; UserError without any."""
    for column, ids in known.columns:
        own = papers.rows([known.text, *ids]).tolist()
        rows = [] if column == OWN else papers.with_value(column, ids)
        if found := sorted({*own, *rows}):
            return found
    what = f"No paper of the run has this {known.kind}: {known.text!r}."
    hint = "Search by its title, or paste title and abstract."
    if all(column != OWN and not papers.has_any(column) for column, _ in known.columns):
        hint = f"The run knows no {known.kind} of any paper. {hint}"
    raise UserError(Problem(what, where, hint))
