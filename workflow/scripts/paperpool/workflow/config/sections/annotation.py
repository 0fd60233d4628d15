"""What annotators gave back, and how judgments are collected."""

from paperpool.settings import setting
from paperpool.workflow.config.section import Entry, Section, ref

EXPORTS = {
    "description": (
        "a list of exports, of Label Studio (JSON) or tables of grades (CSV, JSON lines)"
    ),
    "uniqueItems": True,
    "items": ref("path"),
}


class Judge(Entry, description="grades (a list of files) and same_model (a list of rankers)"):
    """A model that graded the same pairs."""

    grades: list[str] = setting(
        "files of its grades, JSON lines",
        {
            "description": "a list of files of grades",
            "minItems": 1,
            "uniqueItems": True,
            "items": ref("path"),
        },
    )
    same_model: list[str] = setting(
        "the rankers that are made with the judge's model",
        {
            "description": "a list of rankers made with the judge's model",
            "uniqueItems": True,
            "items": ref("name", "the name of a ranker"),
        },
        default=[],
    )


class FullTextPasses(Section, description="abstracts and full_texts, each a list of exports"):
    """Grades of one annotator from the abstracts and, of the same pairs, from the full texts: a
    list of exports of each. `snakemake full_text` draws the pairs of the annotated collection and
    writes the tasks of both passes (docs/annotation.md); named here, their agreement is
    measured."""

    abstracts: list[str] = setting(
        "",
        EXPORTS,
        default=[],
    )
    full_texts: list[str] = setting(
        "",
        EXPORTS,
        default=[],
    )


class PracticeSettings(Section, description="the practice round of annotators"):
    """The practice round, before tasks.json is annotated: practice_tasks.json has pairs whose
    grades are settled and hidden, practice.csv tells who agrees with them (docs/annotation.md)."""

    pairs: int | str | None = setting(
        """How many pairs of data.csfcube (from 10), or a file of graded pairs (in the form of
        examples). null: there is no practice round.""",
        {
            "description": "null, a number of pairs from 10, or a file of graded pairs",
            "minimum": 10,
            "minLength": 1,
        },
        default=None,
    )
    exports: list[str] = setting(
        "Exports of practice_tasks.json or practice_tasks.csv, as above.",
        EXPORTS,
        default=[],
    )
    rho: float = setting(
        """Whoever graded all pairs passes with Spearman's rho of at least this with the settled
        grades. CSFCube's annotators had 0.5 to 0.7.""",
        {"minimum": 0, "maximum": 1},
        default=0.6,
    )


class AnnotationSettings(Section, description="what annotators gave back"):
    """The annotation of pools with Label Studio: annotation/tasks.json and config.xml go out, its
    JSON exports come back. Import tasks.json, export once two annotators graded each task, and run
    again: annotation/adjudication_tasks.json holds what they grade differently, for a project of
    its own with the same config.xml. Add its export, and annotation/release/ is a collection in
    CSFCube's format, which can be given as data.csfcube. Queries and pools are those of the pools
    stage where it runs, else of data.csfcube. Which sentences are of a facet is known for papers of
    data.csfcube and, where the facets section labels them, for all others: without it the grades of
    a query that is no paper of data.csfcube cannot be imported."""

    scheme: str | None = setting(
        """What is annotated: facets, labels of sentences, grades and the guideline of annotators.
        csfcube, or a YAML file of your own (docs/schemes.md; config/schemes/pico.yaml is one of
        medicine). null: that which the collection of data.csfcube carries, else csfcube.""",
        {"description": "null, csfcube or a file of a scheme", "minLength": 1},
        default=None,
    )
    exports: list[str] = setting(
        """What annotators made of tasks.json and adjudication_tasks.json, in any order: Label
        Studio's JSON exports, which say themselves which of them a task is from; or, of another
        tool, CSV or JSON lines with query, facet, paper, annotator and grade, where adjudications
        say so in a column stage (docs/annotation.md). While this is empty nothing is imported (the
        demo imports simulated annotators).""",
        EXPORTS,
        default=[],
    )
    seconds_per_task: float = setting(
        """Seconds that an annotator takes for a task: hours of work are told by it, and nothing
        else. CSFCube's second pass over abstracts took 15 each.""",
        {
            "description": "the seconds of an annotator for a task, a number above 0",
            "exclusiveMinimum": 0,
        },
        default=30,
    )
    further: dict[str, list[str]] = setting(
        """Another pass over the same tasks by one annotator, a person or a model: name -> a list of
        exports. Compared with the grades of the release in annotation/further.csv, never part of
        them.""",
        {
            "description": "name -> a list of exports of one annotator's further pass",
            "propertyNames": ref("name"),
            "additionalProperties": {
                "description": "a list of exports, of Label Studio (JSON) or tables of grades",
                "minItems": 1,
                "uniqueItems": True,
                "items": ref("path"),
            },
        },
        default={},
    )
    judges: dict[str, Judge] = setting(
        """Models that graded the same pairs, by name. Their grades are held against people's and
        never part of a release. `snakemake results/<run>/annotation/judge_pairs.jsonl` writes the
        pairs (docs/annotation.md):
          some-model: {grades: [grades.jsonl], same_model: [some-ranker]}
        The settings of each:""",
        {
            "description": ("name -> the grades of a model, and the rankers that share the model"),
            "propertyNames": ref("name"),
        },
        default={},
    )
    full_text: FullTextPasses
    examples: str | None = setting(
        """The worked examples in annotation/instructions.html, which annotators read first: a file
        of your own (docs/annotation.md). null: those of the scheme, if it has any; csfcube's are of
        invented papers.""",
        ref("optional_path", "null, or a file of worked examples"),
        default=None,
    )
    practice: PracticeSettings
