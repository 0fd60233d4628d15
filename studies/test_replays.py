"""The parts of the study that are easily wrong, against plain ones. Run by hand:

PYTHONPATH=workflow/scripts:studies .venv/bin/python -m pytest -q studies
"""

import numpy as np
import pytest

from paperpool.collections.collection import Judgments, OpenPapers
from paperpool.collections.papers import PlainPaper, Question
from paperpool.extras.active_pooling.batches import ORDERS
from paperpool.extras.active_pooling.pools import assemble_pools
from replays.plan import plan_open
from replays.pools import list_asked, make_open_pools
from replays.replay import Replay

TOPICS = [(f"t{k}", "") for k in range(3)]


@pytest.fixture
def collection():
    """30 documents, of which each of three topics has five that are relevant and share a word."""
    words, rng = "wing flow shock heat layer plate jet drag".split(), np.random.default_rng(3)
    papers = {t: Question(t, "", f"{words[k]} {words[k + 1]}") for k, (t, _) in enumerate(TOPICS)}
    for i in range(30):
        text = [words[i % 3], *rng.choice(words, 4)]
        papers[f"d{i:02}"] = PlainPaper(f"d{i:02}", f"On {text[0]}", " ".join(text))
    judged = {t: tuple(f"d{i:02}" for i in range(k, 30, 6)) for k, t in enumerate(TOPICS)}
    judgments = {topic: Judgments(ids, (1,) * len(ids), {}) for topic, ids in judged.items()}
    return OpenPapers(
        *(papers, {}, judgments, {"all": {"test": TOPICS}}),
        relevant=1,
        depth=1000,
        questions=frozenset(t for t, _ in TOPICS),
        names={t: t[0] for t in TOPICS},
    )


@pytest.mark.parametrize("has_embeddings", [False, True])
@pytest.mark.parametrize("n_odd", [0, 1, 7, 29])
def test_documents_taken_apart_once_give_each_pools_own_regression(
    collection, has_embeddings, n_odd
):
    rng = np.random.default_rng(n_odd)
    embeddings = {paper: rng.normal(size=4) for paper in collection.papers}
    told = embeddings if has_embeddings else None
    texts = {paper: collection.document_text(paper) for paper in collection.papers}
    asked = list_asked(collection)
    own = assemble_pools(asked, texts, {pair: [] for pair in asked}, 13, told)
    for pair, pool in make_open_pools(collection, {}, 13, told).items():
        assert pool.size == 30 and pool.seed == own[pair].seed
        target, penalty = rng.choice([-1.0, 1.0], 31), np.full(31, 0.7)
        penalty[rng.choice(31, n_odd, replace=False)] = rng.uniform(0.1, 9, n_odd)
        assert np.allclose(pool.fit(target, penalty), own[pair].fit(target, penalty), atol=1e-10)


def test_what_is_needed_is_the_least_share(collection):
    pools = make_open_pools(collection, {}, 13, None)
    replay = Replay(collection, pools, {}, plan_open(True))
    judged = replay.judge(ORDERS["drawn"])
    hits = [replay.grades[pair][judged[pair]] >= 1 for pair in TOPICS]
    for level, share, n_judged in replay.need(judged, TOPICS):
        found = [sum(of[:n].sum() for of in hits) for n in range(1, 31)]
        assert n_judged == 3 * (1 + next(n for n in range(30) if found[n] >= level * 15))
        assert share == n_judged / 90
