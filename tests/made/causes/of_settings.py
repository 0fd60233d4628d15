"""Causes that lie in a configuration, or in a corpus and its filters."""

from .cause import API, WORKFLOW, Cause


def configured(**settings):
    """Return a call that checks the settings of a collection in a configuration."""

    def call(doors):
        collection = {"format": "beir", "path": "cf", "split": "test", **settings}
        return doors.configuration({"data": {"collections": {"cf": collection}}})

    return call


def written(text):
    """Return a call that reads and checks a file of configuration."""
    return lambda doors: doors.overlay(text)


CAUSES = [
    # Measures
    Cause(
        "runs end before a measure does",
        "Runs end after 10 documents; nDCG@50 looks at more",
        calls={WORKFLOW: configured(depth=10, measures=["AP", "nDCG@50"])},
    ),
    Cause(
        "runs end before a measure by default does",
        "Runs end after 10 documents; R@100 looks at more",
        calls={WORKFLOW: configured(depth=10)},
    ),
    Cause(
        "a measure looks at nothing",
        "nDCG@0 looks at no document",
        calls={
            WORKFLOW: configured(measures=["nDCG@0"]),
            API: lambda doors: doors.python(
                lambda t: t.pp.evaluate(t.c, {"mine": t.run}, measures=["nDCG@0"])
            ),
        },
    ),
    # Corpora
    Cause(
        "the field of a filter is misspelt",
        r"none has the field 'computer science'. .* Computer Science \(2\).*Did you mean 'Comp",
        calls={
            WORKFLOW: lambda doors: doors.corpus(
                {}, {}, field="computer science", filters={"csfcube": {}}
            )
        },
    ),
    Cause(
        "a corpus has no arXiv ids",
        "none of the 1 of the field 'Computer Science' has an arXiv id",
        calls={WORKFLOW: lambda doors: doors.corpus({"arxiv_id": None})},
    ),
    Cause(
        "a filter's threshold drops every paper",
        r"The filter mdcr keeps none of 2 papers. Dropped: few citations \(2\).",
        calls={
            WORKFLOW: lambda doors: doors.corpus({}, {}, filters={"mdcr": {"min_citations": 99}})
        },
    ),
    Cause(
        "a filter keeps hardly anything",
        r"keeps 1 of 1,001 papers, less than 0.1%. Dropped: no year \(1,000\)",
        calls={
            WORKFLOW: lambda doors: doors.corpus(*[{"year": None}] * 1000, {}, filters={"mdcr": {}})
        },
        is_refused=False,
    ),
    Cause(
        "years are typing errors",
        r"outside 1500 to 2030 \(they are kept\): 2. The first: 0 \(801\), 1 \(9999\)",
        calls={WORKFLOW: lambda doors: doors.corpus({"year": 801}, {"year": 9999})},
        is_refused=False,
    ),
    Cause(
        "titles and abstracts have tags and entities",
        "'cleaned': {'titles': 1, 'abstracts': 1}",
        calls={
            WORKFLOW: lambda doors: doors.corpus(
                {"title": "R&amp;D", "abstract": "<jats:p>One. Two three four five. Six.</jats:p>"},
                {"title": "a<b", "abstract": "If $a<b>c$, so it is. Two three four five. Six."},
            )
        },
        is_refused=False,
    ),
    # Configurations
    Cause(
        "a number is written as minutes and seconds",
        r"YAML reads 1:30 as the number 90\..*line 1.*Write 90 .* or put it in quotes",
        calls={WORKFLOW: written("evaluation: {bootstrap: 1:30}")},
    ),
    Cause(
        "a number begins with a zero",
        r"YAML reads 010 as the number 8\..*Write 10 without the zero",
        calls={WORKFLOW: written("demo: {queries: 010}")},
    ),
    Cause(
        "a name is read as a date",
        "YAML reads 2020-01-01 as a date.*in quotes",
        calls={WORKFLOW: written("run: 2020-01-01")},
    ),
    Cause(
        "the name of a ranker is a word that YAML knows",
        "YAML reads the key on as true.*in quotes",
        calls={WORKFLOW: written("rankers:\n  on: {kind: bm25}")},
    ),
    Cause(
        "an exponent has no point",
        "'2e-5' is not of type 'number'.*write 2.0e-05, without quotes",
        calls={WORKFLOW: written("facets: {learning_rate: 2e-5}")},
    ),
    Cause(
        "there are a thousand times too many draws",
        "greater than the maximum of 1000000.*fill the memory",
        calls={WORKFLOW: written("evaluation: {bootstrap: 1000000000}")},
    ),
    Cause(
        "results are below the root of the file system",
        "The folder of the results is the root of the file system",
        calls={WORKFLOW: written("results: /")},
    ),
    Cause(
        "the cache is the working directory",
        r"The cache is the working directory: old files .* are removed in it",
        calls={WORKFLOW: written("cache: .")},
    ),
    Cause(
        "a run has the name of the folder that it is in",
        "is the working directory: its files would be overwritten",
        calls={WORKFLOW: lambda doors: doors.overlay(f"results: ..\nrun: '{doors.folder.name}'")},
    ),
]
