"""Fit the ranker ``best`` on the tables of a release and other rankers' rankings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.io.parquet_files import read_table
from paperpool.scisumm.choice import Sizes, choices_to_try
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.rankings import read_scores
from paperpool.scisumm.tables import of_split, zip_columns
from paperpool.workflow.scisumm.match.best import NestedFits, Settings, TrainingPaper, learn
from paperpool.workflow.scisumm.match.features import (
    compute_features,
    compute_places,
    name_features,
)
from paperpool.workflow.scisumm.match.prepared import words_of
from paperpool.workflow.scisumm.match.within import compare_within

Members = Mapping[str, Mapping[str, Sequence[tuple[int, float]]]]
"""The (sid, score) of sentences by ranker and citance."""


def training_papers(
    papers: Sequence[Paper], features: Mapping[str, Floats], gold: str | Path
) -> list[TrainingPaper]:
    """Return the training papers with the union of their annotators' ``gold`` (a table's path)."""
    table = read_table(gold, columns=["split", "citance_id", "sids"])
    chosen: dict[str, set[int]] = {}
    for citance, sids in zip_columns(of_split(table, "train"), "citance_id", "sids"):
        chosen.setdefault(citance, set()).update(sids)

    training = []
    for paper in papers:
        if paper.split != "train":
            continue
        is_gold = np.zeros((len(paper.citances), len(paper.sids)), bool)
        for row, (citance, _) in enumerate(paper.citances):
            is_gold[row] = [sid in chosen.get(citance, ()) for sid in paper.sids]
        training.append(TrainingPaper(paper.paper_id, features[paper.paper_id], is_gold))
    return training


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
    """Fit ``best`` on the train split; return the scores of every paper and the fit's description.

    ``rankings`` are files (schema RANKING) by ranker. ``sentences`` and ``gold`` are paths of
    tables. For other arguments and errors see ``learn`` and ``choices_to_try``.
    """
    members = {name: read_scores(path) for name, path in rankings.items()}
    features = paper_features(papers, members, sentences)
    learning = training_papers(papers, features, gold)
    fits = learn(learning, n_folds, choices_to_try(sizes, k), seed, str(gold))
    scores = {}
    for paper_id, of_paper in features.items():
        scores[paper_id] = fits.score(paper_id, of_paper)
    return scores, describe(fits, list(members))


def paper_features(
    papers: Sequence[Paper], members: Members, sentences: str | Path
) -> dict[str, Floats]:
    """Return ``compute_features`` of each paper, by id."""
    table = read_table(sentences, columns=["paper_id", "section"])
    sections: dict[str, list[str]] = {}
    for paper_id, section in zip_columns(table, "paper_id", "section"):
        sections.setdefault(paper_id, []).append(section)

    features = {}
    for paper in papers:
        scores = {name: _matrix(paper, rankings) for name, rankings in members.items()}
        headings = sections[paper.paper_id]
        places = compute_places(paper.sids, headings, [len(words_of(text)) for text in paper.texts])
        within = compare_within(paper.texts, headings, [text for _, text in paper.citances])
        features[paper.paper_id] = compute_features(scores, [places, within])
    return features


def _matrix(paper: Paper, rankings: Mapping[str, Sequence[tuple[int, float]]]) -> Floats:
    """Return the scores of a paper's rankings, shape (citances, sentences)."""
    matrix = np.zeros((len(paper.citances), len(paper.sids)))
    for row, (citance, _) in enumerate(paper.citances):
        scores = dict(rankings[citance])
        matrix[row] = [scores[sid] for sid in paper.sids]
    return matrix


def describe(fits: NestedFits, members: Sequence[str]) -> dict[str, Any]:
    """Return the fit as JSON values; ``f1`` and ``f1_by_setting`` are cross-validated."""
    described: dict[str, Any] = {"members": list(members), "f1": fits.f1}
    described |= _describe_settings(fits.whole.settings)

    described["f1_by_setting"] = []
    for settings, f1 in fits.whole.f1_by_setting.items():
        described["f1_by_setting"].append(_describe_settings(settings) | {"f1": f1})

    described["draws"] = []
    for draw in fits.draws:
        without = [_describe_settings(fit.settings) for fit in draw.without]
        described["draws"].append({"folds": dict(draw.folds), "settings_without": without})

    weights = fits.whole.model.weights.tolist()
    described["weights"] = dict(zip(name_features(members), weights, strict=True))
    return described


def _describe_settings(settings: Settings) -> dict[str, Any]:
    """Return settings; ``share`` is None for a fixed number of sentences."""
    choice = settings.choice
    return {
        "strength": settings.strength,
        "sharpness": settings.inverse_temperature,
        "most": choice.most,
        "share": choice.floor if choice.has_floor else None,
    }
