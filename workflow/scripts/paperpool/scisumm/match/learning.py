"""The training and test data of the ranker ``best``: a release's tables and rankings of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.choice import Sizes, choices_to_try
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.best import LearningPaper, Learnt, Settings, learn
from paperpool.scisumm.match.features import compute_features, compute_places, name_features
from paperpool.scisumm.match.prepared import words_of
from paperpool.scisumm.match.within import compare_within
from paperpool.scisumm.names import ENSEMBLE
from paperpool.scisumm.rankings import read_scores
from paperpool.scisumm.tables import GOLD, SENTENCES, of_split

Members = Mapping[str, Mapping[str, Sequence[tuple[int, float]]]]
"""The rankings of some rankers: the sentences' (sid, score) by ranker and citance."""


def learning_papers(
    papers: Sequence[Paper], features: Mapping[str, Floats], gold: str | Path
) -> list[LearningPaper]:
    """Return the training papers with their features and gold, read from the file of a table.

    Of a citance that several annotators judged, all that any of them chose is gold.
    """
    table = pq.read_table(gold, schema=GOLD, columns=["split", "citance_id", "sids"])
    chosen: dict[str, set[int]] = {}
    columns = (of_split(table, "train").column(name).to_pylist() for name in ("citance_id", "sids"))
    for citance, sids in zip(*columns, strict=True):
        chosen.setdefault(citance, set()).update(sids)
    return [
        LearningPaper(
            paper.paper_id,
            features[paper.paper_id],
            np.array(
                [[sid in chosen.get(name, ()) for sid in paper.sids] for name, _ in paper.citances],
                bool,
            ).reshape(len(paper.citances), len(paper.sids)),
        )
        for paper in papers
        if paper.split == "train"
    ]


def rank_by_best(
    papers: Sequence[Paper],
    rankings: Mapping[str, str | Path],
    sentences: str | Path,
    gold: str | Path,
    n_folds: int,
    sizes: Sizes,
    k: int,
    seed: int,
) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Learn on the train split to weigh all rankers but the ensemble of some of them.

    Return the scores of every paper, and the model.

    ``rankings`` are the files of the rankers' rankings (schema RANKING) by name, ``sizes`` and
    ``k`` those of ``choices_to_try``, ``sentences`` and ``gold`` files of tables; for the other
    arguments and for errors see ``learn``, for its description ``describe``.
    """
    members = {name: read_scores(path) for name, path in rankings.items() if name != ENSEMBLE}
    features = paper_features(papers, members, sentences)
    learning = learning_papers(papers, features, gold)
    learnt = learn(learning, n_folds, choices_to_try(sizes, k), seed, str(gold))
    scores = {paper_id: learnt.score(paper_id, of) for paper_id, of in features.items()}
    return scores, describe(learnt, list(members))


def paper_features(
    papers: Sequence[Paper], members: Members, sentences: str | Path
) -> dict[str, Floats]:
    """Return ``compute_features`` of each paper, by its id."""
    table = pq.read_table(sentences, schema=SENTENCES, columns=["paper_id", "section"])
    sections: dict[str, list[str]] = {}
    columns = (table.column(name).to_pylist() for name in ("paper_id", "section"))
    for paper_id, section in zip(*columns, strict=True):
        sections.setdefault(paper_id, []).append(section)
    return {
        paper.paper_id: compute_features(
            {name: _matrix(paper, rankings) for name, rankings in members.items()},
            _compare_sentences(paper, sections[paper.paper_id]),
        )
        for paper in papers
    }


def _compare_sentences(paper: Paper, sections: Sequence[str]) -> list[Floats]:
    """Return the features that are the same for every citance (see ``compute_features``)."""
    n_words = [len(words_of(text)) for text in paper.texts]
    citances = [text for _, text in paper.citances]
    return [
        compute_places(paper.sids, sections, n_words),
        compare_within(paper.texts, sections, citances),
    ]


def _matrix(paper: Paper, rankings: Mapping[str, Sequence[tuple[int, float]]]) -> Floats:
    rows = [dict(rankings[citance]) for citance, _ in paper.citances]
    matrix = np.array([[row[sid] for sid in paper.sids] for row in rows], np.float64)
    return matrix.reshape(len(paper.citances), len(paper.sids))


def describe(learnt: Learnt, members: Sequence[str]) -> dict[str, Any]:
    """Return the model as JSON.

    ``f1`` is micro F1 of the training papers, each by the model without it; the figures by setting
    are those that the settings were chosen by. Of each draw of the folds it has the fold of each
    paper and the settings chosen without each fold.
    """
    weights = learnt.whole.weighting.weights.tolist()
    return {
        "members": list(members),
        "f1": learnt.f1,
        **_describe_settings(learnt.whole.settings),
        "f1_by_setting": [
            {**_describe_settings(settings), "f1": value}
            for settings, value in learnt.whole.figures.items()
        ],
        "draws": [
            {
                "folds": dict(draw.folds),
                "settings_without": [_describe_settings(of.settings) for of in draw.without],
            }
            for draw in learnt.draws
        ],
        "weights": dict(zip(name_features(members), weights, strict=True)),
    }


def _describe_settings(settings: Settings) -> dict[str, Any]:
    """Return settings; ``share`` is None if every citance gets ``most`` sentences."""
    choice = settings.choice
    return {
        "strength": settings.strength,
        "sharpness": settings.sharpness,
        "most": choice.most,
        "share": choice.floor if choice.has_floor else None,
    }
