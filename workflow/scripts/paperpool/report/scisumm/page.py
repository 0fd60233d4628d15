"""Every citing sentence with the choices of annotators and rankers, as a page to be browsed.

Source: Ricci et al., Figure 2. The page is one file: its data stand in it as JSON, each sentence
once, and its script fills the page from them through text nodes alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from paperpool.io.tables import read_table
from paperpool.pages.environment import make_environment
from paperpool.pages.fragments import hash_script
from paperpool.pages.run_info import RunLabel
from paperpool.pages.wording import visible
from paperpool.scisumm.choice import Sizes, choice_of
from paperpool.scisumm.corpus import choose_text
from paperpool.scisumm.match.ablation import BASE
from paperpool.scisumm.names import BEST, SPLITS, Citance
from paperpool.scisumm.rankings import choose_sentences, read_ranking
from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file
from paperpool.scisumm.read.submitted import load_rows
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES

if TYPE_CHECKING:  # it brings what the explained ranker needs
    from paperpool.scisumm.match.explanation import WordMatch

EXPLAINED = BASE
"""The ranker whose choices are explained, besides the gold sentences."""


Explain = Callable[[str, str], Sequence["WordMatch"]]
"""From the texts of a citance and a sentence to a match per word of the citance, in order."""


@dataclass(frozen=True)
class ScisummPageFiles:
    """The files of the page; ``rankings`` are by ranker, with the first ``k`` shown.

    ``best_sentences`` sets the number of the ranker ``best``; ``submissions`` are tables SUBMITTED
    by the name of a run from outside. ``citance`` is the text that rankers read and the page shows.
    """

    sentences: str | Path
    citances: str | Path
    gold: str | Path
    rankings: Mapping[str, str | Path]
    k: int
    submissions: Mapping[str, str | Path] = field(default_factory=dict)
    best_sentences: Sizes = "fixed"
    citance: Citance = "clean"


def build_scisumm_page(
    run: RunLabel, files: ScisummPageFiles, explain: Explain | None = None
) -> str:
    """Return the page; without ``explain`` sentences are shown without the words that match."""
    data = make_data(files, explain)
    templates = Path(__file__).parent
    script = (templates / "page.js").read_text(encoding="utf-8")
    template = make_environment(templates).get_template("page.html.jinja")
    return template.render(
        run=run,
        data=Markup(dump_json(data)),
        n_papers=len(data["papers"]),
        n_citances=sum(len(paper["citances"]) for paper in data["papers"]),
        k=files.k,
        learns=BEST in files.rankings and files.best_sentences == "learnt",
        explained=data["explained"],
        script=Markup(script),
        digest=hash_script(script),
    )


def dump_json(value: Any) -> str:
    """Return compact JSON that can stand in a script element, with any texts."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def make_data(files: ScisummPageFiles, explain: Explain | None) -> dict[str, Any]:
    """Return the data of the page's script.

    A paper has ``sentences`` as [sid, place in ``sections``, text]; a citance names them by place:
    ``gold`` as [annotator, places], ``chosen`` by ranker, best first. ``words`` and ``matches`` are
    of ``explain_citance``.
    """
    papers = _read_papers(files.sentences)
    gold = _read_gold(files.gold)
    chosen = {}
    for ranker, path in files.rankings.items():
        choice = choice_of(ranker, files.best_sentences, files.k)
        chosen[ranker] = choose_sentences(read_ranking(path), choice)
    for name, path in files.submissions.items():
        chosen[name] = by_citance(chain.from_iterable(load_rows(path).values()))
    for row in read_table(files.citances, CITANCES).to_pylist():
        paper, name = papers[row["split"], row["paper_id"]], row["citance_id"]
        of_paper = {sid: place for place, (sid, _, _) in enumerate(paper["sentences"])}
        by_annotator: list[Any] = [
            [who, [of_paper[sid] for sid in sids if sid in of_paper]]
            for who, sids in gold.get((row["split"], name), [])
        ]
        of_rankers = [[of_paper[sid] for sid in of.get(name, ())] for of in chosen.values()]
        citance = {"id": name, "number": row["number"], "citing": row["citing_id"]}
        text = visible(choose_text(row["text"], row["clean"], files.citance))
        citance |= {"text": text, "gold": by_annotator, "chosen": of_rankers}
        if explain:
            shown = {place for _, sids in by_annotator for place in sids}
            if EXPLAINED in chosen:
                shown.update(of_rankers[list(chosen).index(EXPLAINED)])
            texts = {place: paper["sentences"][place][2] for place in sorted(shown)}
            citance |= explain_citance(citance["text"], texts, explain)
        paper["citances"].append(citance)
    return {
        "k": files.k,
        "rankers": list(chosen),
        "explained": EXPLAINED if explain else "",
        "papers": [paper for paper in papers.values() if paper["citances"]],
    }


