"""The corpus stage: its filters, and what it does with unreadable data."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref
from paperpool.workflow.config.sections.own_filter import OwnFilter
from paperpool.workflow.corpus.filter_kinds import FILTERS


class CsfcubeFilter(Section, description="thresholds of CSFCube's filter"):
    """CSFCube's filter (its datasheet): arXiv papers of one field and what they cite, then four
    conditions on the abstract's sentences."""

    field: str | None = setting(
        "A MAG field of study. null: papers of every field, and of none.",
        {"description": "a MAG field of study, or null for every field", "minLength": 1},
        default="Computer Science",
    )
    arxiv_only: bool = setting(
        """Whether arXiv papers alone start the selection, as the paper's; false: every paper of the
        field.""",
        {"description": "true: only papers with an arXiv id start the selection; or false"},
        default=True,
    )
    min_sentences: int = setting(
        "",
        {"minimum": 0},
        default=3,
    )
    max_sentences: int = setting(
        "",
        {"minimum": 1},
        default=20,
    )
    max_sentence_tokens: int = setting(
        "No sentence may have more white-space tokens than this.",
        {"minimum": 1},
        default=80,
    )
    min_sentence_tokens: int = setting(
        "At least one sentence must have this many.",
        {"minimum": 0},
        default=4,
    )


class MdcrFilter(Section, description="thresholds of MDCR's prefilter"):
    """MDCR's prefilter: drops papers without a year or title, with a shorter abstract, or with
    fewer citations."""

    min_abstract_characters: int = setting(
        "",
        {"minimum": 0},
        default=30,
    )
    min_citations: int = setting(
        "",
        {"minimum": 0},
        default=3,
    )
    citations: Literal["inbound", "outbound", "both"] = setting(
        "Which citations count: inbound, outbound or both (their sum).",
        default="inbound",
    )


Mark = Literal["retracted", "paratext", "expansion", "no_field", "cut_abstract"]
"""Marks of OpenAlex's works."""


class OpenalexWorks(Section, description="works of OpenAlex"):
    """Works of OpenAlex."""

    fields: Literal["concepts", "topics"] = setting(
        """Their fields of study: concepts (MAG's 19 fields, as S2ORC has them) or topics (26
        others).""",
        {"description": "concepts (MAG's fields) or topics (their 26 fields)"},
        default="concepts",
    )
    leave_out: list[Mark] = setting(
        """What every filter drops: retracted; paratext; expansion (is_xpac: 190 of 510 million
        works, mostly data sets and records of repositories); no_field; cut_abstract (whose end
        OpenAlex has cut).""",
        {
            "description": ("a list of retracted, paratext, expansion, no_field and cut_abstract"),
            "uniqueItems": True,
        },
        default=["retracted", "paratext", "expansion"],
    )
    deleted_ids: str | None = setting(
        """OpenAlex's file of deleted works (works/deleted_ids.csv or .csv.gz), which are dropped
        too: a copy that was updated may hold rows of these still. null: no such file.""",
        ref("optional_path", "null, or a CSV file of deleted works"),
        default=None,
    )


class CorpusSettings(Section, description="the corpus stage"):
    """The corpus stage: from raw metadata to parquet."""

    filters: list[str | OwnFilter] = setting(
        """Filters to apply; a paper is kept when any of them keeps it. csfcube and mdcr are the
        papers' own; none keeps every readable row. null: [csfcube, mdcr], without those that need
        columns that a table of data.s2orc does not name; [none] if that is both.

        A filter of your own has a name, which pools.filter takes, and conditions, all of which must
        hold. A condition lists values, of which a paper needs one; null among them keeps papers
        without any, and * stands for any text. Upper and lower case are the same:
          - {name: recent, language: [en, null], years: [2010, 2020], fields: [Medicine]}
        The conditions (docs/filters.md says which source knows what):
          language    codes such as en
          years       the first and the last; null: no end
          type        article, preprint …; of Semantic Scholar JournalArticle, Review …
          fields      fields of study
          topics      OpenAlex's topics and their subfields
          venue       where a paper was published
          source      where any copy of it is: a venue, "bioRxiv*"; arxiv, acl: it has such an id
          doi_prefix  the start of its DOI: "10.1101", in quotes""",
        {
            "description": (
                "null, or a list of csfcube, mdcr, none or filters of your own: {name: NAME, "
                "CONDITION: VALUES}"
            ),
            "minItems": 1,
            "uniqueItems": True,
            "items": {
                "if": {"type": "object"},
                "then": OwnFilter.make_schema(),
                "else": {"enum": list(FILTERS)},
            },
        },
        default=None,
    )
    keep: list[str] = setting(
        """Text files of paper ids, one a line, that skip every condition. The papers of
        data.csfcube and of pools.queries always do.""",
        {
            "description": "a list of files of paper ids or paper hashes, one a line",
            "items": ref("path"),
        },
        default=[],
    )
    on_bad_row: Literal["quarantine", "fail"] = setting(
        """What to do with a row that cannot be read: quarantine (keep it aside, counted by reason)
        or fail (stop at the first).""",
        default="quarantine",
    )
    on_bad_shard: Literal["fail", "keep"] = setting(
        """What to do with shards that cannot be read to the end (gzip data cut short or damaged,
        another format, no bytes, zeros alone): fail (one error with all of them, once all have been
        read) or keep (take what can be read, say so last and on the report).""",
        default="fail",
    )
    max_row_bytes: int = setting(
        """A row longer than this many bytes is quarantined as too_large. Leave room for the longest
        lists: the inbound citations of the most cited papers.""",
        {"description": "longest row in bytes, at least 1000", "minimum": 1000},
        default=8000000,
    )
    group_bytes: int | None = setting(
        """Neighbouring files of one format that have up to so many bytes together are read and
        filtered in one job, and are one part of the corpus. null: 500000000 from 500 files on, else
        a job each. 0: always a job each. Rows and results are the same.""",
        {
            "description": "null, 0, or the bytes of the files that one job reads",
            "minimum": 0,
        },
        default=None,
    )
    keep_raw: bool = setting(
        """Whether the files of a release stay on the disk once they are read. They are needed again
        only where reading changes; a changed threshold does without them.""",
        {"description": "whether the files of a release stay once they are read"},
        default=False,
    )
    row_tolerance: float | None = setting(
        """The share of the rows that a release declares for a dataset that may be missing, and
        beyond which it is an error; null: never. Semantic Scholar's numbers are round and old:
        `abstracts` has declared 100 million for years and had 39 million in November 2025.""",
        {
            "description": (
                "null, or the share of a release's declared rows that may be missing, 0 to 1"
            ),
            "minimum": 0,
            "maximum": 1,
        },
        default=0.75,
    )
    csfcube: CsfcubeFilter
    mdcr: MdcrFilter
    openalex: OpenalexWorks

    @property
    def filter_names(self) -> list[str]:
        """The names of the filters."""
        names = []
        for entry in self.filters:
            if isinstance(entry, OwnFilter):
                names.append(entry.name)
            else:
                names.append(entry)
        return names

    @property
    def own_filters(self) -> dict[str, OwnFilter]:
        """The filters of a user's own, by their names."""
        return {entry.name: entry for entry in self.filters if isinstance(entry, OwnFilter)}
