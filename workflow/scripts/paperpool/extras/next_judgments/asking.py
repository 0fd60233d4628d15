"""One call of ``paperpool next``: answers in, tables and the next batch out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paperpool.extras.next_judgments.answer_files import read_answers
from paperpool.extras.next_judgments.folder import Folder, describe_question
from paperpool.extras.next_judgments.tasks import name_grades, write_batch
from paperpool.extras.next_judgments.telling import describe_batch, draw_widths, tell_comparison
from paperpool.extras.next_judgments.version import write_version
from paperpool.io.files import write_text
from paperpool.io.tables import defuse_texts, write_csv
from paperpool.judging.asking import answer, ask_next, compare_answered, hide_grades
from paperpool.judging.tables import tabulate_systems, tabulate_widths
from paperpool.scoring.differences import Question


def ask(
    question: Question,
    name: str,
    path: Path,
    answers: Sequence[str],
    budget: int,
    hide: float,
    seed: int,
    *,
    for_scores: bool = False,
) -> str:
    """Take ``answers`` in, write tables and the next batch into a folder; return what to print.

    The folder keeps requests and judgments from call to call. Raises UserError, before anything is
    written, for answers that do not fit and for the folder of another comparison.
    """
    items = hide_grades(question.items, hide, seed) if hide else question.items
    names = question.collection.topic_names()
    folder = Folder(path, names)
    described = describe_question(items, name, hide, seed, for_scores=for_scores)
    folder.check(described)

    requests = folder.read_requests(items)
    grade_names = name_grades(question.collection, items)
    given = read_answers(answers, requests, names, items.max_grade, grade_names)
    requests = answer(requests, given.grades)
    comparison = compare_answered(items, requests, for_scores=for_scores)
    batch = ask_next(comparison, requests, budget, seed)

    folder.start(described)
    if batch:
        write_batch(batch, question, folder.batch_folder(batch[0].batch), seed, is_held=hide > 0)
    folder.write_requests([*requests, *batch])
    write_csv(path / "systems.csv", defuse_texts(tabulate_systems(comparison)))
    widths = tabulate_widths(comparison)
    write_csv(path / "widths.csv", defuse_texts(widths))
    write_text(path / "widths.svg", draw_widths(widths))
    answered = [request for request in requests if request.grade is not None]
    if answered:
        folder.add_look(comparison)
        is_drawable = comparison.sizes > 0
        write_version(question.collection, items, is_drawable, requests, path / "version")

    waiting = [request for request in [*requests, *batch] if request.grade is None]
    said = tell_comparison(comparison, name, question.notes)
    return said + describe_batch(comparison, waiting, answered, given.n_blank, path)
