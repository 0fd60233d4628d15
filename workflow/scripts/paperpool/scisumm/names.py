"""Names of CL-SciSumm task 1a."""

from typing import Literal, get_args

SPLITS = ("train", "test")

PROTOCOLS = ("official", "corrected")
"""As the released script counts, and by citance (see ``judge.overlap``)."""

ALL = "all"
"""The slice of all annotation files."""

ANNOTATOR = "annotator:"
"""The prefix of an annotator's slice."""

RECALL_AT = "recall@"
"""The prefix of the measures of recall at K."""

ABLATION_BENCHMARK = "scisumm-ablation"
"""The benchmark of the paper's ablation in ``paperpool/resources/published``."""

TRAINING_FOLDER = "Training-Set-2019/Task1/From-Training-Set-2018"
TEST_FOLDER = "Test-Set-2018"
GOLD_FOLDER = "Test-Set-2018-Gold/Task1"
SCISUMMNET_ARCHIVE = "scisummnet-2019.tar.gz"
SUBMISSIONS_FOLDER = "submissions-2020"
"""The parts of the release in its folder."""

Direction = Literal["candidate-covers-query", "query-covers-candidate"]
"""The text whose words are summed over: the citance (Ricci et al., eq. 1) or the cited sentence."""

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

FORWARD, REVERSED = DIRECTIONS
"""The paper calls the second "Reverse"."""

UNKNOWN = "[UNK]"
"""The word for all words too rare for a vector (Ricci et al., appendix C.1)."""

COLUMNS = tuple(
    "Citance Number, Reference Article, Citing Article, Citation Marker Offset, Citation Marker, "
    "Citation Offset, Citation Text, Citation Text Clean, Reference Offset, Reference Text, "
    "Discourse Facet".split(", ")
)
"""The columns of the task's CSV files: blind test files, gold and submissions."""

CLEAN_TEXT = "Citation Text Clean"
"""The column of the repaired citing sentence; annotation files lack it."""

Citance = Literal["clean", "text"]
"""The citing sentence that rankers read: ``CLEAN_TEXT`` where there is one, or the other column."""

ENSEMBLE = "bm25-ensemble"
"""The ranker of Aumiller et al., with its own number of sentences."""

WORD_RANKERS = ("asymm-d4", "asymm-d1", "symm", "bm25", ENSEMBLE)

BEST = "best"
"""The ranker fitted on the train split over the scores of others."""


def encoder_rankers(encoder: str) -> list[str]:
    """Return the rankers of an encoder: its tokens at two powers, and its sentences."""
    return [f"asymm-{encoder}-d4", f"asymm-{encoder}-d1", f"cosine-{encoder}"]