def explain_citance(citance: str, sentences: Mapping[int, str], explain: Explain) -> dict[str, Any]:
    """Return the words of a citance and their matches in some sentences, by the sentence's place.

    A word has its start, length, weight in percent, and whether it has a vector of its own. A match
    has the place of its word, start and length in the sentence, similarity in percent, and share of
    the sentence's score in per mille. Words without a share are left out.
    """
    words: list[tuple[int, ...]] = []
    matches: dict[int, list[tuple[int, ...]]] = {}
    for place, sentence in sentences.items():
        found = explain(citance, sentence)
        spans = find_words(citance, [match.word for match in found])
        words = words or [
            (*span, round(100 * match.weight), int(match.known))
            for match, span in zip(found, spans, strict=True)
        ]
        total = sum(max(match.contribution, 0.0) for match in found)
        matches[place] = [
            (i, *find_word(sentence, match.matched), round(100 * match.similarity), share)
            for i, match in enumerate(found)
            if (share := round(1000 * match.contribution / total) if total else 0) > 0
        ]
    return {"words": words, "matches": matches}


def _read_papers(path: str | Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the papers by split and id, in the order of the splits and then of the table."""
    papers: dict[tuple[str, str], dict[str, Any]] = {}
    for row in read_table(path, SENTENCES).to_pylist():
        lists = {"sections": [], "sentences": [], "citances": []}
        new = {"id": row["paper_id"], "split": row["split"], **lists}
        paper = papers.setdefault((row["split"], row["paper_id"]), new)
        section = visible(row["section"])
        if section not in paper["sections"]:
            paper["sections"].append(section)
        place = paper["sections"].index(section)
        paper["sentences"].append([row["sid"], place, visible(row["text"])])
    return dict(sorted(papers.items(), key=lambda item: SPLITS.index(item[0][0])))


def _read_gold(path: str | Path) -> dict[tuple[str, str], list[tuple[str, list[int]]]]:
    """Return the sentences by (split, citance) and annotator, without rows that lack a citance."""
    rows: dict[tuple[str, str], list[GoldRow]] = {}
    for row in read_table(path, GOLD).to_pylist():
        if row["citance_id"] is not None:
            rows.setdefault((row["split"], row["citance_id"]), []).append(GoldRow.of(row))
    return {
        (split, citance): [
            (visible(of_file[0].annotator), list(by_citance(of_file)[citance]))
            for of_file in by_file(of_citance).values()
        ]
        for (split, citance), of_citance in rows.items()
    }


Span = tuple[int, int]
"""Start and length, in characters."""


def find_words(text: str, words: Sequence[str]) -> list[Span]:
    """Return the span of each word in turn, of length 0 if missing; case may differ."""
    spans, end = [], 0
    for word in words:
        here = len(text) - len(text[end:].lstrip())
        # a word may be a part of what has no space in it
        is_here = text.startswith(word, here)
        span = (here, len(word)) if is_here else find_word(text, word, end)
        spans.append(span)
        end = max(end, sum(span))
    return spans


def find_word(text: str, word: str, start: int = 0) -> Span:
    """Return the first span of ``word`` from ``start``, that of a whole word if there is one."""
    if not word:
        return (start, 0)
    for pattern in (rf"(?<!\w){re.escape(word)}(?!\w)", re.escape(word)):
        for flags in (0, re.IGNORECASE):
            if found := re.compile(pattern, flags).search(text, start):
                return (found.start(), len(found[0]))
    return (start, 0)
