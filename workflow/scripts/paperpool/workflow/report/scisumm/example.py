"""An example of asymmetric matching: the words of a citing sentence, and what each contributes.

Source: Ricci et al., Figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.io.tables import read_table
from paperpool.pages.grid import Grid, list_grid
from paperpool.pages.section import Fold, Text
from paperpool.pages.wording import decimal, percent
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.names import Citance
from paperpool.scisumm.rankings import choose_sentences, read_ranking
from paperpool.scisumm.tables import GOLD, zip_columns
from paperpool.workflow.scisumm.match.ablation import BASE

if TYPE_CHECKING:  # it brings what the explained ranker needs
    from paperpool.workflow.scisumm.match.explanation import WordMatch


@dataclass(frozen=True)
class ExampleFiles:
    """The tables that an example is taken from; ``ranking`` is that of ``BASE``.

    ``citance`` is the text of citing sentences that rankers read.
    """

    sentences: str | Path
    citances: str | Path
    gold: str | Path
    ranking: str | Path
    word_vectors: str | Path
    citance: Citance = "clean"


@dataclass(frozen=True)
class Example:
    """A citing sentence and the sentence of the reference paper that a ranker puts first."""

    citance_id: str
    citance: str
    sid: int
    sentence: str


def find_examples(files: ExampleFiles) -> Iterator[Example]:
    """Yield the citing sentences whose first sentence an annotator chose, the test set's first."""
    best = choose_sentences(read_ranking(files.ranking), Choice(1))
    gold: dict[str, set[int]] = {}
    for citance_id, sids in zip_columns(read_table(files.gold, GOLD), "citance_id", "sids"):
        gold.setdefault(citance_id, set()).update(sids)

    # papers are sorted by split, and test comes before train
    for paper in load_papers(files.sentences, files.citances, files.citance):
        texts = dict(zip(paper.sids, paper.texts, strict=True))
        for citance_id, citance in paper.citances:
            for sid in best[citance_id]:
                if sid in gold.get(citance_id, ()):
                    yield Example(citance_id, citance, sid, texts[sid])


def show_example(files: ExampleFiles) -> Iterator[Fold]:
    """Yield the first example with the table of its words; nothing where there is none."""
    # not there to be imported where there are no word vectors
    from paperpool.workflow.scisumm.match.explanation import explain
    from paperpool.workflow.scisumm.match.word_vectors import read_vectors

    vectors = read_vectors(files.word_vectors)
    for example in find_examples(files):
        matches = explain(example.citance, example.sentence, vectors)
        # a citing sentence of markers alone has no words, and unlike ones no score to share out
        if sum(match.contribution for match in matches) > 0:
            citance = f"Citing sentence {example.citance_id}: {example.citance}"
            sentence = f"Sentence {example.sid} of the reference paper: {example.sentence}"
            parts = [Text(citance), Text(sentence), word_table(matches)]
            yield Fold("An example of words that match", parts)
            return


def word_table(matches: Sequence[WordMatch]) -> Grid:
    """Return the table of a citing sentence's words and what each adds to the score."""
    total = sum(match.contribution for match in matches)
    rows = []
    for match in matches:
        share = match.contribution / total
        rows.append((match.word, match.weight, match.matched, match.similarity, share))

    columns = [
        ("word", 0),
        ("weight", 1, decimal),
        ("best match", 2),
        ("similarity", 3, decimal),
        ("% of the score", 4, partial(percent, digits=1)),
    ]
    caption = (
        "As in Figure 2 of Ricci et al.: the words of a citing sentence, and what each adds to the "
        f"score that {BASE} gives to its first sentence, which an annotator chose, too."
    )
    return list_grid("Words that match", caption, columns, rows)
