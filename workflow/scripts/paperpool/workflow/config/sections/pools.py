"""Candidate pools as CSFCube's, and the sheets that users fill in."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref
from paperpool.workflow.corpus.filter_kinds import FILTERS

QUOTA = {"description": "papers that each ranked source gives, a whole number from 1", "minimum": 1}


class QuerySheet(Section, description="the papers of the query sheet"):
    """The query sheet: papers to choose queries from, as the annotator guidelines do (section 1.4).
    `snakemake results/<run>/pools/query_sheet.csv` draws it (it is no part of `all`). Fill in the
    columns paper_type, rating (1 to 5, by the criteria on the sheet) and chosen, save it elsewhere
    and name it in `queries` above."""

    venue: str | None = setting(
        """Where they are drawn from: acl (papers with an ACL Anthology id, as in the guidelines),
        arxiv (with an arXiv id), or a venue as the corpus's column venue has it, upper or lower
        case.""",
        {"description": "null, acl, arxiv or the name of a venue", "minLength": 1},
        default=None,
    )
    ids: str | None = setting(
        "Or a text file of paper ids, one a line. One of the two is needed to draw the sheet.",
        ref("optional_path", "null, or a file of paper ids, one id a line"),
        default=None,
    )
    per_period: int = setting(
        "Papers of each period (first and last year).",
        {"description": "papers of each period from 1", "minimum": 1},
        default=20,
    )
    periods: list[list[int]] = setting(
        "",
        {
            "description": "a list of periods, each its first and last year",
            "minItems": 1,
            "items": {
                "description": "[first year, last year]",
                "minItems": 2,
                "maxItems": 2,
                "items": {"description": "a year from 0 to 9999", "minimum": 0, "maximum": 9999},
            },
        },
        default=[[1994, 1999], [2000, 2004], [2005, 2009], [2010, 2014], [2015, 2019]],
    )


class PoolsSettings(Section, description="CSFCube's candidate pools"):
    """Candidate pools as CSFCube's, drawn from papers that have an abstract."""

    filter: str | None = setting(
        """The filter of corpus.filters whose papers they are drawn from. null: csfcube where it is
        named there, else the only one that is.""",
        {"description": "null, or one of corpus.filters", "enum": [*FILTERS, None]},
        default=None,
    )
    queries: str | None = setting(
        """The file that names the queries: paper ids, one a line (each is asked for every facet);
        or CSV with a header, paper_id and, if wanted, facet (a row for each, as in the release's
        queries-release.csv), year, title and paper_type; or the query sheet below, once filled in.
        The filters keep these papers in any case. null: the queries of the collection
        (data.csfcube).""",
        ref("optional_path", "null, or a file that names the queries"),
        default=None,
    )
    quota: int = setting(
        """New papers that each ranked source gives a query. The release has 12 for 27 of its
        queries and 33 for the other 7.""",
        QUOTA,
        default=12,
    )
    quotas: dict[str, int] = setting(
        'Queries with another quota: {"paper id": number}.',
        {
            "description": "queries with another quota, paper id -> a whole number from 1",
            "additionalProperties": QUOTA,
        },
        default={},
    )
    on_small: Literal["fail", "keep"] = setting(
        """What to do where a pool gains less than half of quota x ranked sources, other queries not
        counted: fail (with the likeliest reason) or keep (a warning in the log).""",
        default="fail",
    )
    encoders: list[str] | None = setting(
        """The rankers of kind dense whose encoders are sources, each under the ranker's name. null:
        all of them, so that a ranker added later changes the pools; name them once annotators have
        begun.""",
        {
            "description": "null, or a list of names of rankers of kind dense",
            "uniqueItems": True,
            "items": ref("name"),
        },
        default=None,
    )
    depth: int = setting(
        """How many candidates each source ranks for a query. Sources are title_tfidf,
        title_cbow200, title_tfidfcbow200, the same of the abstract (abs_...), the encoders, and
        cited.""",
        {"description": "candidates that a source ranks for a query from 1", "minimum": 1},
        default=1000,
    )
    min_df: int = setting(
        """A word counts in title_tfidf (abs_tfidf) where at least so many titles (abstracts) hold
        it.""",
        {"description": "texts that must hold a word from 1", "minimum": 1},
        default=2,
    )
    unknown_texts: Literal["rank", "leave_out"] = setting(
        """What to do with a text that has no known word, such as a title of two words found nowhere
        else: rank it as a zero vector, by its L2 distance (the release's pools hold such papers),
        or leave_out, which keeps them out of the pools. A query's own text of this kind finds
        nothing.""",
        default="rank",
    )
    sample: QuerySheet
    labels: str | None = setting(
        """The queries' sentences with labels corrected by hand, before anything is annotated
        (section 1.3). `snakemake results/<run>/annotation/label_sheet.csv` writes them with their
        predicted labels (it is no part of `all`). Fill in corrected_label where one is wrong, save
        the sheet elsewhere and name it here: tasks, rankers and the release of this run then use
        these labels.""",
        ref("optional_path", "null, or the filled label sheet"),
        default=None,
    )
    order: Literal["drawn", "depth", "mtf", "maxmean", "feedback"] = setting(
        """In which order the candidates of a pool are judged. drawn: all of them, at random, as
        CSFCube's. The others ask for them in batches, each chosen by the judgments so far, and stop
        when little is left to be found: depth (best rank in any source), mtf (move to front),
        maxmean (the source that was right most often) or feedback (what is like that found
        relevant, with the sources' ranks). annotation.batches says how (docs/annotation.md). null:
        drawn, but feedback in a demo, where it is possible: its imagined annotators judge batch
        after batch, and a model judge is audited beside them.""",
        {"description": "drawn, depth, mtf, maxmean or feedback, or null"},
        default=None,
    )
