"""Rank as ``dense`` does, with an encoder that is first trained on the corpus's citations."""

from dataclasses import replace

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import SEPARATOR, SIMILARITY, ComparedRanker
from paperpool.rankers.ranker import Context, one_of
from paperpool.settings import setting


def _whole(minimum: int, quantity: str = "a whole number") -> dict[str, object]:
    return {"description": f"{quantity} from {minimum}", "type": "integer", "minimum": minimum}


class Trained(ComparedRanker, group="Abstract-level", needs={"model", "training"}):
    """As dense, with an encoder that is first trained on the citations of the corpus
    (data.s2orc), as SPECTER was; papers of the collection and their twins are kept out. Its
    model is the base; settings that are not given are the paper's.
    """

    pooling: str | None = setting(
        "null (the model's own), cls or mean",
        {"description": "null, cls or mean", "enum": [None, "cls", "mean"]},
        None,
    )
    similarity: str = setting(*SIMILARITY, "l2")
    separator: str = setting(*SEPARATOR, "sep")
    seeds: int = setting(
        "how often it is trained; scores are means over trainings, with their sd",
        {**_whole(1), "description": "how often it is trained, 1 to 100", "maximum": 100},
        3,
    )
    triples: int = setting(
        "at most so many are learnt from; one for each negative",
        _whole(100, "triples at most"),
        660_000,
    )
    hard_negatives: int = setting(
        "of a citing paper: cited by a paper that it cites, not by itself", _whole(0), 2
    )
    easy_negatives: int = setting(
        "of a citing paper: random papers that it does not cite", _whole(1), 3
    )
    held_out: int = setting(
        "citing papers put aside: each training is compared with its base on their citations "
        "(training/<ranker>/heldout.csv); ours, not the paper's",
        _whole(1, "citing papers put aside"),
        1000,
    )
    loss: str = setting(
        "triplet, or contrastive: the positives and negatives of a whole batch are negatives too",
        one_of("triplet", "contrastive"),
        "triplet",
    )
    triples_per_step: int = setting("the effective batch", _whole(1), 32)
    epochs: int = setting(
        "how often each triple is learnt from",
        {
            **_whole(1),
            "description": "a whole number from 1 to 10000: more take days",
            "maximum": 10_000,
        },
        2,
    )
    learning_rate: float = setting(
        "its highest, after a tenth of the steps",
        {"description": "a number above 0", "type": "number", "exclusiveMinimum": 0},
        2e-5,
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank as ``dense`` does, by the encoder in the folder ``context.trained``."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.paper_vectors import rank_by_papers

        encoder = replace(self, model=context.trained).load(Encoder, context)
        return rank_by_papers(collection, encoder, self.similarity, self.separator, context.known)
