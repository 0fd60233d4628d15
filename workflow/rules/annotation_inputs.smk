"""The files and settings that the annotation's rules read. No rules here."""

IS_SIMULATED = IS_DEMO and not config["annotation"]["exports"]
"""Whether imagined annotators grade the tasks of the demo."""

SIMULATED = []
"""Their exports: of both annotators, the adjudicator and an expert."""

if IS_SIMULATED:
    SIMULATED = [
        f"{RESULTS}/demo/annotation/{name}.json"
        for name in ("annotators", "adjudicator", "expert")
    ]
    EXPORTS, FURTHER = SIMULATED[:2], {"expert": SIMULATED[2:]}
else:
    EXPORTS = config["annotation"]["exports"]
    FURTHER = config["annotation"]["further"]


def named_exports(key, exports):
    """Return the exports of a key of the configuration; UserError where there are none."""
    if not exports:
        what = f"There are no annotations to read: {key} is empty."
        hint = (
            "annotate its tasks in Label Studio, export as JSON, and name the export in "
            f"{key} of an overlay."
        )
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    return exports


def annotation_exports(wildcards):
    """Return the exports that are imported."""
    return named_exports("annotation.exports", EXPORTS)


def annotation_material(wildcards):
    """Return what is to be annotated, by name: our pools where they are drawn, else the release's.

    The collection's papers have labelled sentences, those of the corpus where the facets section
    labels them; without both nothing is labelled. Labels that were corrected by hand come on top.
    """
    files = predicted_material(wildcards)
    if "csfcube" in SECTIONS:
        files["collection"] = csfcube_files(wildcards)
    return files | {"labels": QUERY_LABELS or []}


def predicted_material(wildcards):
    """Return the same with no label corrected."""
    require_section("annotation")
    files = {"collection": released_files(wildcards) if "csfcube" in SECTIONS else []}
    if "pools" in SECTIONS:
        files |= {
            "pools": f"{RESULTS}/pools/pools.parquet",
            "queries": f"{RESULTS}/pools/queries.csv",
            "papers": pool_papers(wildcards),
            "sentences": SENTENCES,
        }
    return files


ORDER = config["pools"]["order"]
"""In which order candidates are judged; `drawn` asks for all of them at once."""

BATCHES = [] if ORDER == "drawn" else f"{RESULTS}/annotation/batches.csv"
"""What was asked for so far, where judgments are asked for in batches."""


def batch_runs(wildcards):
    """Return the rankings of the pools' sources, which orders choose by."""
    if "pools" not in SECTIONS:
        what = f"pools.order is {ORDER}, which chooses by the rankings of drawn pools."
        where = f"the merged configuration of run {config['run']!r}"
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        raise UserError(Problem(what, where, hint))
    return collect(f"{RESULTS}/pools/runs/{{source}}.parquet", source=RANKED_SOURCES)


LEARNED = config["annotation"]["encoder"] if ORDER == "feedback" else None
"""The ranker whose embeddings the order learns from, by name; None of others."""


def learned_files():
    """Return the files of its model."""
    return [] if LEARNED is None else files_of_encoder(config["rankers"][LEARNED])


def batch_rules():
    """Return the rules of batches, with what determines the embeddings."""
    encoder = None
    if LEARNED is not None:
        separator = config["rankers"][LEARNED]["separator"]
        encoder = encoder_of(LEARNED) | {"separator": separator}
    return {"order": ORDER, **config["annotation"]["batches"], "encoder": encoder}


def annotated_collection(wildcards):
    """Return the files of the collection whose annotations are measured: the imported release."""
    if EXPORTS:
        return collect(f"{RESULTS}/annotation/release/{{file}}", file=CSFCUBE_FILES)
    return csfcube_files(wildcards)


def annotator_grades(wildcards):
    """Return the table of all that two annotators graded; none of a collection that is given."""
    return f"{RESULTS}/annotation/grades.parquet" if EXPORTS else []


PUBLISHED_AGREEMENT = str(SHIPPED / "published" / "csfcube_agreement.csv")
PUBLISHED_STATISTICS = str(SHIPPED / "published" / "csfcube_statistics.csv")


def agreement_tables():
    """Return the tables that describe a collection's annotations, by name."""
    names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
    if "csfcube" in SECTIONS:
        names.append("reusability")
    return {name: f"{RESULTS}/annotation/{name}.csv" for name in names}


def annotation_targets(wildcards):
    """Return what the annotation makes: tasks, what follows from exports, and the agreement."""
    require_section("annotation")
    made = ["config.yaml"]
    made += [
        f"annotation/{name}"
        for name in ("instructions.html", "tasks.json", "config.xml")
    ]
    if EXPORTS:
        made += [
            f"annotation/{name}"
            for name in ("import.json", "annotators.csv", "further.csv")
        ]
    files = [*(f"{RESULTS}/{name}" for name in made), *practice_targets()]
    if EXPORTS or "csfcube" in SECTIONS:
        tables = agreement_tables() | full_text_tables() | judge_tables()
        files += tables.values()
    return files
